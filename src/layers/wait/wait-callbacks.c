/* SPDX-License-Identifier: Apache-2.0 */
/*
 * wait-callbacks: see wait-callbacks.h. Each callback is kept until it was called. If the driver
 * never calls it, its memory stays.
 */
#include "layers/wait/wait-callbacks.h"

#include <stdlib.h>

#include "layers/frame/thread-data.h"

typedef void CL_CALLBACK event_function(cl_event event, cl_int status, void *user_data);
typedef void CL_CALLBACK program_function(cl_program program, void *user_data);
typedef void CL_CALLBACK memory_function(cl_mem memory, void *user_data);
typedef void CL_CALLBACK context_function(cl_context context, void *user_data);

struct callback {
	union {
		event_function *event;
		program_function *program;
		memory_function *memory;
		context_function *context;
		wait_callbacks_free_function *free;
	} notify;
	void *user_data;
};

/* What the thread's pointer is in a callback. It points to nothing that is read. */
static char inside;

bool wait_callbacks_are_running(void)
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

static void CL_CALLBACK run_context(cl_context context, void *data)
{
	const struct callback callback = take(data);
	IN_CALLBACK;

	callback.notify.context(context, callback.user_data);
}

static void CL_CALLBACK run_free(cl_command_queue queue, cl_uint count, void **pointers, void *data)
{
	const struct callback callback = take(data);
	IN_CALLBACK;

	callback.notify.free(queue, count, pointers, callback.user_data);
}

static struct callback *keep(struct callback callback)
{
	struct callback *kept = malloc(sizeof(*kept));

	if (kept)
		*kept = callback;
	return kept;
}

bool wait_callbacks_keep_free(wait_callbacks_free_function **notify, void **user_data)
{
	struct callback *kept;

	if (!*notify)
		return true;
	kept = keep((struct callback){ { .free = *notify }, *user_data });
	if (!kept)
		return false;
	*notify = run_free;
	*user_data = kept;
	return true;
}

void wait_callbacks_drop_free(wait_callbacks_free_function *notify, void *user_data)
{
	if (notify == run_free)
		free(user_data);
}

/*
 * The calls that set a callback are alike: FUNCTION gives one for OBJECT, of the member MEMBER,
 * which run_MEMBER calls.
 */
#define SET_CALLBACK(name, function, type, member) \
	static cl_int CL_API_CALL name(type object, member##_function *notify, void *user_data) \
	{ \
		struct callback *kept; \
		cl_int error; \
\
		if (!notify) \
			return clrouter_target.function(object, notify, user_data); \
		kept = keep((struct callback){ { .member = notify }, user_data }); \
		if (!kept) \
			return CL_OUT_OF_HOST_MEMORY; \
		error = clrouter_target.function(object, run_##member, kept); \
		if (error != CL_SUCCESS) \
			free(kept); \
		return error; \
	}

SET_CALLBACK(set_memory_callback, clSetMemObjectDestructorCallback, cl_mem, memory)
SET_CALLBACK(set_context_callback, clSetContextDestructorCallback, cl_context, context)
SET_CALLBACK(set_program_callback, clSetProgramReleaseCallback, cl_program, program)

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

/*
 * Whether the driver calls back after a build that has failed, OpenCL does not say. So the memory
 * stays if it has not; a program builds seldom. False: there is no memory.
 */
static bool keep_build(program_function **notify, void **user_data)
{
	struct callback *kept;

	if (!*notify)
		return true;
	kept = keep((struct callback){ { .program = *notify }, *user_data });
	if (!kept)
		return false;
	*notify = run_program;
	*user_data = kept;
	return true;
}

static cl_int CL_API_CALL build_program(cl_program program, cl_uint num_devices,
					const cl_device_id *device_list, const char *options,
					program_function *notify, void *user_data)
{
	if (!keep_build(&notify, &user_data))
		return CL_OUT_OF_HOST_MEMORY;
	return clrouter_target.clBuildProgram(program, num_devices, device_list, options, notify,
					      user_data);
}

static cl_int CL_API_CALL compile_program(cl_program program, cl_uint num_devices,
					  const cl_device_id *device_list, const char *options,
					  cl_uint num_headers, const cl_program *headers,
					  const char **names, program_function *notify,
					  void *user_data)
{
	if (!keep_build(&notify, &user_data))
		return CL_OUT_OF_HOST_MEMORY;
	return clrouter_target.clCompileProgram(program, num_devices, device_list, options,
						num_headers, headers, names, notify, user_data);
}

static cl_program CL_API_CALL link_program(cl_context context, cl_uint num_devices,
					   const cl_device_id *device_list, const char *options,
					   cl_uint num_programs, const cl_program *programs,
					   program_function *notify, void *user_data,
					   cl_int *errcode_ret)
{
	if (!keep_build(&notify, &user_data)) {
		if (errcode_ret)
			*errcode_ret = CL_OUT_OF_HOST_MEMORY;
		return NULL;
	}
	return clrouter_target.clLinkProgram(context, num_devices, device_list, options,
					     num_programs, programs, notify, user_data, errcode_ret);
}

#define PUT(name, function) \
	if (table->name) \
	table->name = function

bool wait_callbacks_start(struct clrouter_table *table)
{
	if (!thread_data_start(NULL))
		return false;
	PUT(clSetEventCallback, set_event_callback);
	PUT(clSetMemObjectDestructorCallback, set_memory_callback);
	PUT(clSetContextDestructorCallback, set_context_callback);
	PUT(clSetProgramReleaseCallback, set_program_callback);
	PUT(clCompileProgram, compile_program);
	PUT(clLinkProgram, link_program);
	table->clBuildProgram = build_program;
	return true;
}
