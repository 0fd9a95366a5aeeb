/* SPDX-License-Identifier: Apache-2.0 */
/* format: see format.h. */
#include "tool/output/format.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "opencl/names.h"

/* NULL: there is no memory. */
__attribute__((format(__printf__, 2, 0)))
static const char *make_text(struct arena *arena, const char *format, va_list arguments)
{
	char *text = NULL;
	char *copy = NULL;
	int length = vasprintf(&text, format, arguments);

	if (length >= 0) {
		copy = arena_copy(arena, text, (size_t)length);
		free(text);
	}
	return copy;
}

const char *format_into_va(struct arena *arena, const char *format, va_list arguments)
{
	return format_or(make_text(arena, format, arguments), "(no memory)");
}

const char *format_into(struct arena *arena, const char *format, ...)
{
	const char *text;
	va_list arguments;

	va_start(arguments, format);
	text = format_into_va(arena, format, arguments);
	va_end(arguments);
	return text;
}

const char *format_whole(struct arena *arena, const char *format, ...)
{
	const char *text;
	va_list arguments;

	va_start(arguments, format);
	text = make_text(arena, format, arguments);
	va_end(arguments);
	return text;
}

const char *format_joined(const char *left, const char *separator, const char *text,
			  struct arena *arena)
{
	return left && *left ? format_into(arena, "%s%s%s", left, separator, text) : text;
}

void format_json_texts(struct output *output, ...)
{
	const char *key;
	va_list arguments;

	json_open_object(output, NULL);
	va_start(arguments, output);
	while ((key = va_arg(arguments, const char *)))
		json_text(output, key, va_arg(arguments, const char *));
	va_end(arguments);
	json_close_object(output);
}

const char *format_error(int code, struct arena *arena)
{
	const struct names_value *value = names_find(NAMES_cl_error, code);

	return value ? format_into(arena, "%s (%d)", value->name, code)
		     : format_into(arena, "error %d", code);
}

const char *format_code(const struct verdict *verdict, struct arena *arena)
{
	if (verdict->code == 0)
		return NULL;
	if (verdict->reason == REASON_UNREADABLE || verdict->reason == REASON_CONFIG_REFUSED)
		return strerror(verdict->code);
	if (verdict->reason == REASON_LAYER_API_VERSION && verdict->code > 0)
		return format_into(arena, "version %d", verdict->code);
	return format_error(verdict->code, arena);
}

const char *format_verdict(const struct verdict *verdict, struct arena *arena)
{
	const char *code = format_code(verdict, arena);

	return format_into(arena, "%s%s%s%s%s", reason_text(verdict->reason),
			   verdict->detail ? ": " : "", format_or(verdict->detail, ""),
			   code ? ": " : "", format_or(code, ""));
}

void format_json_verdict(struct output *output, const struct verdict *verdict,
			 struct arena *arena)
{
	json_text(output, "verdict", reason_id(verdict->reason));
	json_text(output, "text", reason_text(verdict->reason));
	json_text(output, "detail", verdict->detail);
	json_text(output, "code", format_code(verdict, arena));
}

const char *format_source(unsigned source)
{
	/* By their numbers in loader.conf(5). */
	static const char *const words[] = {
		[0] = "variable", [2] = "packages", [3] = "administrator", [4] = "drop-in",
		[5] = "user",
	};

	return source < ARRAY_SIZE(words) && words[source] ? words[source] : "unknown";
}

enum lines_shade format_shade(const struct verdict *verdict)
{
	if (verdict->reason == REASON_OK)
		return LINES_GOOD;
	return reason_is_expected(verdict->reason) ? LINES_DIM : LINES_PROBLEM;
}
