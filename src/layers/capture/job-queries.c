/* SPDX-License-Identifier: Apache-2.0 */
/*
 * job-queries: see job-queries.h.
 */
#include "layers/capture/job-queries.h"

#include <string.h>

#define MOST 65536 /* bytes of a text: a driver may say anything */

typedef cl_int CL_API_CALL suggested_size(cl_command_queue queue, cl_kernel kernel,
					  cl_uint dimensions, const size_t *offset,
					  const size_t *global, size_t *local);

static cl_int get(const struct job *job, struct ask ask, cl_uint query, size_t size, void *value,
		  size_t *stored)
{
	switch (ask.subject) {
	case ASK_PLATFORM:
		return clrouter_target.clGetPlatformInfo(ask.platform, query, size, value, stored);
	case ASK_DEVICE:
		return clrouter_target.clGetDeviceInfo(job->device, query, size, value, stored);
	case ASK_KERNEL:
		return clrouter_target.clGetKernelInfo(job->kernel, query, size, value, stored);
	default:
		return clrouter_target.clGetKernelArgInfo(job->kernel, ask.argument, query, size,
							  value, stored);
	}
}

const char *ask_text(struct job *job, struct ask ask, cl_uint query)
{
	size_t size = 0;
	char *text;

	if (get(job, ask, query, 0, NULL, &size) != CL_SUCCESS || size == 0 || size > MOST)
		return NULL;
	text = arena_alloc(&job->arena, size + 1);
	job->is_short |= text == NULL;
	if (!text || get(job, ask, query, size, text, NULL) != CL_SUCCESS || *text == '\0')
		return NULL;
	return text;
}

/* A number of 4 or 8 bytes; 0 if the driver does not tell. */
static uint64_t ask_number(const struct job *job, cl_uint query)
{
	const struct ask ask = { .subject = ASK_DEVICE };
	unsigned char bytes[8] = { 0 };
	size_t size = 0;

	if (get(job, ask, query, sizeof(bytes), bytes, &size) != CL_SUCCESS ||
	    (size != 4 && size != 8))
		return 0;
	return signature_number(bytes, size);
}

static cl_platform_id ask_platform(const struct job *job)
{
	cl_platform_id platform = NULL;

	return clrouter_target.clGetDeviceInfo(job->device, CL_DEVICE_PLATFORM, sizeof(platform),
					       &platform, NULL) == CL_SUCCESS
		       ? platform
		       : NULL;
}

void ask_place(struct job *job)
{
	const struct ask platform = { .subject = ASK_PLATFORM, .platform = ask_platform(job) };
	const struct ask device = { .subject = ASK_DEVICE };

	job->launch.platform = (struct launch_platform){
		.name = ask_text(job, platform, CL_PLATFORM_NAME),
		.vendor = ask_text(job, platform, CL_PLATFORM_VENDOR),
		.version = ask_text(job, platform, CL_PLATFORM_VERSION),
		.profile = ask_text(job, platform, CL_PLATFORM_PROFILE),
		.extensions = ask_text(job, platform, CL_PLATFORM_EXTENSIONS),
	};
	job->launch.device = (struct launch_device){
		.name = ask_text(job, device, CL_DEVICE_NAME),
		.vendor = ask_text(job, device, CL_DEVICE_VENDOR),
		.version = ask_text(job, device, CL_DEVICE_VERSION),
		.driver = ask_text(job, device, CL_DRIVER_VERSION),
		.language = ask_text(job, device, CL_DEVICE_OPENCL_C_VERSION),
		.extensions = ask_text(job, device, CL_DEVICE_EXTENSIONS),
		.type = ask_number(job, CL_DEVICE_TYPE),
		.vendor_id = ask_number(job, CL_DEVICE_VENDOR_ID),
		.address_bits = ask_number(job, CL_DEVICE_ADDRESS_BITS),
		.align = ask_number(job, CL_DEVICE_MEM_BASE_ADDR_ALIGN),
		.compute_units = ask_number(job, CL_DEVICE_MAX_COMPUTE_UNITS),
		.memory = ask_number(job, CL_DEVICE_GLOBAL_MEM_SIZE),
	};
}

static void ask_suggested(struct job *job, const struct call *call)
{
	struct launch_call *launch = &job->launch.call;
	const cl_platform_id platform = ask_platform(job);
	size_t sizes[LAUNCH_DIMENSIONS] = { 0 };
	suggested_size *ask;

	if (launch->is_task || !launch->has_global || launch->has_local || !platform ||
	    !clrouter_target.clGetExtensionFunctionAddressForPlatform)
		return;
	ask = (suggested_size *)clrouter_target.clGetExtensionFunctionAddressForPlatform(
		platform, "clGetKernelSuggestedLocalWorkSizeKHR");
	launch->has_suggested =
		ask &&
		ask(job->queue, job->kernel, (cl_uint)launch->dimensions,
		    call_pointer(call, ARG_clEnqueueNDRangeKernel_global_work_offset),
		    call_pointer(call, ARG_clEnqueueNDRangeKernel_global_work_size),
		    sizes) == CL_SUCCESS;
	for (size_t i = 0; launch->has_suggested && i < launch->dimensions; i++)
		launch->suggested[i] = sizes[i];
}

void ask_sizes(struct job *job, const struct call *call)
{
	size_t required[LAUNCH_DIMENSIONS] = { 0 };

	ask_suggested(job, call);
	if (clrouter_target.clGetKernelWorkGroupInfo(
		    job->kernel, job->device, CL_KERNEL_COMPILE_WORK_GROUP_SIZE, sizeof(required),
		    required, NULL) != CL_SUCCESS)
		return;
	for (size_t i = 0; i < LAUNCH_DIMENSIONS; i++)
		job->launch.call.required[i] = required[i];
}
