/* SPDX-License-Identifier: Apache-2.0 */
/*
 * checked-launches: see checked-launches.h.
 */
#include "layers/sanitize/checked-launches.h"

#include <string.h>

#include "base/text.h"
#include "layers/frame/place/place.h"
#include "layers/sanitize/tail-launches.h"
#include "state/facts.h"

#define REASON 256 /* bytes */

bool checked_launches_has(unsigned slot)
{
	return slot == CLROUTER_SLOT_clEnqueueNDRangeKernel || slot == CLROUTER_SLOT_clEnqueueTask;
}

struct kernel_part *checked_launches_part(struct shadow_kernel *kernel, const void *queue)
{
	const void *device = facts_queue_device(queue);
	struct kernel_part *part;

	if (!device)
		return shadow_kernels_part(kernel, NULL);
	part = shadow_kernels_part(kernel, (cl_device_id)(uintptr_t)device);
	/* A part of a device has the kernels of the whole, if it was not there before. */
	if (!part)
		device = facts_parent(device);
	return part || !device ? part
			       : shadow_kernels_part(kernel, (cl_device_id)(uintptr_t)device);
}

void checked_launches_refuse(struct shadow_kernel *kernel, const struct kernel_part *part,
			     cl_int error)
{
	char reason[REASON];

	text_format(reason, sizeof(reason),
		    "the driver refuses a checked launch of %s (%d), which it takes unchecked",
		    part->sites->name, (int)error);
	shadow_programs_refuse(kernel->program, reason);
}

/* -- launches --------------------------------------------------------------------------------- */

/* CALL as it is, but for the KERNEL. */
static cl_int enqueue(const struct call *call, cl_kernel kernel)
{
	const cl_command_queue queue = (cl_command_queue)(uintptr_t)call_pointer(call, ARG_first);

	if (call->slot == CLROUTER_SLOT_clEnqueueTask)
		return clrouter_target.clEnqueueTask(
			queue, kernel,
			(cl_uint)call_number(call, ARG_clEnqueueTask_num_events_in_wait_list),
			call_pointer(call, ARG_clEnqueueTask_event_wait_list),
			(void *)(uintptr_t)call_pointer(call, ARG_clEnqueueTask_event));
	return clrouter_target.clEnqueueNDRangeKernel(
		queue, kernel, (cl_uint)call_number(call, ARG_clEnqueueNDRangeKernel_work_dim),
		call_pointer(call, ARG_clEnqueueNDRangeKernel_global_work_offset),
		call_pointer(call, ARG_clEnqueueNDRangeKernel_global_work_size),
		call_pointer(call, ARG_clEnqueueNDRangeKernel_local_work_size),
		(cl_uint)call_number(call, ARG_clEnqueueNDRangeKernel_num_events_in_wait_list),
		call_pointer(call, ARG_clEnqueueNDRangeKernel_event_wait_list),
		(void *)(uintptr_t)call_pointer(call, ARG_clEnqueueNDRangeKernel_event));
}

static cl_int launch(const struct call *call, struct shadow_kernel *kernel,
		     struct kernel_part *part, const void *site)
{
	cl_int error = CL_INVALID_KERNEL_ARGS;

	/* No other launch may change the hidden arguments before the driver has this one. */
	lock_take(&kernel->lock);
	if (shadow_kernels_prepare(kernel, part, site, false)) {
		/* If it ends the process, its records are looked at. */
		atomic_store(&part->shadow->is_used, true);
		error = enqueue(call, part->kernel);
	}
	lock_give(&kernel->lock);
	return error;
}

bool checked_launches_make(struct call *call, cl_int *error, bool *is_checked)
{
	const cl_kernel handle =
		(cl_kernel)(uintptr_t)call_pointer(call, ARG_clEnqueueNDRangeKernel_kernel);
	const void *queue = call_pointer(call, ARG_first);
	struct shadow_kernel *kernel = shadow_kernels_take(handle);
	struct kernel_part *part = kernel ? checked_launches_part(kernel, queue) : NULL;
	cl_int refusal;

	if (!part) {
		shadow_kernels_give(kernel);
		return false;
	}
	*error = launch(call, kernel, part, place_of_finding(call->site));
	*is_checked = *error == CL_SUCCESS;
	if (*is_checked) {
		shadow_note_launch(part->shadow, part->sites, (cl_command_queue)(uintptr_t)queue);
	} else {
		refusal = *error;
		tail_launches_before(call);
		*error = enqueue(call, handle);
		if (*error == CL_SUCCESS)
			checked_launches_refuse(kernel, part, refusal);
	}
	shadow_kernels_give(kernel);
	return true;
}

/* -- queries ---------------------------------------------------------------------------------- */

/* The kernel that is launched in place of the one that CALL, a query of DEVICE, is about; NULL:
 * none. */
static cl_kernel launched(const struct call *call, const void *device)
{
	struct shadow_kernel *kernel =
		shadow_kernels_take((cl_kernel)(uintptr_t)call_pointer(call, ARG_first));
	const struct kernel_part *part =
		kernel ? shadow_kernels_part(kernel, (cl_device_id)(uintptr_t)device) : NULL;
	const cl_kernel found = part ? part->kernel : NULL;

	/* A program may not release a kernel that it asks about. */
	shadow_kernels_give(kernel);
	return found;
}

void checked_launches_before_query(struct call *call)
{
	cl_kernel kernel;

	if (call->slot != CLROUTER_SLOT_clGetKernelSubGroupInfo &&
	    call->slot != CLROUTER_SLOT_clGetKernelSubGroupInfoKHR)
		return;
	kernel = launched(call, call_pointer(call, ARG_clGetKernelSubGroupInfo_device));
	if (kernel)
		memcpy(call->values[ARG_first], &kernel, sizeof(kernel));
}

void checked_launches_after_query(const struct call *call, const void *result)
{
	const void *device;
	size_t asked, own = 0;
	cl_kernel kernel;
	void *value;

	if (call->slot != CLROUTER_SLOT_clGetKernelWorkGroupInfo ||
	    call_number(call, ARG_clGetKernelWorkGroupInfo_param_name) !=
		    CL_KERNEL_WORK_GROUP_SIZE ||
	    !signature_succeeded(&signatures[call->slot], call->values, result))
		return;
	device = call_pointer(call, ARG_clGetKernelWorkGroupInfo_device);
	value = (void *)(uintptr_t)call_pointer(call, ARG_clGetKernelWorkGroupInfo_param_value);
	kernel = value ? launched(call, device) : NULL;
	if (!kernel)
		return;
	memcpy(&asked, value, sizeof(asked));
	if (clrouter_target.clGetKernelWorkGroupInfo(kernel, (cl_device_id)(uintptr_t)device,
						     CL_KERNEL_WORK_GROUP_SIZE, sizeof(own), &own,
						     NULL) == CL_SUCCESS &&
	    own < asked)
		memcpy(value, &own, sizeof(own));
}
