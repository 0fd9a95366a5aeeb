/* SPDX-License-Identifier: Apache-2.0 */
/*
 * job: see job.h.
 */
#include "layers/capture/job.h"

#include <stdlib.h>
#include <string.h>

#include "layers/capture/copies.h"
#include "opencl/call-copy.h"
#include "state/facts.h"

typedef cl_int CL_API_CALL suggested_size(cl_command_queue queue, cl_kernel kernel,
					  cl_uint dimensions, const size_t *offset,
					  const size_t *global, size_t *local);

uint64_t job_now(void)
{
	struct timespec now = { 0 };

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

struct job *job_make(const struct call *call, uint64_t number)
{
	struct job *job = calloc(1, sizeof(*job));

	if (job == NULL)
		return NULL;
	job->call = call_copy(call);
	if (job->call == NULL) {
		free(job);
		return NULL;
	}
	job->number = number;
	job->date = time(NULL);
	return job;
}

void job_free(struct job *job, bool has_ended)
{
	copies_free(job, has_ended);
	if (job->context != NULL)
		clrouter_target.clReleaseContext(job->context);
	if (!job->is_answered && job->last != NULL && job->last != job->launch)
		clrouter_target.clReleaseEvent(job->last);
	if (!job->is_answered && job->launch != NULL)
		clrouter_target.clReleaseEvent(job->launch);
	for (cl_uint i = 0; i < job->waited_count; i++)
		clrouter_target.clReleaseEvent(job->waited[i]);
	if (job->part != NULL)
		clrouter_target.clReleaseDevice(job->part);
	free(job->waited);
	model_release(&job->model);
	free(job->shared);
	free(job->call);
	free(job);
}

/* The work-group size that the driver chooses if the program does not. */
static void ask_suggested(struct job *job, const struct call *call)
{
	const size_t *global = call_pointer(call, ARG_clEnqueueNDRangeKernel_global_work_size);
	cl_platform_id platform = NULL;
	suggested_size *ask;

	if (call->slot != CLROUTER_SLOT_clEnqueueNDRangeKernel || global == NULL ||
	    call_pointer(call, ARG_clEnqueueNDRangeKernel_local_work_size) != NULL ||
	    call_number(call, ARG_clEnqueueNDRangeKernel_work_dim) > 3)
		return;
	if (clrouter_target.clGetDeviceInfo((cl_device_id)(uintptr_t)job->model.device,
					    CL_DEVICE_PLATFORM, sizeof(platform), &platform,
					    NULL) != CL_SUCCESS ||
	    clrouter_target.clGetExtensionFunctionAddressForPlatform == NULL)
		return;
	ask = (suggested_size *)clrouter_target.clGetExtensionFunctionAddressForPlatform(
		platform, "clGetKernelSuggestedLocalWorkSizeKHR");
	job->has_suggested =
		ask != NULL &&
		ask(job->queue, (cl_kernel)(uintptr_t)job->model.kernel,
		    (cl_uint)call_number(call, ARG_clEnqueueNDRangeKernel_work_dim),
		    call_pointer(call, ARG_clEnqueueNDRangeKernel_global_work_offset), global,
		    job->suggested) == CL_SUCCESS;
}

static void ask_required(struct job *job)
{
	if (clrouter_target.clGetKernelWorkGroupInfo((cl_kernel)(uintptr_t)job->model.kernel,
						     (cl_device_id)(uintptr_t)job->model.device,
						     CL_KERNEL_COMPILE_WORK_GROUP_SIZE,
						     sizeof(job->required), job->required,
						     NULL) != CL_SUCCESS)
		memset(job->required, 0, sizeof(job->required));
}

static void ask_name(struct job *job)
{
	if (clrouter_target.clGetKernelInfo((cl_kernel)(uintptr_t)job->model.kernel,
					    CL_KERNEL_FUNCTION_NAME, sizeof(job->kernel),
					    job->kernel, NULL) != CL_SUCCESS)
		job->kernel[0] = '\0';
	job->kernel[JOB_NAME - 1] = '\0';
}

/*
 * PoCL frees a sub-device although contexts, queues and events of it are left. A driver that tells
 * the parent has the functions that retain and release a device.
 */
static void retain_part(struct job *job)
{
	cl_device_id device = (cl_device_id)(uintptr_t)job->model.device;
	cl_device_id parent = NULL;

	clrouter_target.clGetDeviceInfo(device, CL_DEVICE_PARENT_DEVICE, sizeof(parent), &parent,
					NULL);
	if (parent != NULL && clrouter_target.clRetainDevice(device) == CL_SUCCESS)
		job->part = device;
}

bool job_describe(struct job *job, const struct call *call, bool has_failed)
{
	const void *queue = call_pointer(call, ARG_clEnqueueNDRangeKernel_command_queue);

	if (!model_make(&job->model, call, has_failed))
		return false;
	job->queue = (cl_command_queue)(uintptr_t)queue;
	job->properties = facts_of_queue(queue)->properties;
	if (clrouter_target.clRetainContext((cl_context)(uintptr_t)job->model.context) !=
	    CL_SUCCESS)
		return model_refuse(&job->model, "its context is not valid");
	job->context = (cl_context)(uintptr_t)job->model.context;
	retain_part(job);
	ask_name(job);
	job->shared = memory_copy_svm(&job->shared_count);
	if (job->shared == NULL)
		return model_refuse_memory(&job->model);
	ask_suggested(job, call);
	ask_required(job);
	return true;
}
