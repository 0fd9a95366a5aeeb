/* SPDX-License-Identifier: Apache-2.0 */
/*
 * buffer-commands: records barriers, copies and fills of buffers, and copies and fills of SVM. Each
 * command is a function that enqueues it, one that checks it, and the one that the program calls.
 */
#include "layers/compatibility/command-buffer/command-buffer.h"

#include <stdint.h>
#include <string.h>

#include "layers/compatibility/command-buffer/buffers.h"
#include "layers/compatibility/command-buffer/operands.h"
#include "layers/compatibility/lookup.h"
#include "layers/frame/ask.h"
#include "opencl/constants.h"

/* -- barrier --------------------------------------------------------------------------- */

CLROUTER_WRAP_EXTENSION(clCommandBarrierWithWaitListKHR)
{
	BUFFERS_RECORD(clCommandBarrierWithWaitListKHR, NULL, false);

	return buffers_end(command, &request, CL_SUCCESS);
}

/* -- copy buffer ----------------------------------------------------------------------- */

BUFFERS_ENQUEUE(enqueue_copy)
{
	return clrouter_target.clEnqueueCopyBuffer(place->queue, command->objects[0],
						   command->objects[1], command->origins[0][0],
						   command->origins[1][0], command->region[0],
						   place->wait_count, place->waits, place->event);
}

/* The buffers of a copy. */
static cl_int check_buffers(const struct buffer_command *command, struct operand *source,
			    struct operand *target)
{
	cl_int error = operands_buffer(command->buffer, command->objects[0], source);

	if (error == CL_SUCCESS)
		error = operands_buffer(command->buffer, command->objects[1], target);
	return error == CL_SUCCESS ? operands_writable(target) : error;
}

static cl_int check_copy(const struct buffer_command *command)
{
	struct operand source;
	struct operand target;
	cl_int error = check_buffers(command, &source, &target);

	if (error == CL_SUCCESS)
		error = operands_range(&source, command->origins[0][0], command->region[0]);
	if (error == CL_SUCCESS)
		error = operands_range(&target, command->origins[1][0], command->region[0]);
	if (error == CL_SUCCESS && operands_overlap(&source, command->origins[0][0], &target,
						    command->origins[1][0], command->region[0]))
		error = CL_MEM_COPY_OVERLAP;
	return error;
}

CLROUTER_WRAP_EXTENSION(clCommandCopyBufferKHR)
{
	BUFFERS_RECORD(clCommandCopyBufferKHR, enqueue_copy, false);

	command->objects[0] = src_buffer;
	command->objects[1] = dst_buffer;
	command->origins[0][0] = src_offset;
	command->origins[1][0] = dst_offset;
	command->region[0] = size;
	return buffers_end(command, &request, check_copy(command));
}

/* -- copy a rectangle ------------------------------------------------------------------ */

BUFFERS_ENQUEUE(enqueue_copy_rect)
{
	return clrouter_target.clEnqueueCopyBufferRect(
		place->queue, command->objects[0], command->objects[1], command->origins[0],
		command->origins[1], command->region, command->pitches[0], command->pitches[1],
		command->pitches[2], command->pitches[3], place->wait_count, place->waits,
		place->event);
}

static cl_int check_copy_rect(const struct buffer_command *command)
{
	struct operand source;
	struct operand target;
	struct region from;
	struct region to;
	cl_int error = check_buffers(command, &source, &target);

	if (error == CL_SUCCESS)
		error = operands_rectangle(&source, command->origins[0], command->region,
					   command->pitches[0], command->pitches[1], &from);
	if (error == CL_SUCCESS)
		error = operands_rectangle(&target, command->origins[1], command->region,
					   command->pitches[2], command->pitches[3], &to);
	if (error != CL_SUCCESS)
		return error;
	if (source.object == target.object && (from.row != to.row || from.slice != to.slice))
		return CL_INVALID_VALUE;
	if (operands_rectangles_overlap(&source, &from, &target, &to))
		return CL_MEM_COPY_OVERLAP;
	return CL_SUCCESS;
}

CLROUTER_WRAP_EXTENSION(clCommandCopyBufferRectKHR)
{
	BUFFERS_RECORD(clCommandCopyBufferRectKHR, enqueue_copy_rect, false);

	command->objects[0] = src_buffer;
	command->objects[1] = dst_buffer;
	command->pitches[0] = src_row_pitch;
	command->pitches[1] = src_slice_pitch;
	command->pitches[2] = dst_row_pitch;
	command->pitches[3] = dst_slice_pitch;
	if (!src_origin || !dst_origin || !region)
		return buffers_end(command, &request, CL_INVALID_VALUE);
	memcpy(command->origins[0], src_origin, 3 * sizeof(*src_origin));
	memcpy(command->origins[1], dst_origin, 3 * sizeof(*dst_origin));
	memcpy(command->region, region, 3 * sizeof(*region));
	return buffers_end(command, &request, check_copy_rect(command));
}

/* -- fill a buffer --------------------------------------------------------------------- */

