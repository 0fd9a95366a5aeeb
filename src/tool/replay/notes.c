/* SPDX-License-Identifier: Apache-2.0 */
/* notes: see notes.h. */
#include "tool/replay/notes.h"

#include <inttypes.h>
#include <string.h>

#include "api/api.h"
#include "launch/launch-rules.h"
#include "opencl/names.h"
#include "tool/output/format.h"

#define MOST_FILES 8	/* that are named */

/* "CL_OUT_OF_RESOURCES (-5)" */
static const char *code_text(int64_t code, struct arena *arena)
{
	const struct names_value *value = names_find(NAMES_cl_error, (int)code);

	return value ? format_into(arena, "%s (%d)", value->name, (int)code) :
		       format_into(arena, "error %d", (int)code);
}

static int64_t failure_of(const struct launch *launch)
{
	return launch->call.error != 0 ? launch->call.error : launch->call.status;
}

const char *notes_refusal(const struct launch *launch, struct arena *arena)
{
	const struct launch_call *call = &launch->call;

	if (!launch_has_failed_outside(launch))
		return NULL;
	if (call->wait_status < 0)
		return format_into(arena,
				   "it cannot be replayed: the launch ended with %s because an "
				   "event that it waited for ended with %s",
				   code_text(call->status, arena),
				   code_text(call->wait_status, arena));
	return format_into(
		arena,
		"it cannot be replayed: the launch %s %s, which is about its queue, its "
		"context or the events that it waited for, and these are not in a capture",
		call->error != 0 ? "returned" : "ended with", code_text(failure_of(launch), arena));
}

const char *notes_doubt(const struct launch *launch, struct arena *arena)
{
	const int64_t code = failure_of(launch);

	if (code != CL_OUT_OF_RESOURCES && code != CL_OUT_OF_HOST_MEMORY &&
	    code != CL_MEM_OBJECT_ALLOCATION_FAILURE)
		return NULL;
	return format_into(arena, "%s also depends on what else the program had on the device then",
			   code_text(code, arena));
}

const char *notes_missing_files(const struct launch *launch, struct arena *arena)
{
	const char *text = NULL;

	for (size_t i = 0; i < launch->missing_count; i++) {
		if (i == MOST_FILES)
			return format_into(arena, "%s, ...", text);
		text = format_into(arena, "%s%s%s", format_or(text, ""), text ? ", " : "",
				   launch->missing[i].name);
	}
	return text;
}

/* -- how it is replayed ---------------------------------------------------------------------- */

const char *notes_rule(enum launch_as as, const struct launch_bounds *bounds, struct arena *arena)
{
	static const char *const names[] = { [LAUNCH_FLOAT16] = "half", [LAUNCH_FLOAT32] = "float",
					     [LAUNCH_FLOAT64] = "double" };

	if (as == LAUNCH_UNKNOWN)
		return "bit by bit, because its type is not known; --type can say it";
	if (as == LAUNCH_BITS)
		return "bit by bit";
	if (as > LAUNCH_FLOAT64)
		return format_into(arena, "numbers of an image, within %" PRIu64 " step%s",
				   bounds->ulps, bounds->ulps == 1 ? "" : "s");
	return format_into(arena,
			   "%s, within %" PRIu64
			   " unit%s in the last place, %g of the greater "
			   "one, or %g",
			   names[as], bounds->ulps, bounds->ulps == 1 ? "" : "s", bounds->relative,
			   bounds->absolute);
}

/* "8 x 4" */
static const char *sizes_text(const uint64_t *sizes, uint64_t count, struct arena *arena)
{
	const char *text = "";

	for (uint64_t i = 0; i < count; i++)
		text = format_into(arena, "%s%s%" PRIu64, text, i > 0 ? " x " : "", sizes[i]);
	return text;
}

const char *notes_local(const struct launch *launch, struct arena *arena)
{
	const struct launch_call *call = &launch->call;
	const char *chosen = sizes_text(call->suggested, call->dimensions, arena);

	if (call->is_task || (call->has_local && !call->has_suggested))
		return NULL;
	if (call->has_local)
		return format_into(arena, "%s, as the driver of the capture chose", chosen);
	if (!call->has_suggested)
		return "each driver chooses; the local size that the captured driver chose is not "
		       "known";
	return format_into(arena, "each driver chooses; the captured driver chose %s", chosen);
}
