/* SPDX-License-Identifier: Apache-2.0 */
/*
 * object-queries: see functions.h. A driver that answers is right; only where it says that it
 * does not know the query, and for lists that the layer remembers, the layer answers.
 */
#include "layers/compatibility/core/functions.h"

#include <stdbool.h>
#include <string.h>

#include "layers/compatibility/answer.h"
#include "layers/compatibility/core/objects.h"
#include "layers/compatibility/core/older.h"

#define PIPE_PROPERTIES 0x1122 /* in headers since OpenCL 3.0 */

enum reply {
	REPLY_NONE,
	REPLY_PROPERTIES, /* that the object was made with */
	REPLY_NOTHING,	  /* of size 0 */
	REPLY_FALSE,
	REPLY_NO_SIZE,	 /* size_t 0 */
	REPLY_NO_HANDLE, /* NULL */
	REPLY_NO_QUEUE,	 /* the object cannot be a queue of the kind that has this */
	REPLY_END	 /* the time when the command ended */
};

/* Queries came with a version whose first function has SLOT; older drivers do not know them. */
static const struct {
	unsigned function;
	cl_uint name;
	unsigned slot;
	enum reply reply;
} replies[] = {
	{ CLROUTER_SLOT_clGetCommandQueueInfo, CL_QUEUE_PROPERTIES_ARRAY, OLDER_THAN_3_0,
	  REPLY_PROPERTIES },
	{ CLROUTER_SLOT_clGetCommandQueueInfo, CL_QUEUE_SIZE, OLDER_THAN_2_0, REPLY_NO_QUEUE },
	{ CLROUTER_SLOT_clGetCommandQueueInfo, CL_QUEUE_DEVICE_DEFAULT, OLDER_THAN_2_0,
	  REPLY_NO_HANDLE },
	{ CLROUTER_SLOT_clGetMemObjectInfo, CL_MEM_PROPERTIES, OLDER_THAN_3_0, REPLY_PROPERTIES },
	{ CLROUTER_SLOT_clGetMemObjectInfo, CL_MEM_USES_SVM_POINTER, OLDER_THAN_2_0, REPLY_FALSE },
	{ CLROUTER_SLOT_clGetSamplerInfo, CL_SAMPLER_PROPERTIES, OLDER_THAN_3_0, REPLY_PROPERTIES },
	{ CLROUTER_SLOT_clGetProgramInfo, CL_PROGRAM_IL, OLDER_THAN_3_0, REPLY_NOTHING },
	{ CLROUTER_SLOT_clGetProgramInfo, CL_PROGRAM_SCOPE_GLOBAL_CTORS_PRESENT, OLDER_THAN_3_0,
	  REPLY_FALSE },
	{ CLROUTER_SLOT_clGetProgramInfo, CL_PROGRAM_SCOPE_GLOBAL_DTORS_PRESENT, OLDER_THAN_3_0,
	  REPLY_FALSE },
	{ CLROUTER_SLOT_clGetProgramBuildInfo, CL_PROGRAM_BUILD_GLOBAL_VARIABLE_TOTAL_SIZE,
	  OLDER_THAN_2_0, REPLY_NO_SIZE },
	{ CLROUTER_SLOT_clGetEventProfilingInfo, CL_PROFILING_COMMAND_COMPLETE, OLDER_THAN_2_0,
	  REPLY_END },
	{ CLROUTER_SLOT_clGetPipeInfo, PIPE_PROPERTIES, OLDER_THAN_3_0, REPLY_NOTHING },
};

/* What the layer may answer to NAME, which FUNCTION asks OBJECT. */
static enum reply reply_to(unsigned function, const void *object, cl_uint name)
{
	for (size_t i = 0; i < sizeof(replies) / sizeof(replies[0]); i++)
		if (replies[i].function == function && replies[i].name == name)
			return older_lacks(object, replies[i].slot) ? replies[i].reply : REPLY_NONE;
	return REPLY_NONE;
}

static cl_int answer(enum reply reply, const void *object, const struct answer *place)
{
	const cl_bool no = CL_FALSE;
	const size_t size = 0;
	const void *handle = NULL;

	switch (reply) {
	case REPLY_PROPERTIES:
		return objects_answer(object, place);
	case REPLY_NOTHING:
		return answer_bytes(place, NULL, 0);
	case REPLY_FALSE:
		return answer_value(place, no);
	case REPLY_NO_SIZE:
		return answer_value(place, size);
	case REPLY_NO_HANDLE:
		return answer_value(place, handle);
	default:
		return CL_INVALID_COMMAND_QUEUE;
	}
}

