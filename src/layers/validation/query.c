/* SPDX-License-Identifier: Apache-2.0 */
/*
 * query: see query.h.
 */
#include "layers/validation/query.h"

#include <stdint.h>
#include <stdlib.h>

#include "opencl/call.h"

#define MOST_BYTES ((size_t)1 << 24) /* of a text; more is not asked for */

#define OBJECT_QUERY(function, type) \
	case CLROUTER_SLOT_##function: \
		return clrouter_target.function((type)(uintptr_t)object, name, size, value, \
						size_ret)
#define SECOND_QUERY(function, type) \
	case CLROUTER_SLOT_##function: \
		return clrouter_target.function((type)(uintptr_t)object, \
						(cl_device_id)(uintptr_t)device, name, size, \
						value, size_ret)

cl_int query_driver(unsigned slot, const void *object, const void *device, cl_uint name,
		    size_t size, void *value, size_t *size_ret)
{
	switch (slot) {
		OBJECT_QUERY(clGetPlatformInfo, cl_platform_id);
		OBJECT_QUERY(clGetDeviceInfo, cl_device_id);
		OBJECT_QUERY(clGetContextInfo, cl_context);
		OBJECT_QUERY(clGetCommandQueueInfo, cl_command_queue);
		OBJECT_QUERY(clGetMemObjectInfo, cl_mem);
		OBJECT_QUERY(clGetImageInfo, cl_mem);
		OBJECT_QUERY(clGetPipeInfo, cl_mem);
		OBJECT_QUERY(clGetSamplerInfo, cl_sampler);
		OBJECT_QUERY(clGetProgramInfo, cl_program);
		OBJECT_QUERY(clGetKernelInfo, cl_kernel);
		OBJECT_QUERY(clGetEventInfo, cl_event);
		OBJECT_QUERY(clGetEventProfilingInfo, cl_event);
		SECOND_QUERY(clGetProgramBuildInfo, cl_program);
		SECOND_QUERY(clGetKernelWorkGroupInfo, cl_kernel);
		OBJECT_QUERY(clGetGLTextureInfo, cl_mem);
	default:
		return CL_INVALID_VALUE;
	}
}

char *query_text(unsigned slot, const void *object, const void *device, cl_uint name)
{
	size_t size = 0;
	char *text;

	if (query_driver(slot, object, device, name, 0, NULL, &size) != CL_SUCCESS || size == 0 ||
	    size > MOST_BYTES)
		return NULL;
	text = calloc(1, size + 1);
	if (!text ||
	    query_driver(slot, object, device, name, size, text, NULL) == CL_SUCCESS)
		return text;
	free(text);
	return NULL;
}

cl_build_status query_build(const void *program, const void *device)
{
	cl_build_status status = CL_BUILD_NONE;

	if (query_driver(CLROUTER_SLOT_clGetProgramBuildInfo, program, device,
			 CL_PROGRAM_BUILD_STATUS, sizeof(status), &status, NULL) != CL_SUCCESS)
		return CL_BUILD_NONE;
	return status;
}

cl_int query_event(const void *event)
{
	cl_int status = CL_COMPLETE;

	query_driver(CLROUTER_SLOT_clGetEventInfo, event, NULL, CL_EVENT_COMMAND_EXECUTION_STATUS,
		     sizeof(status), &status, NULL);
	return status;
}
