/* SPDX-License-Identifier: Apache-2.0 */
/*
 * record-objects: see record-objects.h.
 */
#include "layers/record/record-objects.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/common/lock.h"
#include "base/common/system.h"
#include "layers/frame/auto-free.h"
#include "layers/record/file/call-records.h"
#include "layers/record/file/kernel-names.h"
#include "layers/record/file/store.h"
#include "layers/record/link.h"
#include "opencl/devices/pci.h"
#include "opencl/names.h"
#include "base/common/pointer-map.h"

#define MOST_LOG ((size_t)256 << 10) /* bytes of a build log that are kept */

static struct {
	struct lock lock;
	struct pointer_map known; /* platforms and devices that were described */
} objects = { .lock = LOCK_INIT };

/* A query of an object of one kind; the cl*Info functions differ in the type of the object only. */
typedef cl_int (*ask_function)(const void *object, cl_uint query, size_t size, void *value,
			       size_t *size_ret);

static cl_int ask_platform(const void *object, cl_uint query, size_t size, void *value,
			   size_t *size_ret)
{
	return clrouter_target.clGetPlatformInfo((cl_platform_id)object, query, size, value,
						 size_ret);
}

static cl_int ask_device(const void *object, cl_uint query, size_t size, void *value,
			 size_t *size_ret)
{
	return clrouter_target.clGetDeviceInfo((cl_device_id)object, query, size, value, size_ret);
}

static cl_int ask_kernel(const void *object, cl_uint query, size_t size, void *value,
			 size_t *size_ret)
{
	return clrouter_target.clGetKernelInfo((cl_kernel)object, query, size, value, size_ret);
}

static void add(enum object_kind kind, const void *object, cl_device_id device, cl_uint query,
		const void *value, size_t size)
{
	const struct record_object fields = {
		.handle = (uint64_t)(uintptr_t)object,
		.device = (uint64_t)(uintptr_t)device,
		.time = system_now(),
		.query = query,
		.size = (uint32_t)size,
	};

	event_add(RECORD_OBJECT, kind, &fields.handle, sizeof(fields) - sizeof(fields.head), value,
		  size);
}

static void describe(enum object_kind kind, ask_function ask, const void *object, cl_uint query)
{
	char value[1024];
	size_t size = 0;

	if (ask(object, query, sizeof(value), value, &size) == CL_SUCCESS && size <= sizeof(value))
		add(kind, object, NULL, query, value, size);
}

/* False if OBJECT was described before. */
static bool is_new(const void *object)
{
	bool is_known;

	lock_take(&objects.lock);
	is_known = pointer_map_get(&objects.known, object) != 0;
	if (!is_known)
		pointer_map_set(&objects.known, object, 1);
	lock_give(&objects.lock);
	return !is_known;
}

static void describe_platform(cl_platform_id platform)
{
	static const cl_uint queries[] = { CL_PLATFORM_NAME, CL_PLATFORM_VENDOR,
					   CL_PLATFORM_VERSION };

	if (is_new(platform))
		for (size_t i = 0; i < ARRAY_SIZE(queries); i++)
			describe(OBJECT_PLATFORM, ask_platform, platform, queries[i]);
}

/* Of a device that has memory of its own: how fast data goes there. Others need not be asked. */
static void describe_link(cl_device_id device)
{
	char address[PCI_ADDRESS_SIZE];
	cl_device_type type = CL_DEVICE_TYPE_CPU;
	cl_bool is_unified = CL_TRUE;
	uint64_t rate;

	if (ask_device(device, CL_DEVICE_TYPE, sizeof(type), &type, NULL) != CL_SUCCESS ||
	    (type & CL_DEVICE_TYPE_CPU) != 0 ||
	    ask_device(device, CL_DEVICE_HOST_UNIFIED_MEMORY, sizeof(is_unified), &is_unified,
		       NULL) != CL_SUCCESS ||
	    is_unified || !pci_address(clrouter_target.clGetDeviceInfo, device, address))
		return;
	rate = link_rate(LINK_DIRECTORY, address);
	if (rate > 0)
		add(OBJECT_DEVICE, device, NULL, RECORD_LINK_RATE, &rate, sizeof(rate));
}

static void describe_device(cl_device_id device)
{
	static const cl_uint queries[] = {
		CL_DEVICE_NAME,
		CL_DEVICE_VENDOR,
		CL_DRIVER_VERSION,
		CL_DEVICE_VERSION,
		CL_DEVICE_PLATFORM,
		CL_DEVICE_TYPE,
		CL_DEVICE_MAX_COMPUTE_UNITS,
		CL_DEVICE_PROFILING_TIMER_RESOLUTION,
		CL_DEVICE_PREFERRED_WORK_GROUP_SIZE_MULTIPLE,
		CL_DEVICE_HOST_UNIFIED_MEMORY,
	};

	if (!is_new(device))
		return;
	for (size_t i = 0; i < ARRAY_SIZE(queries); i++)
		describe(OBJECT_DEVICE, ask_device, device, queries[i]);
	describe_link(device);
}

