/* SPDX-License-Identifier: Apache-2.0 */
/*
 * buffers: see buffers.h.
 */
#include "layers/compatibility/command-buffer/buffers.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "layers/compatibility/command-buffer/plan.h"
#include "layers/compatibility/locks.h"
#include "opencl/constants.h"

static struct lock lock = LOCK_INIT;
static atomic_bool any_native;

void buffers_start(void)
{
	locks_add(&lock);
}

void buffers_lock(void)
{
	lock_take(&lock);
}

void buffers_unlock(void)
{
	lock_give(&lock);
}

void buffers_note_native(void)
{
	atomic_store_explicit(&any_native, true, memory_order_relaxed);
}

bool buffers_any_native(void)
{
	return atomic_load_explicit(&any_native, memory_order_relaxed);
}

/* -- life ------------------------------------------------------------------------------ */

static void free_command(struct buffer_command *command)
{
	if (command->is_retained) {
		for (size_t i = 0; i < 2; i++)
			if (command->objects[i])
				clrouter_target.clReleaseMemObject(command->objects[i]);
		if (command->kernel)
			clrouter_target.clReleaseKernel(command->kernel);
	}
	launch_drop(command->launch);
	free(command->points);
	free(command->properties);
	free(command);
}

static void destroy_command(struct note *note)
{
	free_command((struct buffer_command *)note);
}

static void remove_command(struct buffer_command *command)
{
	if (command->has_handle)
		notes_release(command, NOTE_COMMAND);
	else
		free_command(command);
}

void buffers_destroy(struct note *note)
{
	struct command_buffer *buffer = (struct command_buffer *)note;

	for (size_t i = 0; i < buffer->count; i++)
		remove_command(buffer->commands[i]);
	buffers_drop_launches(buffer->launches);
	plan_free(buffer->plan);
	empty_command_done(&buffer->empty);
	clrouter_target.clReleaseCommandQueue(buffer->queue);
	free(buffer->commands);
	free(buffer->properties);
	free(buffer);
}

/* -- recording ------------------------------------------------------------------------- */

static bool is_recording(struct command_buffer *buffer)
{
	bool is;

	buffers_lock();
	is = buffer->state == CL_COMMAND_BUFFER_STATE_RECORDING_KHR;
	buffers_unlock();
	return is;
}

/*
 * Has BUFFER a command with each sync point that REQUEST waits for? Its commands stay. The list is
 * read up to the first wrong one, so a number that is too large leads no further.
 */
static bool has_points(const struct command_buffer *buffer, const struct request *request)
{
	bool has_all = true;

	buffers_lock();
	for (cl_uint i = 0; i < request->point_count && has_all; i++) {
		const cl_sync_point_khr point = request->points[i];

		has_all = point > 0 && point <= buffer->count &&
			  buffer->commands[point - 1]->has_point;
	}
	buffers_unlock();
	return has_all;
}

static cl_int check_request(const struct request *request, struct command_buffer *buffer)
{
	if (request->command_queue)
		return CL_INVALID_COMMAND_QUEUE;
	if (!is_recording(buffer))
		return CL_INVALID_OPERATION;
	if (!request->is_mutable && request->mutable_handle)
		return CL_INVALID_VALUE;
	if (!request->is_mutable && request->properties && request->properties[0] != 0)
		return CL_INVALID_VALUE;
	if ((request->points == NULL) != (request->point_count == 0) ||
	    !has_points(buffer, request))
		return CL_INVALID_SYNC_POINT_WAIT_LIST_KHR;
	return CL_SUCCESS;
}

/* A command of BUFFER with what all have in common; NULL: there is no memory. */
static struct buffer_command *make_command(const struct request *request,
					   struct command_buffer *buffer)
{
	struct buffer_command *command = calloc(1, sizeof(*command));

	if (!command)
		return NULL;
	command->buffer = buffer;
	command->queue = buffer->queue;
	command->has_point = request->sync_point != NULL;
	if (request->point_count == 0)
		return command;
	command->points = calloc(request->point_count, sizeof(*command->points));
	if (!command->points) {
		free(command);
		return NULL;
	}
	command->point_count = request->point_count;
	memcpy(command->points, request->points, request->point_count * sizeof(*command->points));
	return command;
}

cl_int buffers_begin(const struct request *request, struct buffer_command **command)
{
	struct command_buffer *buffer = notes_hold(request->command_buffer, NOTE_COMMAND_BUFFER);
	cl_int error;

	if (!buffer)
		return CL_INVALID_COMMAND_BUFFER_KHR;
	error = check_request(request, buffer);
	if (error == CL_SUCCESS) {
		*command = make_command(request, buffer);
		if (!*command)
			error = CL_OUT_OF_HOST_MEMORY;
	}
	if (error != CL_SUCCESS)
		notes_drop(&buffer->note);
	return error;
}

