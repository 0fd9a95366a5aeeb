/* SPDX-License-Identifier: Apache-2.0 */
/*
 * object-queries: see core-functions.h. A driver that answers is right; only where it says that it
 * does not know the query, and for lists that the layer remembers, the layer answers.
 */
#include "layers/compatibility/core/core-functions.h"

#include <stdbool.h>
#include <string.h>

#include "layers/compatibility/answer.h"
#include "layers/compatibility/core/core-objects.h"
#include "layers/compatibility/core/older-driver.h"
#include "layers/compatibility/wrap.h"

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

static cl_int answer(enum reply reply, const void *object, const struct query_answer *place)
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
 * A function that asks an object for something. KNOWN are the other parameters of a query that
 * every driver knows: it says whether the object is one.
 */
#define QUERY(function, known) \
	WRAP(function) \
	{ \
		const struct query_answer place = { param_value_size, param_value, \
						    param_value_size_ret }; \
		const void *object = FIRST_##function; \
		const enum reply reply = reply_to(CLROUTER_SLOT_##function, object, param_name); \
		size_t needed; \
		cl_int error; \
\
		if (reply == REPLY_NONE) \
			return PASS_ON(function); \
		param_value = NULL; \
		param_value_size = 0; \
		param_value_size_ret = &needed; \
		error = PASS_ON(function); \
		param_value = place.value; \
		param_value_size = place.size; \
		param_value_size_ret = place.size_ret; \
		if (is_drivers(reply, object, error)) \
			return PASS_ON(function); \
		error = clrouter_target.function(FIRST_##function, known, 0, NULL, &needed); \
		return error != CL_SUCCESS ? error : answer(reply, object, &place); \
	}
QUERY(clGetCommandQueueInfo, CL_QUEUE_CONTEXT)
QUERY(clGetMemObjectInfo, CL_MEM_TYPE)
QUERY(clGetSamplerInfo, CL_SAMPLER_CONTEXT)
QUERY(clGetProgramInfo, CL_PROGRAM_CONTEXT)
#define OF_DEVICE device, CL_PROGRAM_BUILD_STATUS
QUERY(clGetProgramBuildInfo, OF_DEVICE)

/* Without queues on devices a command is complete when it ends. */
WRAP(clGetEventProfilingInfo)
{
	const cl_int error = PASS_ON(clGetEventProfilingInfo);

	if (error != CL_INVALID_VALUE ||
	    reply_to(CLROUTER_SLOT_clGetEventProfilingInfo, event, param_name) != REPLY_END)
		return error;
	param_name = CL_PROFILING_COMMAND_END;
	return PASS_ON(clGetEventProfilingInfo);
}

/* OpenCL 2.0 has pipes, and no properties of them. */
WRAP(clGetPipeInfo)
{
	const struct query_answer place = { param_value_size, param_value, param_value_size_ret };
	cl_int error;

	if (older_lacks_really(pipe, CLROUTER_SLOT_clGetPipeInfo))
		return CL_INVALID_MEM_OBJECT;
	error = PASS_ON(clGetPipeInfo);
	if (error != CL_INVALID_VALUE ||
	    reply_to(CLROUTER_SLOT_clGetPipeInfo, pipe, param_name) == REPLY_NONE)
		return error;
	return answer(REPLY_NOTHING, pipe, &place);
}

void object_queries_start(struct clrouter_table *table)
{
	if (!older_any(OLDER_THAN_3_0))
		return;
	table->clGetCommandQueueInfo = wrap_clGetCommandQueueInfo;
	table->clGetMemObjectInfo = wrap_clGetMemObjectInfo;
	table->clGetSamplerInfo = wrap_clGetSamplerInfo;
	table->clGetProgramInfo = wrap_clGetProgramInfo;
	table->clGetProgramBuildInfo = wrap_clGetProgramBuildInfo;
	table->clGetEventProfilingInfo = wrap_clGetEventProfilingInfo;
	table->clGetPipeInfo = wrap_clGetPipeInfo;
}
