/* SPDX-License-Identifier: Apache-2.0 */
/*
 * ask: see ask.h.
 */
#include "layers/frame/ask.h"

#include <stdlib.h>

#include "opencl/version.h"

#define ASK_ALL(kind, function, type) \
	void *ask_##kind(type object, cl_uint name, size_t *size, cl_int *error) \
	{ \
		size_t length = 0; \
		cl_int code = clrouter_target.function(object, name, 0, NULL, &length); \
		void *answer = code == CL_SUCCESS ? calloc(1, length + 1) : NULL; \
\
		if (answer) \
			code = clrouter_target.function(object, name, length, answer, NULL); \
		else if (code == CL_SUCCESS) \
			code = CL_OUT_OF_HOST_MEMORY; \
		if (code != CL_SUCCESS) { \
			free(answer); \
			answer = NULL; \
		} \
		if (size) \
			*size = answer ? length : 0; \
		if (error) \
			*error = code; \
		return answer; \
	}
ASK_ALL(device, clGetDeviceInfo, cl_device_id)
ASK_ALL(platform, clGetPlatformInfo, cl_platform_id)
ASK_ALL(context, clGetContextInfo, cl_context)
ASK_ALL(kernel, clGetKernelInfo, cl_kernel)

#define ASK_VERSION(kind, function, type, name) \
	cl_version ask_##kind##_version(type object) \
	{ \
		char text[256] = ""; \
		cl_version version = 0; \
\
		clrouter_target.function(object, name, sizeof(text) - 1, text, NULL); \
		version_read(text, "OpenCL", 2, &version); \
		return version; \
	}
ASK_VERSION(device, clGetDeviceInfo, cl_device_id, CL_DEVICE_VERSION)
ASK_VERSION(platform, clGetPlatformInfo, cl_platform_id, CL_PLATFORM_VERSION)

cl_int ask_event_status(cl_event event)
{
	cl_int status = CL_COMPLETE;

	ASK(clGetEventInfo, event, CL_EVENT_COMMAND_EXECUTION_STATUS, status);
	return status;
}

bool ask_queue(cl_command_queue queue, struct queue_facts *facts)
{
	return queue &&
	       ASK(clGetCommandQueueInfo, queue, CL_QUEUE_CONTEXT, facts->context) == CL_SUCCESS &&
	       ASK(clGetCommandQueueInfo, queue, CL_QUEUE_DEVICE, facts->device) == CL_SUCCESS &&
	       ASK(clGetCommandQueueInfo, queue, CL_QUEUE_PROPERTIES, facts->properties) ==
		       CL_SUCCESS;
}

cl_device_id ask_queue_device(cl_command_queue queue)
{
	cl_device_id device = NULL;

	ASK(clGetCommandQueueInfo, queue, CL_QUEUE_DEVICE, device);
	return device;
}

/* The list is read up to the first event that is wrong, so a number that is too large is noticed.
 */
cl_int ask_wait_list(cl_context context, size_t count, const cl_event *events)
{
	if ((events == NULL) != (count == 0))
		return CL_INVALID_EVENT_WAIT_LIST;
	for (size_t i = 0; i < count; i++) {
		cl_context own = NULL;

		if (!events[i] ||
		    ASK(clGetEventInfo, events[i], CL_EVENT_CONTEXT, own) != CL_SUCCESS)
			return CL_INVALID_EVENT_WAIT_LIST;
		if (own != context)
			return CL_INVALID_CONTEXT;
	}
	return CL_SUCCESS;
}
