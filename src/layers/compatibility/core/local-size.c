/* SPDX-License-Identifier: Apache-2.0 */
/*
 * local-size: cl_khr_suggested_local_work_size. What a driver would choose for a local size of NULL
 * is not known, so the layer chooses, and then gives that size to the launch that was asked about.
 * All other launches keep their NULL.
 *
 * A size divides the global size, since not every device has work-groups of different sizes. If the
 * first dimension allows, it is a multiple of what the kernel prefers.
 */
#include "layers/compatibility/core/core-kernels.h"

#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "layers/compatibility/core/kernel-arguments.h"
#include "layers/compatibility/core/older-driver.h"
#include "layers/compatibility/feature-settings.h"
#include "layers/compatibility/features.h"
#include "layers/compatibility/known-devices.h"
#include "layers/compatibility/lookup.h"
#include "layers/compatibility/notes/handle-notes.h"
#include "layers/compatibility/wrap.h"
#include "layers/frame/ask.h"
#include "layers/frame/auto-free.h"

/* Work-items of a work-group that keep most devices busy; more would leave some without a group. */
#define GOOD_SIZE 256

static atomic_bool any_suggested;

/* -- the launch ------------------------------------------------------------------------ */

static cl_uint number_of(cl_device_id device, cl_device_info name, cl_uint otherwise)
{
	cl_uint number;

	return ASK(clGetDeviceInfo, device, name, number) == CL_SUCCESS ? number : otherwise;
}

static struct sized_launch launch_of(cl_device_id device, cl_uint dimensions, const size_t *offset,
				     const size_t *global)
{
	struct sized_launch launch = { .device = device, .dimensions = dimensions };

	for (cl_uint i = 0; i < dimensions; i++) {
		launch.offset[i] = !offset ? 0 : offset[i];
		launch.global[i] = global[i];
	}
	return launch;
}

bool local_size_suggested(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions,
			  const size_t *offset, const size_t *global, size_t local[3])
{
	struct sized_launch launch;

	if (!atomic_load_explicit(&any_suggested, memory_order_relaxed) || dimensions < 1 ||
	    dimensions > 3 || !global || !arguments_have_suggestions(kernel))
		return false;
	launch = launch_of(ask_queue_device(queue), dimensions, offset, global);
	if (!arguments_suggested(kernel, &launch))
		return false;
	memcpy(local, launch.local, sizeof(launch.local));
	return true;
}

/* -- errors ---------------------------------------------------------------------------- */

/* The largest size_t of DEVICE. */
static cl_ulong largest_of(cl_device_id device)
{
	return number_of(device, CL_DEVICE_ADDRESS_BITS, 64) == 32 ? UINT32_MAX : UINT64_MAX;
}

static cl_int check_sizes(cl_device_id device, cl_uint dimensions, const size_t *offset,
			  const size_t *global)
{
	const cl_ulong largest = largest_of(device);

	if (dimensions < 1 || dimensions > 3 ||
	    dimensions > number_of(device, CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS, 3))
		return CL_INVALID_WORK_DIMENSION;
	if (!global)
		return CL_INVALID_GLOBAL_WORK_SIZE;
	for (cl_uint i = 0; i < dimensions; i++)
		if (global[i] == 0 || global[i] > largest)
			return CL_INVALID_GLOBAL_WORK_SIZE;
	for (cl_uint i = 0; offset && i < dimensions; i++)
		if (offset[i] > largest - global[i])
			return CL_INVALID_GLOBAL_OFFSET;
	return CL_SUCCESS;
}

/* Can KERNEL be launched on DEVICE, and is it of the context of QUEUE? */
static cl_int check_kernel(cl_command_queue queue, cl_kernel kernel, cl_device_id device)
{
	cl_context of_queue = NULL;
	cl_context of_kernel = NULL;
	cl_program program = NULL;
	cl_build_status status = CL_BUILD_NONE;
	cl_int error = ASK(clGetKernelInfo, kernel, CL_KERNEL_CONTEXT, of_kernel);

	if (error != CL_SUCCESS)
		return error;
	ASK(clGetCommandQueueInfo, queue, CL_QUEUE_CONTEXT, of_queue);
	if (of_queue != of_kernel)
		return CL_INVALID_CONTEXT;
	ASK(clGetKernelInfo, kernel, CL_KERNEL_PROGRAM, program);
	clrouter_target.clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_STATUS,
					      sizeof(status), &status, NULL);
	if (status != CL_BUILD_SUCCESS)
		return CL_INVALID_PROGRAM_EXECUTABLE;
	return arguments_state(kernel) == ARGUMENTS_UNSET ? CL_INVALID_KERNEL_ARGS : CL_SUCCESS;
}

