/* SPDX-License-Identifier: Apache-2.0 */
/*
 * buffer-commands: see buffer-commands.h. Each command is a function that enqueues it, one that
 * checks it, and the one that the program calls.
 */
#include "layers/compatibility/command-buffer/buffer-commands.h"

#include <stdint.h>
#include <string.h>

#include "layers/compatibility/command-buffer/buffers.h"
#include "layers/compatibility/command-buffer/operands.h"
#include "layers/compatibility/lookup.h"
#include "opencl/constants.h"

/* -- barrier --------------------------------------------------------------------------- */

CLROUTER_WRAP_EXTENSION(clCommandBarrierWithWaitListKHR)
{
	const struct request request = REQUEST;
	struct command *command;
	cl_int error;

	BUFFERS_PASS_ON(clCommandBarrierWithWaitListKHR, command_buffer, command_buffer,
			command_queue, properties, num_sync_points_in_wait_list,
			sync_point_wait_list, sync_point, mutable_handle);
	error = buffers_begin(&request, &command);
	return error != CL_SUCCESS ? error : buffers_end(command, &request, CL_SUCCESS);
}

/* -- copy buffer ----------------------------------------------------------------------- */

static cl_int enqueue_copy(const struct command *command, const struct kernel_launch *launch,
			   const struct place *place)
{
	(void)launch;
	return clrouter_target.clEnqueueCopyBuffer(place->queue, command->objects[0],
						   command->objects[1], command->origins[0][0],
						   command->origins[1][0], command->region[0],
						   place->wait_count, place->waits, place->event);
}

static cl_int check_copy(const struct command *command)
{
	struct operand source;
	struct operand target;
	cl_int error = operands_buffer(command->buffer, command->objects[0], &source);

	if (error == CL_SUCCESS)
		error = operands_buffer(command->buffer, command->objects[1], &target);
	if (error == CL_SUCCESS)
		error = operands_writable(&target);
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
	const struct request request = REQUEST;
	struct command *command;
	cl_int error;

	BUFFERS_PASS_ON(clCommandCopyBufferKHR, command_buffer, command_buffer, command_queue,
			properties, src_buffer, dst_buffer, src_offset, dst_offset, size,
			num_sync_points_in_wait_list, sync_point_wait_list, sync_point,
			mutable_handle);
	error = buffers_begin(&request, &command);
	if (error != CL_SUCCESS)
		return error;
	command->enqueue = enqueue_copy;
	command->objects[0] = src_buffer;
	command->objects[1] = dst_buffer;
	command->origins[0][0] = src_offset;
	command->origins[1][0] = dst_offset;
	command->region[0] = size;
	return buffers_end(command, &request, check_copy(command));
}

/* -- copy a rectangle ------------------------------------------------------------------ */

static cl_int enqueue_copy_rect(const struct command *command, const struct kernel_launch *launch,
				const struct place *place)
{
	(void)launch;
	return clrouter_target.clEnqueueCopyBufferRect(
		place->queue, command->objects[0], command->objects[1], command->origins[0],
		command->origins[1], command->region, command->pitches[0], command->pitches[1],
		command->pitches[2], command->pitches[3], place->wait_count, place->waits,
		place->event);
}

static cl_int check_copy_rect(const struct command *command)
{
	struct operand source;
	struct operand target;
	struct region from;
	struct region to;
	cl_int error = operands_buffer(command->buffer, command->objects[0], &source);

	if (error == CL_SUCCESS)
		error = operands_buffer(command->buffer, command->objects[1], &target);
	if (error == CL_SUCCESS)
		error = operands_writable(&target);
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
	const struct request request = REQUEST;
	struct command *command;
	cl_int error;

	BUFFERS_PASS_ON(clCommandCopyBufferRectKHR, command_buffer, command_buffer, command_queue,
			properties, src_buffer, dst_buffer, src_origin, dst_origin, region,
			src_row_pitch, src_slice_pitch, dst_row_pitch, dst_slice_pitch,
			num_sync_points_in_wait_list, sync_point_wait_list, sync_point,
			mutable_handle);
	error = buffers_begin(&request, &command);
	if (error != CL_SUCCESS)
		return error;
	command->enqueue = enqueue_copy_rect;
	command->objects[0] = src_buffer;
	command->objects[1] = dst_buffer;
	command->pitches[0] = src_row_pitch;
	command->pitches[1] = src_slice_pitch;
	command->pitches[2] = dst_row_pitch;
	command->pitches[3] = dst_slice_pitch;
	if (src_origin == NULL || dst_origin == NULL || region == NULL)
		return buffers_end(command, &request, CL_INVALID_VALUE);
	memcpy(command->origins[0], src_origin, 3 * sizeof(*src_origin));
	memcpy(command->origins[1], dst_origin, 3 * sizeof(*dst_origin));
	memcpy(command->region, region, 3 * sizeof(*region));
	return buffers_end(command, &request, check_copy_rect(command));
}

