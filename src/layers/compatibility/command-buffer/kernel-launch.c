/* SPDX-License-Identifier: Apache-2.0 */
/*
 * kernel-launch: see kernel-launch.h.
 */
#include "layers/compatibility/command-buffer/kernel-launch.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "layers/compatibility/core/core-kernels.h"
#include "layers/compatibility/core/kernel-arguments.h"
#include "layers/compatibility/core/older-driver.h"
#include "layers/compatibility/known-devices.h"
#include "layers/compatibility/locks.h"
#include "layers/compatibility/notes/handle-notes.h"
#include "layers/frame/ask.h"
#include "layers/frame/auto-free.h"

/*
 * No two threads may copy one kernel at a time, but two may record it, or update commands. So this
 * lock, other than the rule is, is held while the driver is called: clCloneKernel calls nothing of
 * the program's that could leave it.
 */
static struct lock copying = LOCK_INIT;

void launch_start(void)
{
	locks_add(&copying);
}

static void give_lock(struct lock **lock)
{
	lock_give(*lock);
}

/* A copy of KERNEL with its arguments as they are. */
static cl_int copy_kernel(cl_kernel kernel, cl_kernel *copy)
{
	cl_int error = CL_SUCCESS;
	__attribute__((cleanup(give_lock))) struct lock *held = &copying;

	lock_take(held);
	*copy = kernels_clone(kernel, false, &error);
	if (!*copy && error == CL_SUCCESS)
		error = CL_OUT_OF_RESOURCES;
	return error;
}

/* What is known of the arguments of a copy goes with it. */
static void release_copy(cl_kernel kernel)
{
	notes_release(kernel, NOTE_ARGUMENTS);
	clrouter_target.clReleaseKernel(kernel);
}

static bool retain_copy(cl_kernel kernel)
{
	if (clrouter_target.clRetainKernel(kernel) != CL_SUCCESS)
		return false;
	notes_retain(kernel, NOTE_ARGUMENTS);
	return true;
}

/* -- life ------------------------------------------------------------------------------ */

static bool has_dimensions(cl_device_id device, cl_uint dims)
{
	cl_uint most = 3;

	ASK(clGetDeviceInfo, device, CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS, most);
	return dims >= 1 && dims <= most && dims <= 3;
}

static void set_sizes(struct kernel_launch *launch, const size_t *offset, const size_t *global,
		      const size_t *local)
{
	for (cl_uint i = 0; i < launch->dims; i++) {
		launch->offset[i] = offset ? offset[i] : 0;
		launch->global[i] = global ? global[i] : 0;
		launch->local[i] = local ? local[i] : 0;
	}
	launch->has_local = local != NULL;
}

cl_int launch_make(cl_kernel kernel, cl_device_id device, cl_uint dims, const size_t *offset,
		   const size_t *global, const size_t *local, struct kernel_launch **made)
{
	struct kernel_launch *launch;
	cl_int error;

	if (!has_dimensions(device, dims))
		return CL_INVALID_WORK_DIMENSION;
	launch = calloc(1, sizeof(*launch));
	if (!launch)
		return CL_OUT_OF_HOST_MEMORY;
	atomic_init(&launch->holds, 1);
	launch->dims = dims;
	set_sizes(launch, offset, global, local);
	error = copy_kernel(kernel, &launch->kernel);
	if (error != CL_SUCCESS) {
		free(launch);
		return error;
	}
	*made = launch;
	return CL_SUCCESS;
}

/* What was suggested was for what changes now. */
struct kernel_launch *launch_like(const struct kernel_launch *from)
{
	struct kernel_launch *launch = calloc(1, sizeof(*launch));

	if (!launch || !retain_copy(from->kernel)) {
		free(launch);
		return NULL;
	}
	atomic_init(&launch->holds, 1);
	launch->kernel = from->kernel;
	launch->is_complete = from->is_complete;
	launch->is_shared = true;
	launch->has_local = from->has_local;
	launch->dims = from->dims;
	memcpy(launch->offset, from->offset, sizeof(launch->offset));
	memcpy(launch->global, from->global, sizeof(launch->global));
	memcpy(launch->local, from->local, sizeof(launch->local));
	memcpy(launch->required, from->required, sizeof(launch->required));
	return launch;
}