/* -- a size ---------------------------------------------------------------------------- */

/* The largest number up to LIMIT that divides SIZE, one that MULTIPLE divides if there is one. */
static size_t choose_divisor(size_t size, size_t limit, size_t multiple)
{
	size_t best = 1;

	for (size_t i = limit < size ? limit : size; i > 1; i--) {
		if (size % i != 0)
			continue;
		if (multiple <= 1 || i % multiple == 0)
			return i;
		if (best == 1)
			best = i;
	}
	return best;
}

/* How many work-items a dimension of a work-group can have; 1 of those that the device lacks. */
static void read_limits(cl_device_id device, size_t limits[3])
{
	size_t size;
	const size_t *sizes AUTO_FREE =
		ask_device(device, CL_DEVICE_MAX_WORK_ITEM_SIZES, &size, NULL);

	for (size_t i = 0; i < 3; i++)
		limits[i] = i < size / sizeof(*sizes) && sizes[i] > 0 ? sizes[i] : 1;
}

static size_t group_number(cl_kernel kernel, cl_device_id device, cl_kernel_work_group_info name,
			   size_t otherwise)
{
	size_t number;

	return clrouter_target.clGetKernelWorkGroupInfo(kernel, device, name, sizeof(number),
							&number, NULL) == CL_SUCCESS
		       ? number
		       : otherwise;
}

static void choose(cl_kernel kernel, struct sized_launch *launch)
{
	size_t required[3] = { 0, 0, 0 };
	size_t limits[3];
	size_t left = group_number(kernel, launch->device, CL_KERNEL_WORK_GROUP_SIZE, 1);
	size_t multiple = group_number(kernel, launch->device,
				       CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE, 1);

	clrouter_target.clGetKernelWorkGroupInfo(kernel, launch->device,
						 CL_KERNEL_COMPILE_WORK_GROUP_SIZE,
						 sizeof(required), required, NULL);
	if (required[0] != 0) {
		memcpy(launch->local, required, launch->dimensions * sizeof(*required));
		return;
	}
	read_limits(launch->device, limits);
	left = left > GOOD_SIZE ? GOOD_SIZE : left;
	for (cl_uint i = 0; i < launch->dimensions; i++) {
		launch->local[i] = choose_divisor(launch->global[i],
						/* NOLINTNEXTLINE(clang-analyzer-core.UndefinedBinaryOperatorResult): at most three dimensions */
						  left < limits[i] ? left : limits[i],
						  i == 0 ? multiple : 1);
		left /= launch->local[i];
	}
}

/* -- the functions --------------------------------------------------------------------- */

/* Keeps the arguments of a kernel that was set up before anybody wanted to know. */
static bool keep(cl_kernel kernel)
{
	cl_uint count = 0;

	kernels_keep_all();
	if (notes_has(kernel, NOTE_ARGUMENTS))
		return true;
	return ASK(clGetKernelInfo, kernel, CL_KERNEL_NUM_ARGS, count) == CL_SUCCESS &&
	       arguments_keep(kernel, count, false);
}

static cl_int suggest(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions,
		      const size_t *offset, const size_t *global, size_t *suggested)
{
	const cl_device_id device = ask_queue_device(queue);
	struct sized_launch launch;
	cl_int error;

	if (!device)
		return CL_INVALID_COMMAND_QUEUE;
	error = check_kernel(queue, kernel, device);
	if (error == CL_SUCCESS)
		error = check_sizes(device, dimensions, offset, global);
	if (error == CL_SUCCESS && !suggested)
		error = CL_INVALID_VALUE;
	if (error != CL_SUCCESS)
		return error;
	launch = launch_of(device, dimensions, offset, global);
	if (!keep(kernel))
		return CL_OUT_OF_HOST_MEMORY;
	if (!arguments_suggested(kernel, &launch)) {
		choose(kernel, &launch);
		if (!arguments_suggest(kernel, &launch))
			return CL_OUT_OF_HOST_MEMORY;
		atomic_store(&any_suggested, true);
	}
	memcpy(suggested, launch.local, dimensions * sizeof(*suggested));
	return CL_SUCCESS;
}

