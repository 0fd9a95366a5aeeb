/* SPDX-License-Identifier: Apache-2.0 */
/* capture: see capture.h. */
#include "capture/capture.h"

#include <string.h>

#include "api/api.h"

size_t capture_root(const struct capture *capture, size_t memory)
{
	while (capture->memory[memory].parent != CAPTURE_NONE)
		memory = capture->memory[memory].parent;
	return memory;
}

const struct capture_bytes *capture_text(const struct capture_program *program)
{
	return program->whole.hash ? &program->whole : &program->text;
}

const char *capture_options(const struct capture_program *program)
{
	return program->whole.hash ? program->whole_options : program->options;
}

bool capture_has_program(const struct capture *capture, enum capture_program_kind kind)
{
	for (size_t i = 0; i < capture->program_count; i++)
		if (capture->programs[i].kind == kind)
			return true;
	return false;
}

bool capture_has_memory(const struct capture *capture, enum capture_memory_kind kind)
{
	for (size_t i = 0; i < capture->memory_count; i++)
		if (capture->memory[i].kind == kind)
			return true;
	return false;
}

bool capture_is_set(const struct capture_setting *setting)
{
	cl_bool value = CL_FALSE;

	if (setting->size == sizeof(value))
		memcpy(&value, setting->bytes, sizeof(value));
	return value != CL_FALSE;
}

bool capture_has_failed_outside(const struct capture *capture)
{
	switch (capture->launch.error) {
	case CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST:
	case CL_INVALID_EVENT_WAIT_LIST:
	case CL_INVALID_EVENT:
	case CL_INVALID_COMMAND_QUEUE:
	case CL_INVALID_CONTEXT:
	case CL_INVALID_KERNEL:
		return true;
	default:
		return capture->launch.status == CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST ||
		       (capture->launch.status < 0 && capture->launch.wait_status < 0);
	}
}

struct capture_range *capture_next(const struct capture *capture, struct capture_cursor *cursor)
{
	for (; cursor->memory < capture->memory_count; cursor->memory++) {
		if (cursor->range < capture->memory[cursor->memory].range_count)
			return &capture->memory[cursor->memory].ranges[cursor->range++];
		cursor->range = 0;
	}
	return NULL;
}

void capture_region(const struct capture_memory *memory, size_t region[CAPTURE_DIMENSIONS])
{
	const uint32_t type = memory->image.type;
	const bool is_flat = type == CL_MEM_OBJECT_IMAGE1D || type == CL_MEM_OBJECT_IMAGE1D_BUFFER;

	region[0] = (size_t)memory->image.width;
	region[1] = is_flat ? 1 :
		    type == CL_MEM_OBJECT_IMAGE1D_ARRAY ? (size_t)memory->image.array_size :
							  (size_t)memory->image.height;
	region[2] = type == CL_MEM_OBJECT_IMAGE3D ? (size_t)memory->image.depth :
		    type == CL_MEM_OBJECT_IMAGE2D_ARRAY ? (size_t)memory->image.array_size : 1;
}
