/* SPDX-License-Identifier: Apache-2.0 */
/*
 * command-buffer: see command-buffer.h. This file has the feature, and the functions that create,
 * finalize, retain and release a command buffer.
 */
#include "layers/compatibility/command-buffer/command-buffer.h"

#include <stdlib.h>

#include "layers/compatibility/command-buffer/buffers.h"
#include "layers/compatibility/command-buffer/plan.h"
#include "layers/compatibility/command-buffer/property-list.h"
#include "layers/compatibility/core/core-kernels.h"
#include "layers/compatibility/core/older-driver.h"
#include "layers/compatibility/feature-settings.h"
#include "layers/compatibility/features.h"
#include "layers/compatibility/known-devices.h"
#include "layers/compatibility/lookup.h"
#include "layers/compatibility/notes/event-notes.h"
#include "layers/frame/ask.h"
#include "opencl/constants.h"

/* -- creation -------------------------------------------------------------------------- */

#define FLAGS \
	(CL_COMMAND_BUFFER_SIMULTANEOUS_USE_KHR | CL_COMMAND_BUFFER_MUTABLE_KHR | \
	 CL_COMMAND_BUFFER_DEVICE_SIDE_SYNC_KHR)

/* What can be used at the same time is everything; synchronization of devices is not offered. */
static cl_int read_properties(struct command_buffer *buffer, const cl_properties *properties)
{
	cl_properties flags = 0;
	cl_properties asserts = 0;
	const struct property_name names[] = {
		{ CL_COMMAND_BUFFER_FLAGS_KHR, FLAGS, &flags },
		{ CL_COMMAND_BUFFER_MUTABLE_DISPATCH_ASSERTS_KHR,
		  CL_MUTABLE_DISPATCH_ASSERT_NO_ADDITIONAL_WORK_GROUPS_KHR, &asserts },
	};
	const cl_int error = property_list_read(properties, names, 2, &buffer->properties,
						&buffer->property_count);

	buffer->flags = flags;
	buffer->asserts = asserts;
	if (error == CL_SUCCESS && (flags & CL_COMMAND_BUFFER_DEVICE_SIDE_SYNC_KHR) != 0)
		return CL_INVALID_PROPERTY;
	return error;
}

static cl_int read_queue(struct command_buffer *buffer, cl_command_queue queue)
{
	struct queue_facts facts;

	if (!ask_queue(queue, &facts))
		return CL_INVALID_COMMAND_QUEUE;
	buffer->context = facts.context;
	buffer->device = facts.device;
	buffer->queue_properties = facts.properties;
	buffer->supported = CL_QUEUE_PROFILING_ENABLE;
	ASK(clGetDeviceInfo, buffer->device, CL_DEVICE_QUEUE_PROPERTIES, buffer->supported);
	if (clrouter_target.clRetainCommandQueue(queue) != CL_SUCCESS)
		return CL_INVALID_COMMAND_QUEUE;
	buffer->queue = queue;
	return CL_SUCCESS;
}

/* Once it has a queue, a buffer can be destroyed as a whole. */
static cl_int make_buffer(cl_command_queue queue, const cl_properties *properties,
			  struct command_buffer **made)
{
	struct command_buffer *buffer = calloc(1, sizeof(*buffer));
	cl_int error;

	if (!buffer)
		return CL_OUT_OF_HOST_MEMORY;
	error = read_queue(buffer, queue);
	if (error != CL_SUCCESS) {
		free(buffer);
		return error;
	}
	buffer->state = CL_COMMAND_BUFFER_STATE_RECORDING_KHR;
	error = read_properties(buffer, properties);
	if (error == CL_SUCCESS &&
	    !notes_add_emulated(&buffer->note, NOTE_COMMAND_BUFFER, queue, buffers_destroy))
		error = CL_OUT_OF_HOST_MEMORY;
	if (error == CL_SUCCESS)
		*made = buffer;
	else
		buffers_destroy(&buffer->note);
	return error;
}

/* Of a right list all queues do, or none does, because they are of one context. */
static bool get_emulated(cl_uint count, const cl_command_queue *queues)
{
	return count > 0 && queues && queues[0] &&
	       devices_emulate_in_queue(queues[0], FEATURE_COMMAND_BUFFER);
}

/* The wrong calls that name no queue of the driver's are answered here. */
CLROUTER_WRAP_EXTENSION(clCreateCommandBufferKHR)
{
	struct command_buffer *buffer = NULL;
	bool is_drivers;
	cl_int error;

	if (LOOKUP_IS_NATIVE(clCreateCommandBufferKHR, FEATURE_COMMAND_BUFFER))
		return driver(ARGUMENTS_clCreateCommandBufferKHR);
	is_drivers = !get_emulated(num_queues, queues);
	if (is_drivers && driver) {
		buffers_note_native();
		return driver(ARGUMENTS_clCreateCommandBufferKHR);
	}
	if (!queues || num_queues != 1)
		error = CL_INVALID_VALUE;
	else if (is_drivers)
		error = CL_INVALID_COMMAND_QUEUE;
	else
		error = make_buffer(queues[0], properties, &buffer);
	if (errcode_ret)
		*errcode_ret = error;
	return (cl_command_buffer_khr)buffer;
}

/* -- life ------------------------------------------------------------------------------ */

