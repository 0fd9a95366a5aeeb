/* SPDX-License-Identifier: Apache-2.0 */
/* format: see format.h. */
#include "tool/output/format.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/api.h"
#include "base/array.h"

/* The codes that drivers answer to the questions of the loader, and to an attempt to compute. */
#define CODES(X) \
	X(CL_DEVICE_NOT_FOUND) \
	X(CL_DEVICE_NOT_AVAILABLE) \
	X(CL_COMPILER_NOT_AVAILABLE) \
	X(CL_MEM_OBJECT_ALLOCATION_FAILURE) \
	X(CL_BUILD_PROGRAM_FAILURE) \
	X(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST) \
	X(CL_LINKER_NOT_AVAILABLE) \
	X(CL_OUT_OF_RESOURCES) \
	X(CL_OUT_OF_HOST_MEMORY) \
	X(CL_INVALID_VALUE) \
	X(CL_INVALID_PLATFORM) \
	X(CL_INVALID_DEVICE) \
	X(CL_INVALID_BINARY) \
	X(CL_INVALID_BUILD_OPTIONS) \
	X(CL_INVALID_PROGRAM) \
	X(CL_INVALID_PROGRAM_EXECUTABLE) \
	X(CL_INVALID_KERNEL_NAME) \
	X(CL_INVALID_OPERATION)

#define PLATFORM_NOT_FOUND (-1001)	/* cl_khr_icd's, of a header of its own */

const char *format_into_va(struct arena *arena, const char *format, va_list arguments)
{
	char *text = NULL;
	char *copy = NULL;
	int length = vasprintf(&text, format, arguments);

	if (length >= 0) {
		copy = arena_copy(arena, text, (size_t)length);
		free(text);
	}
	return copy ? copy : "(no memory)";
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

static const char *code_name(int code)
{
	switch (code) {
#define X(name) case name: return #name;
	CODES(X)
#undef X
	case PLATFORM_NOT_FOUND:
		return "CL_PLATFORM_NOT_FOUND_KHR";
	}
	return NULL;
}

const char *format_code(const struct verdict *verdict, struct arena *arena)
{
	const char *name = code_name(verdict->code);

	if (verdict->code == 0)
		return NULL;
	if (verdict->reason == REASON_UNREADABLE || verdict->reason == REASON_CONFIG_REFUSED)
		return strerror(verdict->code);
	if (verdict->reason == REASON_LAYER_API_VERSION && verdict->code > 0)
		return format_into(arena, "version %d", verdict->code);
	return name ? format_into(arena, "%s (%d)", name, verdict->code)
		    : format_into(arena, "error %d", verdict->code);
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
