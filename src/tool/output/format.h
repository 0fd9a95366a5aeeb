/* SPDX-License-Identifier: Apache-2.0 */
/*
 * format: a verdict as text, the same in every subcommand, and printf() into an arena. The module
 * knows whether the code of a verdict is an errno or an OpenCL error.
 */
#ifndef CLROUTER_TOOL_OUTPUT_FORMAT_H
#define CLROUTER_TOOL_OUTPUT_FORMAT_H

#include <stdarg.h>

#include "base/arena.h"
#include "base/verdict.h"
#include "table/json.h"
#include "table/lines.h"

/* VERDICT as "text of the reason: detail: code", as far as it has them. In ARENA; never NULL. */
const char *format_verdict(const struct verdict *verdict, struct arena *arena);

/* "CL_OUT_OF_HOST_MEMORY (-6)" for the OpenCL error CODE. In ARENA; never NULL. */
const char *format_error(int code, struct arena *arena);

/*
 * The code of VERDICT as text: "CL_OUT_OF_HOST_MEMORY (-6)" for an OpenCL error, "Permission
 * denied" for an errno. NULL if the code is 0. In ARENA, or static.
 */
const char *format_code(const struct verdict *verdict, struct arena *arena);

/* Adds the members "verdict", "text", "detail" and "code" to the JSON object that is open. */
void format_json_verdict(struct output *output, const struct verdict *verdict,
			 struct arena *arena);

/* The colour for a verdict: accepted, a problem, or left out on purpose. */
enum lines_shade format_shade(const struct verdict *verdict);

/*
 * Who has written a configuration file, in a word for JSON: "packages", "administrator", "drop-in",
 * "user" or "variable". SOURCE: see struct settings_file.
 */
const char *format_source(unsigned source);

/* Formats as printf() does, into ARENA. Never NULL: without memory the text is "(no memory)". */
__attribute__((format(__printf__, 2, 3)))
const char *format_into(struct arena *arena, const char *format, ...);
__attribute__((format(__printf__, 2, 0)))
const char *format_into_va(struct arena *arena, const char *format, va_list arguments);

/* The same for a text that a program reads. NULL: there is no memory. */
__attribute__((format(__printf__, 2, 3)))
const char *format_whole(struct arena *arena, const char *format, ...);

/* LEFT, SEPARATOR and TEXT; TEXT itself if LEFT is NULL or empty. */
const char *format_joined(const char *left, const char *separator, const char *text,
			  struct arena *arena);

/*
 * A JSON object of texts, whose keys and values alternate; FORMAT_END is the last key. A value that
 * is NULL is null.
 */
#define FORMAT_END ((const char *)NULL)
__attribute__((sentinel)) void format_json_texts(struct output *output, ...);

/* TEXT, or INSTEAD if it is not known. */
static inline const char *format_or(const char *text, const char *instead)
{
	return text ? text : instead;
}

#endif