cl_int launch_own_kernel(struct kernel_launch *launch)
{
	cl_kernel copy;
	cl_int error;

	if (!launch->is_shared)
		return CL_SUCCESS;
	error = copy_kernel(launch->kernel, &copy);
	if (error != CL_SUCCESS)
		return error;
	release_copy(launch->kernel);
	launch->kernel = copy;
	launch->is_shared = false;
	return CL_SUCCESS;
}

void launch_hold(struct kernel_launch *launch)
{
	atomic_fetch_add_explicit(&launch->holds, 1, memory_order_relaxed);
}

void launch_drop(struct kernel_launch *launch)
{
	if (!launch ||
	    atomic_fetch_sub_explicit(&launch->holds, 1, memory_order_acq_rel) != 1)
		return;
	release_copy(launch->kernel);
	free(launch);
}

/* -- sizes ----------------------------------------------------------------------------- */

/* The largest size_t of DEVICE. */
static size_t device_size_max(cl_device_id device)
{
	cl_uint bits = 0;

	if (ASK(clGetDeviceInfo, device, CL_DEVICE_ADDRESS_BITS, bits) != CL_SUCCESS || bits == 0 ||
	    bits >= sizeof(size_t) * 8)
		return SIZE_MAX;
	return ((size_t)1 << bits) - 1;
}

/* Must the global size be a multiple of the local one, for every kernel? */
static bool needs_uniform(cl_device_id id)
{
	const struct known_device *device = devices_find(id);
	cl_bool can_mix = CL_FALSE;

	if (!device || device->version < CL_MAKE_VERSION(2, 0, 0))
		return true;
	if (device->version < CL_MAKE_VERSION(3, 0, 0))
		return false;
	return ASK(clGetDeviceInfo, id, CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT, can_mix) ==
		       CL_SUCCESS &&
	       !can_mix;
}

static cl_int check_global(const struct kernel_launch *launch, cl_device_id device)
{
	const struct known_device *known = devices_find(device);
	const size_t most = device_size_max(device);

	for (cl_uint i = 0; i < launch->dims; i++) {
		if (launch->global[i] > most)
			return CL_INVALID_GLOBAL_WORK_SIZE;
		if (launch->global[i] == 0 &&
		    (!known || known->version < CL_MAKE_VERSION(2, 1, 0)))
			return CL_INVALID_GLOBAL_WORK_SIZE;
		if (launch->offset[i] > most - launch->global[i])
			return CL_INVALID_GLOBAL_OFFSET;
	}
	return CL_SUCCESS;
}

/* A required size is passed, too: PoCL 3.1 refuses NULL for such a kernel. NULL: there is none. */
static const size_t *local_of(const struct kernel_launch *launch)
{
	return launch->has_local	   ? launch->local
	       : launch->required[0] != 0  ? launch->required
	       : launch->suggested[0] != 0 ? launch->suggested
					   : NULL;
}

/* WORK_ITEMS are the most of the kernel in a work-group. */
static cl_int check_local(const struct kernel_launch *launch, cl_device_id device,
			  size_t work_items)
{
	const size_t *local = local_of(launch);
	const bool is_required = launch->required[0] != 0;
	size_t most[3] = { SIZE_MAX, SIZE_MAX, SIZE_MAX };
	size_t total = 1;

	if (!local)
		return CL_SUCCESS;
	ASK(clGetDeviceInfo, device, CL_DEVICE_MAX_WORK_ITEM_SIZES, most);
	for (cl_uint i = 0; i < launch->dims; i++) {
		const size_t size = local[i];

		if (size == 0)
			return CL_INVALID_WORK_GROUP_SIZE;
		if (size > most[i])
			return CL_INVALID_WORK_ITEM_SIZE;
		if (is_required && size != launch->required[i])
			return CL_INVALID_WORK_GROUP_SIZE;
		if (size > work_items / total)
			return CL_INVALID_WORK_GROUP_SIZE;
		total *= size;
	}
	for (cl_uint i = launch->dims; i < 3; i++)
		if (is_required && launch->required[i] != 1)
			return CL_INVALID_WORK_GROUP_SIZE;
	if (!launch_is_uniform(launch) && needs_uniform(device))
		return CL_INVALID_WORK_GROUP_SIZE;
	return CL_SUCCESS;
}