void objects_found_platforms(cl_int error, cl_uint num_entries, const cl_platform_id *platforms,
			     const cl_uint *num_platforms)
{
	cl_uint count = 0;

	if (error != CL_SUCCESS || !platforms || !events_are_recorded())
		return;
	if (num_platforms)
		count = *num_platforms;
	else
		clrouter_target.clGetPlatformIDs(0, NULL, &count);
	for (cl_uint i = 0; i < num_entries && i < count; i++)
		describe_platform(platforms[i]);
}

void objects_found_devices(cl_int error, cl_platform_id platform, cl_device_type device_type,
			   cl_uint num_entries, const cl_device_id *devices,
			   const cl_uint *num_devices)
{
	cl_uint count = 0;

	if (error != CL_SUCCESS || !devices || !events_are_recorded())
		return;
	if (num_devices)
		count = *num_devices;
	else
		clrouter_target.clGetDeviceIDs(platform, device_type, 0, NULL, &count);
	for (cl_uint i = 0; i < num_entries && i < count; i++)
		describe_device(devices[i]);
}

/* A program may have it from a context. */
void objects_used_device(cl_command_queue queue, cl_device_id device)
{
	if (queue && events_are_recorded())
		describe_device(device);
}

void objects_made_kernel(cl_kernel kernel, const char *name)
{
	kernel_names_set(kernel, name);
}

/* Its name is no argument of the call that has made it. */
void objects_cloned_kernel(cl_kernel kernel)
{
	char name[1024];
	size_t size = 0;

	if (!kernel || !events_are_recorded() ||
	    ask_kernel(kernel, CL_KERNEL_FUNCTION_NAME, sizeof(name), name, &size) != CL_SUCCESS ||
	    size == 0 || size > sizeof(name))
		return;
	name[size - 1] = '\0';
	kernel_names_set(kernel, name);
	if (!events_are_summed())
		add(OBJECT_KERNEL, kernel, NULL, CL_KERNEL_FUNCTION_NAME, name, size);
}

void objects_made_kernels(cl_int error, cl_program program, cl_uint num_kernels,
			  const cl_kernel *kernels, const cl_uint *num_kernels_ret)
{
	cl_uint count = 0;

	if (error != CL_SUCCESS || !kernels || !events_are_recorded())
		return;
	if (num_kernels_ret)
		count = *num_kernels_ret;
	else
		clrouter_target.clCreateKernelsInProgram(program, 0, NULL, &count);
	for (cl_uint i = 0; i < num_kernels && i < count; i++)
		objects_cloned_kernel(kernels[i]);
}

static void add_build_log(cl_program program, cl_device_id device)
{
	AUTO_FREE char *log = NULL;
	size_t size = 0;

	if (clrouter_target.clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, 0, NULL,
						  &size) != CL_SUCCESS ||
	    size <= 1)
		return;
	log = malloc(size);
	if (log &&
	    clrouter_target.clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, size, log,
						  NULL) == CL_SUCCESS)
		add(OBJECT_PROGRAM, program, device, CL_PROGRAM_BUILD_LOG, log,
		    size < MOST_LOG ? size : MOST_LOG);
}

/* Of all devices of the program, if the list of the call is empty. */
static void add_build_logs(cl_program program, cl_uint count, const cl_device_id *devices)
{
	AUTO_FREE cl_device_id *all = NULL;
	size_t size = 0;

	if (!events_are_recorded() || events_are_summed())
		return;
	if (!devices) {
		if (clrouter_target.clGetProgramInfo(program, CL_PROGRAM_DEVICES, 0, NULL, &size) !=
			    CL_SUCCESS ||
		    !(all = malloc(size)) ||
		    clrouter_target.clGetProgramInfo(program, CL_PROGRAM_DEVICES, size, all,
						     NULL) != CL_SUCCESS)
			return;
		count = (cl_uint)(size / sizeof(*all));
		devices = all;
	}
	for (cl_uint i = 0; i < count; i++)
		add_build_log(program, devices[i]);
}

void objects_built(cl_int error, cl_program program, cl_uint count, const cl_device_id *devices,
		   bool has_callback)
{
	if ((error == CL_SUCCESS && !has_callback) || error == CL_BUILD_PROGRAM_FAILURE)
		add_build_logs(program, count, devices);
}

void objects_start(void)
{
	lock_take(&objects.lock);
	pointer_map_done(&objects.known);
	lock_give(&objects.lock);
}

void objects_before_fork(void)
{
	lock_take(&objects.lock);
}

void objects_after_fork_in_parent(void)
{
	lock_give(&objects.lock);
}

void objects_after_fork_in_child(void)
{
	pointer_map_done(&objects.known);
	lock_give(&objects.lock);
}