/* -- fill a buffer --------------------------------------------------------------------- */

static void set_pattern(struct command *command, const void *pattern, size_t size)
{
	if (operands_pattern(pattern, size) != CL_SUCCESS)
		return;
	memcpy(command->pattern, pattern, size);
	command->pattern_size = size;
}

static cl_int enqueue_fill(const struct command *command, const struct kernel_launch *launch,
			   const struct place *place)
{
	(void)launch;
	return clrouter_target.clEnqueueFillBuffer(place->queue, command->objects[1],
						   command->pattern, command->pattern_size,
						   command->origins[1][0], command->region[0],
						   place->wait_count, place->waits, place->event);
}

static cl_int check_fill(const struct command *command)
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
	const struct request request = REQUEST;
	struct command *command;
	cl_int error;

	BUFFERS_PASS_ON(clCommandFillBufferKHR, command_buffer, command_buffer, command_queue,
			properties, buffer, pattern, pattern_size, offset, size,
			num_sync_points_in_wait_list, sync_point_wait_list, sync_point,
			mutable_handle);
	error = buffers_begin(&request, &command);
	if (error != CL_SUCCESS)
		return error;
	command->enqueue = enqueue_fill;
	command->objects[1] = buffer;
	command->origins[1][0] = offset;
	command->region[0] = size;
	set_pattern(command, pattern, pattern_size);
	return buffers_end(command, &request, check_fill(command));
}

/* -- SVM ------------------------------------------------------------------------------- */

static cl_int check_svm(const struct command *command)
{
	cl_device_svm_capabilities svm = 0;

	clrouter_target.clGetDeviceInfo(command->buffer->device, CL_DEVICE_SVM_CAPABILITIES,
					sizeof(svm), &svm, NULL);
	return svm == 0 ? CL_INVALID_OPERATION : CL_SUCCESS;
}

static cl_int enqueue_svm_copy(const struct command *command, const struct kernel_launch *launch,
			       const struct place *place)
{
	(void)launch;
	return clrouter_target.clEnqueueSVMMemcpy(place->queue, CL_FALSE,
						  (void *)(uintptr_t)command->pointers[1],
						  command->pointers[0], command->region[0],
						  place->wait_count, place->waits, place->event);
}

static cl_int check_svm_copy(const struct command *command)
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
	const struct request request = REQUEST;
	struct command *command;
	cl_int error;

	BUFFERS_PASS_ON(clCommandSVMMemcpyKHR, command_buffer, command_buffer, command_queue,
			properties, dst_ptr, src_ptr, size, num_sync_points_in_wait_list,
			sync_point_wait_list, sync_point, mutable_handle);
	error = buffers_begin(&request, &command);
	if (error != CL_SUCCESS)
		return error;
	command->enqueue = enqueue_svm_copy;
	command->pointers[0] = src_ptr;
	command->pointers[1] = dst_ptr;
	command->region[0] = size;
	return buffers_end(command, &request, check_svm_copy(command));
}

static cl_int enqueue_svm_fill(const struct command *command, const struct kernel_launch *launch,
			       const struct place *place)
{
	(void)launch;
	return clrouter_target.clEnqueueSVMMemFill(
		place->queue, (void *)(uintptr_t)command->pointers[1], command->pattern,
		command->pattern_size, command->region[0], place->wait_count, place->waits,
		place->event);
}

static cl_int check_svm_fill(const struct command *command)
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
	const struct request request = REQUEST;
	struct command *command;
	cl_int error;

	BUFFERS_PASS_ON(clCommandSVMMemFillKHR, command_buffer, command_buffer, command_queue,
			properties, svm_ptr, pattern, pattern_size, size,
			num_sync_points_in_wait_list, sync_point_wait_list, sync_point,
			mutable_handle);
	error = buffers_begin(&request, &command);
	if (error != CL_SUCCESS)
		return error;
	command->enqueue = enqueue_svm_fill;
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

	for (size_t i = 0; i < sizeof(lookups) / sizeof(lookups[0]); i++)
		lookup_add(&lookups[i]);
}