/*
 * Is the driver's answer used, which was ERROR? Not for a list that the layer remembers: Oclgrind,
 * of OpenCL 1.2, answers that the object has none.
 */
static bool is_drivers(enum reply reply, const void *object, cl_int error)
{
	return error != CL_INVALID_VALUE &&
	       !(reply == REPLY_PROPERTIES && (older_are_forced() || objects_has_list(object)));
}

/*
 * A function that asks an object for NAME. EXTRA is a device, of those that ask for one of these.
 * KNOWN is a query that every driver knows: it says whether the object is one.
 */
#define QUERY(function, type, name_type, extra, pass, known)                                       \
	static cl_int CL_API_CALL get_##function(type object extra, name_type name, size_t size,   \
						 void *value, size_t *size_ret)                    \
	{                                                                                          \
		const struct answer place = { size, value, size_ret };                             \
		const enum reply reply = reply_to(CLROUTER_SLOT_##function, object, name);         \
		size_t needed;                                                                     \
		cl_int error;                                                                      \
                                                                                                   \
		if (reply == REPLY_NONE)                                                           \
			return clrouter_target.function(object pass, name, size, value, size_ret); \
		error = clrouter_target.function(object pass, name, 0, NULL, &needed);             \
		if (is_drivers(reply, object, error))                                              \
			return clrouter_target.function(object pass, name, size, value, size_ret); \
		error = clrouter_target.function(object pass, known, 0, NULL, &needed);            \
		return error != CL_SUCCESS ? error : answer(reply, object, &place);                \
	}

#define NO_DEVICE
#define DEVICE , cl_device_id device
#define PASS_DEVICE , device
QUERY(clGetCommandQueueInfo, cl_command_queue, cl_command_queue_info, NO_DEVICE, NO_DEVICE,
      CL_QUEUE_CONTEXT)
QUERY(clGetMemObjectInfo, cl_mem, cl_mem_info, NO_DEVICE, NO_DEVICE, CL_MEM_TYPE)
QUERY(clGetSamplerInfo, cl_sampler, cl_sampler_info, NO_DEVICE, NO_DEVICE, CL_SAMPLER_CONTEXT)
QUERY(clGetProgramInfo, cl_program, cl_program_info, NO_DEVICE, NO_DEVICE, CL_PROGRAM_CONTEXT)
QUERY(clGetProgramBuildInfo, cl_program, cl_program_build_info, DEVICE, PASS_DEVICE,
      CL_PROGRAM_BUILD_STATUS)

/* Without queues on devices a command is complete when it ends. */
static cl_int CL_API_CALL get_profiling_info(cl_event event, cl_profiling_info name, size_t size,
					     void *value, size_t *size_ret)
{
	const cl_int error =
		clrouter_target.clGetEventProfilingInfo(event, name, size, value, size_ret);

	if (error != CL_INVALID_VALUE ||
	    reply_to(CLROUTER_SLOT_clGetEventProfilingInfo, event, name) != REPLY_END)
		return error;
	return clrouter_target.clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, size, value,
						       size_ret);
}

/* OpenCL 2.0 has pipes, and no properties of them. */
static cl_int CL_API_CALL get_pipe_info(cl_mem pipe, cl_pipe_info name, size_t size, void *value,
					size_t *size_ret)
{
	const struct answer place = { size, value, size_ret };
	cl_int error;

	if (older_lacks_really(pipe, CLROUTER_SLOT_clGetPipeInfo))
		return CL_INVALID_MEM_OBJECT;
	error = clrouter_target.clGetPipeInfo(pipe, name, size, value, size_ret);
	if (error != CL_INVALID_VALUE ||
	    reply_to(CLROUTER_SLOT_clGetPipeInfo, pipe, name) == REPLY_NONE)
		return error;
	return answer(REPLY_NOTHING, pipe, &place);
}

void object_queries_start(struct clrouter_table *table)
{
	if (!older_any(OLDER_THAN_3_0))
		return;
	objects_start();
	table->clGetCommandQueueInfo = get_clGetCommandQueueInfo;
	table->clGetMemObjectInfo = get_clGetMemObjectInfo;
	table->clGetSamplerInfo = get_clGetSamplerInfo;
	table->clGetProgramInfo = get_clGetProgramInfo;
	table->clGetProgramBuildInfo = get_clGetProgramBuildInfo;
	table->clGetEventProfilingInfo = get_profiling_info;
	table->clGetPipeInfo = get_pipe_info;
}
