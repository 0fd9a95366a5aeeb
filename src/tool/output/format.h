/* SPDX-License-Identifier: Apache-2.0 */
/*
 * format: how verdicts are worded, the same in every subcommand, and texts that are
 * formatted into the arena. Knows what the code beside a reason means.
 */
#ifndef CLROUTER_TOOL_OUTPUT_FORMAT_H
#define CLROUTER_TOOL_OUTPUT_FORMAT_H

#include <stdarg.h>

#include "base/arena.h"
#include "base/verdict.h"
#include "tool/output/json.h"
#include "tool/output/lines.h"

/* "what is the matter: detail (code)"; never NULL. */
const char *format_verdict(const struct verdict *verdict, struct arena *arena);

/* The code's name, "CL_OUT_OF_HOST_MEMORY (-6)" or "Permission denied"; NULL: none. */
const char *format_code(const struct verdict *verdict, struct arena *arena);

/* Members "verdict", "text", "detail" and "code" of the object that is open. */
void format_json_verdict(struct output *output, const struct verdict *verdict,
			 struct arena *arena);

/* Good, a problem, or left out on purpose. */
enum lines_shade format_shade(const struct verdict *verdict);

/* printf into the arena; never NULL. */
__attribute__((format(printf, 2, 3)))
const char *format_into(struct arena *arena, const char *format, ...);
__attribute__((format(printf, 2, 0)))
const char *format_into_va(struct arena *arena, const char *format, va_list arguments);

/* TEXT, or INSTEAD if it is not known. */
static inline const char *format_or(const char *text, const char *instead)
{
	return text ? text : instead;
}

#endif