/* What could not be retained is forgotten, so that it is not released. */
static cl_int retain_objects(struct buffer_command *command)
{
	cl_int error = CL_SUCCESS;

	command->is_retained = true;
	for (size_t i = 0; i < 2; i++) {
		if (command->objects[i] && error == CL_SUCCESS)
			error = clrouter_target.clRetainMemObject(command->objects[i]);
		if (error != CL_SUCCESS)
			command->objects[i] = NULL;
	}
	if (command->kernel && error == CL_SUCCESS)
		error = clrouter_target.clRetainKernel(command->kernel);
	if (error != CL_SUCCESS)
		command->kernel = NULL;
	return error;
}

/* With the lock. The sync point of a command is its number, from 1. */
static cl_int append(struct command_buffer *buffer, struct buffer_command *command)
{
	if (buffer->state != CL_COMMAND_BUFFER_STATE_RECORDING_KHR)
		return CL_INVALID_OPERATION;
	if (buffer->count == UINT32_MAX)
		return CL_OUT_OF_RESOURCES;
	if (buffer->count == buffer->capacity) {
		const size_t capacity = buffer->capacity == 0 ? 16 : buffer->capacity * 2;
		struct buffer_command **commands =
			realloc(buffer->commands, capacity * sizeof(*buffer->commands));

		if (!commands)
			return CL_OUT_OF_HOST_MEMORY;
		buffer->commands = commands;
		buffer->capacity = capacity;
	}
	buffer->commands[buffer->count++] = command;
	return CL_SUCCESS;
}

/* The handle is there before the command is in the buffer, where other threads find it. */
static cl_int add_command(struct command_buffer *buffer, struct buffer_command *command,
			  const struct request *request)
{
	cl_sync_point_khr point = 0;
	cl_int error = retain_objects(command);

	if (error != CL_SUCCESS)
		return error;
	if (request->mutable_handle) {
		if (!notes_add_emulated(&command->note, NOTE_COMMAND, buffer->queue,
					destroy_command))
			return CL_OUT_OF_HOST_MEMORY;
		command->has_handle = true;
	}
	buffers_lock();
	error = append(buffer, command);
	if (error == CL_SUCCESS)
		point = (cl_sync_point_khr)buffer->count;
	buffers_unlock();
	if (error != CL_SUCCESS)
		return error;
	if (request->sync_point)
		*request->sync_point = point;
	if (request->mutable_handle)
		*request->mutable_handle = (cl_mutable_command_khr)command;
	return CL_SUCCESS;
}

cl_int buffers_end(struct buffer_command *command, const struct request *request, cl_int error)
{
	struct command_buffer *buffer = command->buffer;

	if (error == CL_SUCCESS)
		error = add_command(buffer, command, request);
	if (error != CL_SUCCESS)
		remove_command(command);
	notes_drop(&buffer->note);
	return error;
}

/* -- replaying ------------------------------------------------------------------------- */

struct launches *buffers_make_launches(size_t count)
{
	struct launches *launches = calloc(1, sizeof(*launches) + count * sizeof(launches->of[0]));

	if (!launches)
		return NULL;
	atomic_init(&launches->holds, 1);
	launches->count = count;
	return launches;
}

bool buffers_fill_launches(const struct command_buffer *buffer, struct launches *launches)
{
	bool are_complete = true;

	for (size_t i = 0; i < launches->count; i++) {
		struct kernel_launch *launch = buffer->commands[i]->launch;

		if (!launch)
			continue;
		launch_hold(launch);
		launches->of[i] = launch;
		are_complete &= launch->is_complete;
	}
	return are_complete;
}

struct launches *buffers_hold_launches(struct command_buffer *buffer)
{
	struct launches *launches = NULL;

	buffers_lock();
	if (buffer->state == CL_COMMAND_BUFFER_STATE_EXECUTABLE_KHR) {
		launches = buffer->launches;
		atomic_fetch_add_explicit(&launches->holds, 1, memory_order_relaxed);
	}
	buffers_unlock();
	return launches;
}

void buffers_drop_launches(struct launches *launches)
{
	if (!launches ||
	    atomic_fetch_sub_explicit(&launches->holds, 1, memory_order_acq_rel) != 1)
		return;
	for (size_t i = 0; i < launches->count; i++)
		launch_drop(launches->of[i]);
	free(launches);
}