static void set_pattern(struct buffer_command *command, const void *pattern, size_t size)
{
	if (operands_pattern(pattern, size) != CL_SUCCESS)
		return;
	memcpy(command->pattern, pattern, size);
	command->pattern_size = size;
}

BUFFERS_ENQUEUE(enqueue_fill)
{
	return clrouter_target.clEnqueueFillBuffer(place->queue, command->objects[1],
						   command->pattern, command->pattern_size,
						   command->origins[1][0], command->region[0],
						   place->wait_count, place->waits, place->event);
}

static cl_int check_fill(const struct buffer_command *command)
{
	struct operand target;
	cl_int error = operands_buffer(command->buffer, command->objects[1], &target);

	if (error == CL_SUCCESS)
		error = operands_writable(&target);
	if (error != CL_SUCCESS)
		return error;
	if (command->pattern_size == 0 || command->origins[1][0] % command->pattern_size != 0 ||
	    command->region[0] % command->pattern_size != 0)
		return CL_INVALID_VALUE;
	return operands_range(&target, command->origins[1][0], command->region[0]);
}

CLROUTER_WRAP_EXTENSION(clCommandFillBufferKHR)
{
	BUFFERS_RECORD(clCommandFillBufferKHR, enqueue_fill, false);

	command->objects[1] = buffer;
	command->origins[1][0] = offset;
	command->region[0] = size;
	set_pattern(command, pattern, pattern_size);
	return buffers_end(command, &request, check_fill(command));
}

/* -- SVM ------------------------------------------------------------------------------- */

static cl_int check_svm(const struct buffer_command *command)
{
	cl_device_svm_capabilities svm = 0;

	ASK(clGetDeviceInfo, command->buffer->device, CL_DEVICE_SVM_CAPABILITIES, svm);
	return svm == 0 ? CL_INVALID_OPERATION : CL_SUCCESS;
}

BUFFERS_ENQUEUE(enqueue_svm_copy)
{
	return clrouter_target.clEnqueueSVMMemcpy(place->queue, CL_FALSE,
						  (void *)(uintptr_t)command->pointers[1],
						  command->pointers[0], command->region[0],
						  place->wait_count, place->waits, place->event);
}

static cl_int check_svm_copy(const struct buffer_command *command)
{
	const uintptr_t from = (uintptr_t)command->pointers[0];
	const uintptr_t to = (uintptr_t)command->pointers[1];
	const cl_int error = check_svm(command);

	if (error != CL_SUCCESS)
		return error;
	if (from == 0 || to == 0)
		return CL_INVALID_VALUE;
	return region_bytes_overlap(from, to, command->region[0]) ? CL_MEM_COPY_OVERLAP : CL_SUCCESS;
}

CLROUTER_WRAP_EXTENSION(clCommandSVMMemcpyKHR)
{
	BUFFERS_RECORD(clCommandSVMMemcpyKHR, enqueue_svm_copy, false);

	command->pointers[0] = src_ptr;
	command->pointers[1] = dst_ptr;
	command->region[0] = size;
	return buffers_end(command, &request, check_svm_copy(command));
}

BUFFERS_ENQUEUE(enqueue_svm_fill)
{
	return clrouter_target.clEnqueueSVMMemFill(
		place->queue, (void *)(uintptr_t)command->pointers[1], command->pattern,
		command->pattern_size, command->region[0], place->wait_count, place->waits,
		place->event);
}

static cl_int check_svm_fill(const struct buffer_command *command)
{
	const uintptr_t to = (uintptr_t)command->pointers[1];
	const cl_int error = check_svm(command);

	if (error != CL_SUCCESS)
		return error;
	return to == 0 || command->pattern_size == 0 || to % command->pattern_size != 0 ||
			       command->region[0] % command->pattern_size != 0
		       ? CL_INVALID_VALUE
		       : CL_SUCCESS;
}

CLROUTER_WRAP_EXTENSION(clCommandSVMMemFillKHR)
{
	BUFFERS_RECORD(clCommandSVMMemFillKHR, enqueue_svm_fill, false);

	command->pointers[1] = svm_ptr;
	command->region[0] = size;
	set_pattern(command, pattern, pattern_size);
	return buffers_end(command, &request, check_svm_fill(command));
}

void buffer_commands_start(void)
{
	static struct lookup lookups[] = {
		LOOKUP(clCommandBarrierWithWaitListKHR, FEATURE_COMMAND_BUFFER),
		LOOKUP(clCommandCopyBufferKHR, FEATURE_COMMAND_BUFFER),
		LOOKUP(clCommandCopyBufferRectKHR, FEATURE_COMMAND_BUFFER),
		LOOKUP(clCommandFillBufferKHR, FEATURE_COMMAND_BUFFER),
		LOOKUP(clCommandSVMMemcpyKHR, FEATURE_COMMAND_BUFFER),
		LOOKUP(clCommandSVMMemFillKHR, FEATURE_COMMAND_BUFFER),
	};

	LOOKUP_ADD_ALL(lookups);
}