CLROUTER_WRAP_EXTENSION(clRetainCommandBufferKHR)
{
	BUFFERS_PASS_ON(clRetainCommandBufferKHR);
	return notes_retain(command_buffer, NOTE_COMMAND_BUFFER) ? CL_SUCCESS
								 : CL_INVALID_COMMAND_BUFFER_KHR;
}

CLROUTER_WRAP_EXTENSION(clReleaseCommandBufferKHR)
{
	BUFFERS_PASS_ON(clReleaseCommandBufferKHR);
	return notes_release(command_buffer, NOTE_COMMAND_BUFFER) ? CL_SUCCESS
								  : CL_INVALID_COMMAND_BUFFER_KHR;
}

/* With the lock. */
static cl_int finalize(struct command_buffer *buffer)
{
	const bool in_order =
		(buffer->queue_properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE) == 0;

	if (buffer->state != CL_COMMAND_BUFFER_STATE_RECORDING_KHR)
		return CL_INVALID_OPERATION;
	if (!buffer->plan)
		buffer->plan = plan_make(buffer->commands, buffer->count, in_order);
	if (!buffer->launches)
		buffer->launches = buffers_make_launches(buffer->count);
	if (!buffer->plan || !buffer->launches) {
		plan_free(buffer->plan);
		free(buffer->launches);
		buffer->plan = NULL;
		buffer->launches = NULL;
		return CL_OUT_OF_HOST_MEMORY;
	}
	buffer->state = buffers_fill_launches(buffer, buffer->launches)
				? CL_COMMAND_BUFFER_STATE_EXECUTABLE_KHR
				: CL_COMMAND_BUFFER_STATE_FINALIZED_KHR;
	return CL_SUCCESS;
}

CLROUTER_WRAP_EXTENSION(clFinalizeCommandBufferKHR)
{
	struct command_buffer *buffer;
	cl_int error;

	BUFFERS_PASS_ON(clFinalizeCommandBufferKHR);
	buffer = notes_hold(command_buffer, NOTE_COMMAND_BUFFER);
	if (!buffer)
		return CL_INVALID_COMMAND_BUFFER_KHR;
	buffers_lock();
	error = finalize(buffer);
	buffers_unlock();
	notes_drop(&buffer->note);
	return error;
}

/* The driver refuses NULL, which ends the list. */
static bool has_emulated(cl_uint count, const cl_mutable_command_khr *commands)
{
	for (cl_uint i = 0; commands && i < count && commands[i]; i++)
		if (notes_has(commands[i], NOTE_COMMAND))
			return true;
	return false;
}

/* Command buffers of several devices are not emulated. */
CLROUTER_WRAP_EXTENSION(clRemapCommandBufferKHR)
{
	const bool is_native = LOOKUP_IS_NATIVE(clRemapCommandBufferKHR, FEATURE_COMMAND_BUFFER);
	const bool is_emulated = notes_has(command_buffer, NOTE_COMMAND_BUFFER);
	cl_int error = CL_INVALID_COMMAND_BUFFER_KHR;

	if (is_emulated && !is_native)
		error = CL_INVALID_OPERATION;
	else if (!is_emulated && has_emulated(num_handles, handles))
		error = CL_INVALID_VALUE;
	else if (!is_emulated && driver && (is_native || buffers_any_native()))
		return driver(ARGUMENTS_clRemapCommandBufferKHR);
	return answer_refuse(errcode_ret, error);
}

/* -- the feature ----------------------------------------------------------------------- */

/* Barriers become commands with wait lists. Kernels are cloned, by core/ if the driver cannot. */
static bool suits(const struct known_device *device)
{
	return device->version >= CL_MAKE_VERSION(1, 2, 0);
}

static void start(struct clrouter_table *table)
{
	static struct lookup lookups[] = {
		LOOKUP(clCreateCommandBufferKHR, FEATURE_COMMAND_BUFFER),
		LOOKUP(clRetainCommandBufferKHR, FEATURE_COMMAND_BUFFER),
		LOOKUP(clReleaseCommandBufferKHR, FEATURE_COMMAND_BUFFER),
		LOOKUP(clFinalizeCommandBufferKHR, FEATURE_COMMAND_BUFFER),
	};

	static struct lookup remap = LOOKUP(clRemapCommandBufferKHR, FEATURE_COMMAND_BUFFER);

	LOOKUP_ADD_ALL(lookups);
	remap.needs_native = true;
	lookup_add(&remap);
	older_start(settings_may_provide(&core) && settings_force(&core, NULL));
	kernels_start_cloning(table);
	kernels_start_keeping(table);
	launch_start();
	buffers_start();
	events_wrap(table);
	buffer_commands_start();
	image_commands_start();
	kernel_commands_start();
	replay_start();
	update_start();
	info_start();
}

const struct feature command_buffer_feature = {
	.id = FEATURE_COMMAND_BUFFER,
	.name = "command_buffer",
	.extensions = { { "cl_khr_command_buffer", CL_MAKE_VERSION(1, 0, 0),
			  CL_MAKE_VERSION(0, 9, 5) },
			{ "cl_khr_command_buffer_mutable_dispatch", CL_MAKE_VERSION(0, 9, 5),
			  CL_MAKE_VERSION(0, 9, 3) } },
	.replaces = "cl_*command_buffer*",
	.suits = suits,
	.device_info = info_of_device,
	.start = start,
};
