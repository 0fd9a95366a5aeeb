/* SPDX-License-Identifier: Apache-2.0 */
/* notes: see notes.h. */
#include "tool/replay/notes.h"

#include "api/api.h"
#include "opencl/names.h"
#include "tool/output/format.h"

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
