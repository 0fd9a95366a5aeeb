/* SPDX-License-Identifier: Apache-2.0 */
/*
 * wait-callbacks: see wait-calls.h.
 */
#include "layers/wait/wait-calls.h"

#include <stdlib.h>

#include "layers/frame/program-callbacks.h"

/* The calls that set a callback are alike: FUNCTION gives one of KIND for OBJECT. */
#define SET_CALLBACK(name, function, type, kind) \
	static cl_int CL_API_CALL name(type object, program_callbacks_##kind *notify, \
				       void *user_data) \
	{ \
		cl_int error; \
\
		if (!program_callbacks_keep_##kind(&notify, &user_data)) \
			return CL_OUT_OF_HOST_MEMORY; \
		error = clrouter_target.function(object, notify, user_data); \
		if (error != CL_SUCCESS && notify) \
			free(user_data); \
		return error; \
	}

SET_CALLBACK(set_memory_callback, clSetMemObjectDestructorCallback, cl_mem, memory)
SET_CALLBACK(set_context_callback, clSetContextDestructorCallback, cl_context, context)
SET_CALLBACK(set_program_callback, clSetProgramReleaseCallback, cl_program, program)

static cl_int CL_API_CALL set_event_callback(cl_event event, cl_int type,
					     program_callbacks_event *notify, void *user_data)
{
	cl_int error;

	if (!program_callbacks_keep_event(&notify, &user_data))
		return CL_OUT_OF_HOST_MEMORY;
	error = clrouter_target.clSetEventCallback(event, type, notify, user_data);
	if (error != CL_SUCCESS && notify)
		free(user_data);
	return error;
}

/*
 * Whether the driver calls back after a build that has failed, OpenCL does not say. So the memory
 * stays if it has not; a program builds seldom.
 */
static cl_int CL_API_CALL build_program(cl_program program, cl_uint num_devices,
					const cl_device_id *device_list, const char *options,
					program_callbacks_program *notify, void *user_data)
{
	if (!program_callbacks_keep_program(&notify, &user_data))
		return CL_OUT_OF_HOST_MEMORY;
	return clrouter_target.clBuildProgram(program, num_devices, device_list, options, notify,
					      user_data);
}

static cl_int CL_API_CALL compile_program(cl_program program, cl_uint num_devices,
					  const cl_device_id *device_list, const char *options,
					  cl_uint num_headers, const cl_program *headers,
					  const char **names, program_callbacks_program *notify,
					  void *user_data)
{
	if (!program_callbacks_keep_program(&notify, &user_data))
		return CL_OUT_OF_HOST_MEMORY;
	return clrouter_target.clCompileProgram(program, num_devices, device_list, options,
						num_headers, headers, names, notify, user_data);
}

static cl_program CL_API_CALL link_program(cl_context context, cl_uint num_devices,
					   const cl_device_id *device_list, const char *options,
					   cl_uint num_programs, const cl_program *programs,
					   program_callbacks_program *notify, void *user_data,
					   cl_int *errcode_ret)
{
	if (!program_callbacks_keep_program(&notify, &user_data)) {
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
	if (!program_callbacks_start())
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
