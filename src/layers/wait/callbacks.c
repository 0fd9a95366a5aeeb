/* SPDX-License-Identifier: Apache-2.0 */
/*
 * callbacks: see callbacks.h. Each callback is kept until it was called. If the driver never calls
 * it, its memory stays.
 */
#include "layers/wait/callbacks.h"

#include <stdlib.h>

#include "layers/frame/thread-data.h"

typedef void CL_CALLBACK event_function(cl_event event, cl_int status, void *user_data);
typedef void CL_CALLBACK program_function(cl_program program, void *user_data);
typedef void CL_CALLBACK memory_function(cl_mem memory, void *user_data);

struct callback {
	union {
		event_function *event;
		program_function *program;
		memory_function *memory;
	} notify;
	void *user_data;
};

/* What the thread's pointer is in a callback. It points to nothing that is read. */
static char inside;

bool callbacks_are_running(void)
{
	return thread_data_get() != NULL;
}

/* A callback may be left by an exception. */
static void leave(void **before)
{
	thread_data_set(*before);
}

#define IN_CALLBACK \
	void *before __attribute__((cleanup(leave))) = thread_data_get(); \
	thread_data_set(&inside)

/* The callback that DATA points to, whose memory is freed. */
static struct callback take(void *data)
{
	const struct callback callback = *(struct callback *)data;

	free(data);
	return callback;
}

static void CL_CALLBACK run_event(cl_event event, cl_int status, void *data)
{
	const struct callback callback = take(data);
	IN_CALLBACK;

	callback.notify.event(event, status, callback.user_data);
}

static void CL_CALLBACK run_program(cl_program program, void *data)
{
	const struct callback callback = take(data);
	IN_CALLBACK;

	callback.notify.program(program, callback.user_data);
}

static void CL_CALLBACK run_memory(cl_mem memory, void *data)
{
	const struct callback callback = take(data);
	IN_CALLBACK;

	callback.notify.memory(memory, callback.user_data);
}

static struct callback *keep(struct callback callback)
{
	struct callback *kept = malloc(sizeof(*kept));

	if (kept)
		*kept = callback;
	return kept;
}

static cl_int CL_API_CALL set_event_callback(cl_event event, cl_int type, event_function *notify,
					     void *user_data)
{
	struct callback *kept;
	cl_int error;

	if (!notify)
		return clrouter_target.clSetEventCallback(event, type, notify, user_data);
	kept = keep((struct callback){ { .event = notify }, user_data });
	if (!kept)
		return CL_OUT_OF_HOST_MEMORY;
	error = clrouter_target.clSetEventCallback(event, type, run_event, kept);
	if (error != CL_SUCCESS)
		free(kept);
	return error;
}

static cl_int CL_API_CALL set_memory_callback(cl_mem memory, memory_function *notify,
					      void *user_data)
{
	struct callback *kept;
	cl_int error;

	if (!notify)
		return clrouter_target.clSetMemObjectDestructorCallback(memory, notify, user_data);
	kept = keep((struct callback){ { .memory = notify }, user_data });
	if (!kept)
		return CL_OUT_OF_HOST_MEMORY;
	error = clrouter_target.clSetMemObjectDestructorCallback(memory, run_memory, kept);
	if (error != CL_SUCCESS)
		free(kept);
	return error;
}

/*
 * Whether the driver calls back after a build that has failed, OpenCL does not say. So the memory
 * stays if it has not; a program builds seldom.
 */
static cl_int CL_API_CALL build_program(cl_program program, cl_uint num_devices,
					const cl_device_id *device_list, const char *options,
					program_function *notify, void *user_data)
{
	struct callback *kept = NULL;

	if (notify) {
		kept = keep((struct callback){ { .program = notify }, user_data });
		if (!kept)
			return CL_OUT_OF_HOST_MEMORY;
	}
	return clrouter_target.clBuildProgram(program, num_devices, device_list, options,
					      kept ? run_program : NULL,
					      kept ? kept : user_data);
}

bool callbacks_start(struct clrouter_table *table)
{
	if (!thread_data_start(NULL))
		return false;
	if (table->clSetEventCallback)
		table->clSetEventCallback = set_event_callback;
	if (table->clSetMemObjectDestructorCallback)
		table->clSetMemObjectDestructorCallback = set_memory_callback;
	table->clBuildProgram = build_program;
	return true;
}