static bool is_emulated(cl_command_queue queue)
{
	return devices_emulate(ask_queue_device(queue), FEATURE_LOCAL_SIZE);
}

CLROUTER_WRAP_EXTENSION(clGetKernelSuggestedLocalWorkSizeKHR)
{
	if (!command_queue)
		return CL_INVALID_COMMAND_QUEUE;
	if (!kernel)
		return CL_INVALID_KERNEL;
	if (driver && !is_emulated(command_queue))
		return driver(ARGUMENTS_clGetKernelSuggestedLocalWorkSizeKHR);
	return suggest(ARGUMENTS_clGetKernelSuggestedLocalWorkSizeKHR);
}

/* The same function of OpenCL 3.1. A driver may have it by its older name. */
WRAP(clGetKernelSuggestedLocalWorkSize)
{
	clrouter_fn_clGetKernelSuggestedLocalWorkSizeKHR *driver =
		clrouter_target.clGetKernelSuggestedLocalWorkSize;

	if (older_lacks_really(command_queue, CLROUTER_SLOT_clGetKernelSuggestedLocalWorkSize))
		driver = (clrouter_fn_clGetKernelSuggestedLocalWorkSizeKHR *)older_extension(
			command_queue, "clGetKernelSuggestedLocalWorkSizeKHR");
	if (!driver && command_queue && kernel &&
	    !is_emulated(command_queue))
		return CL_INVALID_OPERATION;
	return clrouter_wrap_clGetKernelSuggestedLocalWorkSizeKHR(
		driver, ARGUMENTS_clGetKernelSuggestedLocalWorkSize);
}

__attribute__((noinline)) static cl_int enqueue_suggested(PARAMETERS_clEnqueueNDRangeKernel)
{
	size_t size[3];

	if (local_size_suggested(command_queue, kernel, work_dim, global_work_offset,
				 global_work_size, size))
		local_work_size = size;
	return PASS_ON(clEnqueueNDRangeKernel);
}

/* All but the launches without a local size are passed on by a jump. */
WRAP(clEnqueueNDRangeKernel)
{
	if (!local_work_size && atomic_load_explicit(&any_suggested, memory_order_relaxed))
		return enqueue_suggested(ARGUMENTS_clEnqueueNDRangeKernel);
	return PASS_ON(clEnqueueNDRangeKernel);
}

static struct lookup suggested_size =
	LOOKUP(clGetKernelSuggestedLocalWorkSizeKHR, FEATURE_LOCAL_SIZE);

/* Drivers of all platforms may list the extension: then nobody needs this one. */
static void start(struct clrouter_table *table)
{
	older_start(settings_may_provide(&core) && settings_force(&core, NULL));
	if (older_any_really(CLROUTER_SLOT_clGetKernelSuggestedLocalWorkSize))
		table->clGetKernelSuggestedLocalWorkSize = wrap_clGetKernelSuggestedLocalWorkSize;
	if (!settings_force(&local_size, NULL) &&
	    !older_any_without("cl_khr_suggested_local_work_size"))
		return;
	suggested_size.given = kernels_keep_all;
	lookup_add(&suggested_size);
	kernels_start_keeping(table);
	table->clGetKernelSuggestedLocalWorkSize = wrap_clGetKernelSuggestedLocalWorkSize;
	table->clEnqueueNDRangeKernel = wrap_clEnqueueNDRangeKernel;
}

const struct feature local_size = {
	.id = FEATURE_LOCAL_SIZE,
	.name = "suggested_local_work_size",
	.extensions = { { "cl_khr_suggested_local_work_size", CL_MAKE_VERSION(1, 0, 0), 0 } },
	.start = start,
};