cl_int launch_check(struct kernel_launch *launch, cl_device_id device)
{
	size_t work_items = 0;
	cl_int error;

	if (clrouter_target.clGetKernelWorkGroupInfo(launch->kernel, device,
						     CL_KERNEL_WORK_GROUP_SIZE, sizeof(work_items),
						     &work_items, NULL) != CL_SUCCESS)
		return CL_INVALID_PROGRAM_EXECUTABLE;
	memset(launch->required, 0, sizeof(launch->required));
	clrouter_target.clGetKernelWorkGroupInfo(launch->kernel, device,
						 CL_KERNEL_COMPILE_WORK_GROUP_SIZE,
						 sizeof(launch->required), launch->required, NULL);
	error = check_global(launch, device);
	return error != CL_SUCCESS ? error : check_local(launch, device, work_items);
}

bool launch_is_uniform(const struct kernel_launch *launch)
{
	const size_t *local = local_of(launch);

	for (cl_uint i = 0; local && i < launch->dims; i++)
		if (local[i] != 0 && launch->global[i] % local[i] != 0)
			return false;
	return true;
}

void launch_use_suggested(struct kernel_launch *launch, cl_command_queue queue, cl_kernel kernel)
{
	if (!launch->has_local)
		local_size_suggested(queue, kernel, launch->dims, launch->offset, launch->global,
				     launch->suggested);
}

/* -- arguments ------------------------------------------------------------------------- */

cl_int launch_set_argument(struct kernel_launch *launch, cl_uint index, size_t size,
			   const void *value)
{
	const cl_int error = clrouter_target.clSetKernelArg(launch->kernel, index, size, value);

	if (error == CL_SUCCESS)
		arguments_set(launch->kernel, index, size, value);
	return error;
}

cl_int launch_set_pointer(struct kernel_launch *launch, cl_uint index, const void *pointer)
{
	const cl_int error =
		clrouter_target.clSetKernelArgSVMPointer(launch->kernel, index, pointer);

	if (error == CL_SUCCESS)
		arguments_set_pointer(launch->kernel, index, pointer);
	return error;
}

cl_int launch_set_info(struct kernel_launch *launch, cl_kernel_exec_info name, size_t size,
		       const void *value)
{
	const cl_int error = clrouter_target.clSetKernelExecInfo(launch->kernel, name, size, value);

	if (error == CL_SUCCESS)
		arguments_set_info(launch->kernel, name, size, value);
	return error;
}

/*
 * Before OpenCL 2.1, a kernel with no work-items is a mistake, but the arguments are kept: these
 * drivers have no clCloneKernel.
 */
cl_int launch_check_arguments(struct kernel_launch *launch, cl_command_queue queue)
{
	const size_t nothing[3] = { 0, 0, 0 };
	cl_int error;

	if (older_lacks_really(launch->kernel, CLROUTER_SLOT_clCloneKernel)) {
		launch->is_complete = arguments_state(launch->kernel) != ARGUMENTS_UNSET;
		return CL_SUCCESS;
	}
	error = clrouter_target.clEnqueueNDRangeKernel(queue, launch->kernel, launch->dims, NULL,
						       nothing, NULL, 0, NULL, NULL);
	launch->is_complete = error != CL_INVALID_KERNEL_ARGS;
	switch (error) {
	case CL_INVALID_KERNEL_ARGS:
	case CL_INVALID_GLOBAL_WORK_SIZE: /* which is 0 */
	case CL_INVALID_WORK_GROUP_SIZE:  /* which the program may have given */
		return CL_SUCCESS;
	default:
		return error;
	}
}

/* -- the driver ------------------------------------------------------------------------ */

cl_int launch_enqueue(const struct kernel_launch *launch, const struct launch_place *place)
{
	return clrouter_target.clEnqueueNDRangeKernel(
		place->queue, launch->kernel, launch->dims, launch->offset, launch->global,
		local_of(launch), place->wait_count, place->waits, place->event);
}
