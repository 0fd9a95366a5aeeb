/* SPDX-License-Identifier: Apache-2.0 */
/* notes: see notes.h. */
#include "tool/replay/notes.h"

#include <inttypes.h>
#include <string.h>

#include "api/api.h"
#include "launch/build-options.h"
#include "opencl/names.h"
#include "tool/output/format.h"

#define MOST_FILES 8	/* that are named */
#define MOST_LINES 256	/* that are looked at */

const char *notes_code(int32_t code, struct arena *arena)
{
	const struct names_value *value = names_find(NAMES_cl_error, code);

	return value ? format_into(arena, "%s (%d)", value->name, code) :
		       format_into(arena, "error %d", code);
}

const char *notes_refusal(const struct capture *capture, struct arena *arena)
{
	const struct capture_launch *launch = &capture->launch;

	if (!capture_has_failed_outside(capture))
		return NULL;
	if (launch->wait_status < 0)
		return format_into(arena, "it cannot be replayed: the launch ended with %s because an "
				   "event that it waited for ended with %s",
				   notes_code(launch->status, arena),
				   notes_code(launch->wait_status, arena));
	return format_into(arena, "it cannot be replayed: the launch %s %s, which is about its queue, its "
			   "context or the events that it waited for, and these are not in a capture",
			   launch->error != 0 ? "returned" : "ended with",
			   notes_code(launch->error != 0 ? launch->error : launch->status, arena));
}

const char *notes_doubt(const struct capture *capture, struct arena *arena)
{
	const int32_t code = capture->launch.error != 0 ? capture->launch.error :
							  capture->launch.status;

	if (code != CL_OUT_OF_RESOURCES && code != CL_OUT_OF_HOST_MEMORY &&
	    code != CL_MEM_OBJECT_ALLOCATION_FAILURE)
		return NULL;
	return format_into(arena, "%s also depends on what else the program had on the device then",
			   notes_code(code, arena));
}

/* -- files that are not there ---------------------------------------------------------------- */

/* Is it one that clCompileProgram got? Headers may include others of these. */
static bool is_header(const struct capture *capture, const char *name, size_t length)
{
	for (size_t i = 0; i < capture->program_count; i++) {
		const struct capture_program *program = &capture->programs[i];

		for (size_t j = 0; j < program->header_count; j++)
			if (strlen(program->headers[j].name) == length &&
			    memcmp(program->headers[j].name, name, length) == 0)
				return true;
	}
	return false;
}

struct list {
	struct arena *arena;
	const char *text;	/* NULL: empty */
	const char *names[MOST_FILES];
	size_t count;
};

static void add_name(struct list *list, const char *name, size_t length)
{
	for (size_t i = 0; i < list->count; i++)
		if (strlen(list->names[i]) == length && memcmp(list->names[i], name, length) == 0)
			return;
	if (list->count == MOST_FILES) {
		if (!strstr(list->text, ", ..."))
			list->text = format_into(list->arena, "%s, ...", list->text);
		return;
	}
	list->names[list->count] = format_into(list->arena, "%.*s", (int)length, name);
	list->text = format_into(list->arena, "%s%s%s", format_or(list->text, ""),
				 list->text ? ", " : "", list->names[list->count]);
	list->count++;
}

const char *notes_missing_files(const struct capture *capture, struct arena *arena)
{
	struct list list = { .arena = arena };
	size_t lines = 0;

	for (size_t i = 0; i < capture->program_count; i++) {
		const struct capture_program *program = &capture->programs[i];
		const char *rest = (const char *)program->text.bytes;
		const char *name;
		size_t length;

		if (program->kind != CAPTURE_PROGRAM_SOURCE || program->whole.hash || !rest)
			continue;
		while (lines++ < MOST_LINES && (name = build_options_next_include(&rest, &length)))
			if (!is_header(capture, name, length))
				add_name(&list, name, length);
	}
	return list.text;
}

/* -- how it is replayed ---------------------------------------------------------------------- */

const char *notes_rule(const struct capture_rule *rule, struct arena *arena)
{
	static const char *const names[] = { [CAPTURE_FLOAT16] = "half", [CAPTURE_FLOAT32] = "float",
					     [CAPTURE_FLOAT64] = "double" };

	if (rule->as == CAPTURE_UNKNOWN)
		return "bit by bit, because its type is not known; --type can say it";
	if (rule->as == CAPTURE_BITS)
		return "bit by bit";
	if (rule->as > CAPTURE_FLOAT64)
		return format_into(arena, "numbers of an image, within %" PRIu64 " step%s", rule->ulps,
				   rule->ulps == 1 ? "" : "s");
	return format_into(arena, "%s, within %" PRIu64 " unit%s in the last place, %g of the greater "
			   "one, or %g", names[rule->as], rule->ulps, rule->ulps == 1 ? "" : "s",
			   rule->relative, rule->absolute);
}

/* "8 x 4" */
static const char *sizes_text(const struct capture_sizes *sizes, unsigned int count,
			      struct arena *arena)
{
	const char *text = "";

	for (unsigned int i = 0; i < count; i++)
		text = format_into(arena, "%s%s%zu", text, i > 0 ? " x " : "", sizes->sizes[i]);
	return text;
}

const char *notes_local(const struct capture *capture, struct arena *arena)
{
	const struct capture_launch *launch = &capture->launch;
	const char *chosen = sizes_text(&launch->suggested_local, launch->dimensions, arena);

	if (launch->is_task || (launch->local.is_given && !launch->suggested_local.is_given))
		return NULL;
	if (launch->local.is_given)
		return format_into(arena, "%s, as the driver of the capture chose", chosen);
	if (!launch->suggested_local.is_given)
		return "each driver chooses; which one that of the capture chose is not known";
	return format_into(arena, "each driver chooses; that of the capture chose %s", chosen);
}
