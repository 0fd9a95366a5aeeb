/* SPDX-License-Identifier: Apache-2.0 */
/*
 * profiling: see queues.h.
 */
#include "layers/record/queues.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "layers/frame/auto-free.h"
#include "opencl/constants.h"

/*
 * Drivers that are slow with profiling, whether events are asked for or not. Measured without an
 * effect: NVIDIA 580 on an H100 (kernels of 4 queues in 36.0 ms with and without; 5.4 and 5.6 us a
 * launch), PoCL 3.1 and 5.0.
 */
static const struct {
	const char *vendor; /* CL_DEVICE_VENDOR begins with this */
	cl_device_type type;
} slow_drivers[] = {
	/* ROCm/ROCm#3357: on ROCm 6.0 kernels of several MI100 run one after another. */
	{ "Advanced Micro Devices", CL_DEVICE_TYPE_GPU },
	/* CHIP-SPV/chipStar#814: programs take 1.1 to 1.8 times as long on an Arc A750. */
	{ "Intel(R) Corporation", CL_DEVICE_TYPE_GPU },
};

static bool is_slow(cl_device_id device)
{
	char vendor[128] = "";
	cl_device_type type = 0;

	clrouter_target.clGetDeviceInfo(device, CL_DEVICE_VENDOR, sizeof(vendor), vendor, NULL);
	clrouter_target.clGetDeviceInfo(device, CL_DEVICE_TYPE, sizeof(type), &type, NULL);
	for (size_t i = 0; i < ARRAY_SIZE(slow_drivers); i++)
		if (type & slow_drivers[i].type &&
		    strncmp(vendor, slow_drivers[i].vendor, strlen(slow_drivers[i].vendor)) == 0)
			return true;
	return false;
}

/* What DEVICE answers to QUERY, *SIZE bytes and a NUL byte after them; NULL: nothing. */
static char *ask(cl_device_id device, cl_device_info query, size_t *size)
{
	AUTO_FREE char *answer = NULL;
	char *kept;

	if (clrouter_target.clGetDeviceInfo(device, query, 0, NULL, size) != CL_SUCCESS ||
	    !(answer = calloc(1, *size + 1)) ||
	    clrouter_target.clGetDeviceInfo(device, query, *size, answer, NULL) != CL_SUCCESS)
		return NULL;
	kept = answer;
	answer = NULL;
	return kept;
}

/*
 * The version of cl_khr_command_buffer, 0 if the device does not have it or does not say. Nothing is
 * asked that the device may not know: another layer can see it.
 */
static cl_version command_buffer_version(cl_device_id device)
{
	size_t size = 0;
	AUTO_FREE char *version = ask(device, CL_DEVICE_VERSION, &size);
	AUTO_FREE cl_name_version *list = NULL;

	if (!version || strncmp(version, "OpenCL ", 7) != 0 || version[7] < '3')
		return 0;
	list = (cl_name_version *)ask(device, CL_DEVICE_EXTENSIONS_WITH_VERSION, &size);
	for (size_t i = 0; list && i < size / sizeof(*list); i++)
		if (strncmp(list[i].name, "cl_khr_command_buffer", sizeof(list[i].name)) == 0)
			return list[i].version;
	return 0;
}

/* In older versions, queues may have more properties than are required. */
static bool refuses_for_command_buffers(cl_device_id device)
{
	cl_command_queue_properties known = 0;

	return command_buffer_version(device) >= CL_MAKE_VERSION(0, 9, 5) &&
	       clrouter_target.clGetDeviceInfo(
		       device, CL_DEVICE_COMMAND_BUFFER_SUPPORTED_QUEUE_PROPERTIES_KHR,
		       sizeof(known), &known, NULL) == CL_SUCCESS &&
	       !(known & CL_QUEUE_PROFILING_ENABLE);
}

enum record_profiling profiling_of_device(cl_device_id device, bool has_command_buffers)
{
	if (has_command_buffers || refuses_for_command_buffers(device))
		return RECORD_PROFILING_COMMAND_BUFFERS;
	return is_slow(device) ? RECORD_PROFILING_SLOW : RECORD_PROFILING_SAMPLED;
}
