/* SPDX-License-Identifier: Apache-2.0 */
/*
 * device-queries: see features.h. What a version requires of a device is so; of what a
 * version does not know, devices have none (OpenCL API, appendix H).
 */
#include "layers/compatibility/features.h"

#include <stdlib.h>
#include <string.h>

#include "layers/compatibility/core/older-driver.h"
#include "layers/compatibility/extensions.h"
#include "layers/compatibility/versioning.h"
#include "layers/frame/ask.h"

#define V(major, minor) CL_MAKE_VERSION(major, minor, 0)

/* cl_khr_extended_versioning, cl_nv_device_attribute_query, cl_amd_device_attribute_query */
#define WARP_SIZE_NV 0x4003
#define WAVEFRONT_WIDTH_AMD 0x4043

static bool is_2(const struct known_device *device)
{
	return device->version >= V(2, 0) && device->version < V(3, 0);
}

/* The number that the driver has for PARAM_NAME, which is a cl_uint; 0: it refuses. */
static cl_uint number_of(const struct known_device *device, cl_device_info param_name)
{
	cl_uint number = 0;

	if (ASK(clGetDeviceInfo, device->id, param_name, number) != CL_SUCCESS)
		return 0;
	return number;
}

/* -- what a device does not have ------------------------------------------------------- */

/* Queries whose 0 means that there is no such thing, with the version that has them. */
static const struct {
	cl_device_info name;
	cl_version version;
	size_t size;
} nothings[] = {
	{ CL_DEVICE_IMAGE_PITCH_ALIGNMENT, V(2, 0), sizeof(cl_uint) },
	{ CL_DEVICE_IMAGE_BASE_ADDRESS_ALIGNMENT, V(2, 0), sizeof(cl_uint) },
	{ CL_DEVICE_MAX_READ_WRITE_IMAGE_ARGS, V(2, 0), sizeof(cl_uint) },
	{ CL_DEVICE_MAX_GLOBAL_VARIABLE_SIZE, V(2, 0), sizeof(size_t) },
	{ CL_DEVICE_QUEUE_ON_DEVICE_PROPERTIES, V(2, 0), sizeof(cl_command_queue_properties) },
	{ CL_DEVICE_QUEUE_ON_DEVICE_PREFERRED_SIZE, V(2, 0), sizeof(cl_uint) },
	{ CL_DEVICE_QUEUE_ON_DEVICE_MAX_SIZE, V(2, 0), sizeof(cl_uint) },
	{ CL_DEVICE_MAX_ON_DEVICE_QUEUES, V(2, 0), sizeof(cl_uint) },
	{ CL_DEVICE_MAX_ON_DEVICE_EVENTS, V(2, 0), sizeof(cl_uint) },
	{ CL_DEVICE_SVM_CAPABILITIES, V(2, 0), sizeof(cl_device_svm_capabilities) },
	{ CL_DEVICE_GLOBAL_VARIABLE_PREFERRED_TOTAL_SIZE, V(2, 0), sizeof(size_t) },
	{ CL_DEVICE_MAX_PIPE_ARGS, V(2, 0), sizeof(cl_uint) },
	{ CL_DEVICE_PIPE_MAX_ACTIVE_RESERVATIONS, V(2, 0), sizeof(cl_uint) },
	{ CL_DEVICE_PIPE_MAX_PACKET_SIZE, V(2, 0), sizeof(cl_uint) },
	{ CL_DEVICE_PREFERRED_PLATFORM_ATOMIC_ALIGNMENT, V(2, 0), sizeof(cl_uint) },
	{ CL_DEVICE_PREFERRED_GLOBAL_ATOMIC_ALIGNMENT, V(2, 0), sizeof(cl_uint) },
	{ CL_DEVICE_PREFERRED_LOCAL_ATOMIC_ALIGNMENT, V(2, 0), sizeof(cl_uint) },
	{ CL_DEVICE_MAX_NUM_SUB_GROUPS, V(2, 1), sizeof(cl_uint) },
	{ CL_DEVICE_SUB_GROUP_INDEPENDENT_FORWARD_PROGRESS, V(2, 1), sizeof(cl_bool) },
};

/* A device with an extension for it has what the extension says; the number is not known. */
static bool has_sub_groups(const struct known_device *device)
{
	return devices_driver_has(device, "cl_khr_subgroups") ||
	       devices_driver_has(device, "cl_intel_subgroups");
}

static bool answer_nothing(const struct known_device *device, cl_device_info param_name,
			   const struct query_answer *answer, cl_int *error)
{
	static const cl_ulong none;

	for (size_t i = 0; i < sizeof(nothings) / sizeof(nothings[0]); i++) {
		if (nothings[i].name != param_name)
			continue;
		if (device->version >= nothings[i].version && device->version < V(3, 0))
			return false;
		if (nothings[i].version == V(2, 1) && has_sub_groups(device))
			return false;
		*error = answer_bytes(answer, &none, nothings[i].size);
		return true;
	}
	return false;
}

/* -- what follows from the version ----------------------------------------------------- */

static cl_int answer_atomics(const struct known_device *device, const struct query_answer *answer)
{
	const cl_device_atomic_capabilities capabilities =
		is_2(device) ? CL_DEVICE_ATOMIC_ORDER_RELAXED | CL_DEVICE_ATOMIC_ORDER_ACQ_REL |
				       CL_DEVICE_ATOMIC_ORDER_SEQ_CST |
				       CL_DEVICE_ATOMIC_SCOPE_WORK_GROUP |
				       CL_DEVICE_ATOMIC_SCOPE_DEVICE |
				       CL_DEVICE_ATOMIC_SCOPE_ALL_DEVICES
			     : CL_DEVICE_ATOMIC_ORDER_RELAXED | CL_DEVICE_ATOMIC_SCOPE_WORK_GROUP;

	return answer_value(answer, capabilities);
}

static cl_int answer_fences(const struct known_device *device, const struct query_answer *answer)
{
	const cl_device_atomic_capabilities least = CL_DEVICE_ATOMIC_ORDER_RELAXED |
						    CL_DEVICE_ATOMIC_ORDER_ACQ_REL |
						    CL_DEVICE_ATOMIC_SCOPE_WORK_GROUP;
	const cl_device_atomic_capabilities capabilities =
		is_2(device) ? least | CL_DEVICE_ATOMIC_ORDER_SEQ_CST |
				       CL_DEVICE_ATOMIC_SCOPE_WORK_ITEM |
				       CL_DEVICE_ATOMIC_SCOPE_DEVICE |
				       CL_DEVICE_ATOMIC_SCOPE_ALL_DEVICES
			     : least;

	return answer_value(answer, capabilities);
}

/* OpenCL 2.0 requires it; it is optional before and after. */
static cl_int answer_required_by_2(const struct known_device *device,
				   const struct query_answer *answer)
{
	const cl_bool has_it = is_2(device);

	return answer_value(answer, has_it);
}

static cl_int answer_enqueue(const struct known_device *device, const struct query_answer *answer)
{
	cl_device_device_enqueue_capabilities capabilities = 0;

	if (device->version >= V(2, 0) && number_of(device, CL_DEVICE_MAX_ON_DEVICE_QUEUES) > 0)
		capabilities |= CL_DEVICE_QUEUE_SUPPORTED;
	if (capabilities != 0 && is_2(device) && device->version >= V(2, 1))
		capabilities |= CL_DEVICE_QUEUE_REPLACEABLE_DEFAULT;
	return answer_value(answer, capabilities);
}

static cl_int answer_pipes(const struct known_device *device, const struct query_answer *answer)
{
	const cl_bool has_pipes =
		device->version >= V(2, 0) && number_of(device, CL_DEVICE_MAX_PIPE_ARGS) > 0;

	return answer_value(answer, has_pipes);
}

/* -- languages ------------------------------------------------------------------------- */

/*
 * All versions of OpenCL C that OpenCL requires of a device. A device of 3.0 says in the older
 * query that it has OpenCL C 1.2.
 */
static cl_int answer_languages(const struct known_device *device, const struct query_answer *answer)
{
	static const cl_version versions[] = { V(1, 0), V(1, 1), V(1, 2), V(2, 0), V(3, 0),
					       V(3, 1) };
	cl_name_version list[sizeof(versions) / sizeof(versions[0])] = { { 0, "" } };
	cl_version newest = 0;
	const struct query_answer place = { sizeof(newest), &newest, NULL };
	size_t count = 0;
	cl_int error;

	versioning.device_info(device, VERSIONING_C_NUMERIC, &place, &error);
	if (number_of(device, CL_DEVICE_COMPILER_AVAILABLE) == CL_FALSE)
		return answer_bytes(answer, NULL, 0);
	if (device->version >= V(3, 0))
		newest = device->version < V(3, 1) ? V(3, 0) : V(3, 1);
	newest = newest == 0 ? V(1, 0) : newest;
	for (size_t i = 0; i < sizeof(versions) / sizeof(versions[0]); i++) {
		if (versions[i] > newest || (versions[i] == V(2, 0) && newest != V(2, 0)))
			continue;
		strcpy(list[count].name, "OpenCL C");
		list[count++].version = versions[i];
	}
	return answer_bytes(answer, list, count * sizeof(*list));
}

/* Features have macros since OpenCL C 3.0; of a newer compiler they are not known. */
static cl_int answer_language_features(const struct known_device *device,
				       const struct query_answer *answer)
{
	return device->version < V(3, 0) ? answer_bytes(answer, NULL, 0) : CL_INVALID_OPERATION;
}

/* -- the rest -------------------------------------------------------------------------- */

/* Vendors have it as the width of what runs together. */
static cl_int answer_multiple(const struct known_device *device, const struct query_answer *answer)
{
	size_t multiple = 0;

	if (devices_driver_has(device, "cl_nv_device_attribute_query"))
		multiple = number_of(device, WARP_SIZE_NV);
	else if (devices_driver_has(device, "cl_amd_device_attribute_query"))
		multiple = number_of(device, WAVEFRONT_WIDTH_AMD);
	return multiple == 0 ? CL_INVALID_OPERATION : answer_value(answer, multiple);
}

static cl_int answer_empty_text(const struct known_device *device,
				const struct query_answer *answer)
{
	(void)device;
	return answer_text(answer, "");
}

/* A driver that is asked by cl_khr_il_program answers itself. */
static cl_int answer_il(const struct known_device *device, const struct query_answer *answer)
{
	return device->version < V(2, 1) || device->version >= V(3, 0)
		       ? answer_text(answer, "")
		       : CL_INVALID_OPERATION;
}

static cl_int answer_extensions(const struct known_device *device,
				const struct query_answer *answer)
{
	return extensions_of_device(device, true, answer);
}

/* What versioning.c has; settings may say that it does not provide it by itself. */
#define OF_VERSIONING(function, name) \
	static cl_int function(const struct known_device *device, \
			       const struct query_answer *answer) \
	{ \
		cl_int error = CL_INVALID_OPERATION; \
\
		versioning.device_info(device, name, answer, &error); \
		return error; \
	}
OF_VERSIONING(answer_version, CL_DEVICE_NUMERIC_VERSION)
OF_VERSIONING(answer_ils, CL_DEVICE_ILS_WITH_VERSION)
OF_VERSIONING(answer_kernels, CL_DEVICE_BUILT_IN_KERNELS_WITH_VERSION)

/* CL_INVALID_OPERATION, which clGetDeviceInfo does not have, stands for "nothing can be said". */
static const struct {
	cl_device_info name;
	cl_int (*answer)(const struct known_device *device, const struct query_answer *answer);
	bool is_least; /* a driver of OpenCL 3.0 may know more: not forced on it */
} queries[] = {
	{ CL_DEVICE_IL_VERSION, answer_il, true },
	{ CL_DEVICE_NUMERIC_VERSION, answer_version, false },
	{ CL_DEVICE_EXTENSIONS_WITH_VERSION, answer_extensions, false },
	{ CL_DEVICE_ILS_WITH_VERSION, answer_ils, false },
	{ CL_DEVICE_BUILT_IN_KERNELS_WITH_VERSION, answer_kernels, true },
	{ CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES, answer_atomics, true },
	{ CL_DEVICE_ATOMIC_FENCE_CAPABILITIES, answer_fences, true },
	{ CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT, answer_required_by_2, true },
	{ CL_DEVICE_OPENCL_C_ALL_VERSIONS, answer_languages, false },
	{ CL_DEVICE_PREFERRED_WORK_GROUP_SIZE_MULTIPLE, answer_multiple, false },
	{ CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT, answer_required_by_2, true },
	{ CL_DEVICE_GENERIC_ADDRESS_SPACE_SUPPORT, answer_required_by_2, true },
	{ CL_DEVICE_OPENCL_C_FEATURES, answer_language_features, true },
	{ CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES, answer_enqueue, true },
	{ CL_DEVICE_PIPE_SUPPORT, answer_pipes, false },
	{ CL_DEVICE_LATEST_CONFORMANCE_VERSION_PASSED, answer_empty_text, true },
};
#define QUERIES (sizeof(queries) / sizeof(queries[0]))

static bool driver_answers(const struct known_device *device, cl_device_info param_name)
{
	size_t size;

	return clrouter_target.clGetDeviceInfo(device->id, param_name, 0, NULL, &size) ==
	       CL_SUCCESS;
}

static bool is_forced(const struct known_device *device, size_t query)
{
	return (device->forced & FEATURE_BIT(FEATURE_CORE)) && !queries[query].is_least;
}

bool device_queries_answer(const struct known_device *device, cl_device_info param_name,
			   const struct query_answer *answer, cl_int *error)
{
	for (size_t i = 0; i < QUERIES; i++) {
		if (queries[i].name != param_name)
			continue;
		if (!is_forced(device, i) && driver_answers(device, param_name))
			return false;
		*error = queries[i].answer(device, answer);
		return *error != CL_INVALID_OPERATION;
	}
	for (size_t i = 0; i < sizeof(nothings) / sizeof(nothings[0]); i++)
		if (nothings[i].name == param_name)
			return !driver_answers(device, param_name) &&
			       answer_nothing(device, param_name, answer, error);
	return false;
}

bool device_queries_are_complete(const struct known_device *device)
{
	for (size_t i = 0; i < QUERIES; i++)
		if (!driver_answers(device, queries[i].name))
			return false;
	for (size_t i = 0; i < sizeof(nothings) / sizeof(nothings[0]); i++)
		if (!driver_answers(device, nothings[i].name))
			return false;
	return true;
}

/* -- platforms ------------------------------------------------------------------------- */

bool device_queries_answer_platform(cl_platform_id platform, cl_platform_info param_name,
				    const struct query_answer *answer, cl_int *error)
{
	const cl_ulong no_timer = 0;
	size_t size;

	if (param_name != CL_PLATFORM_HOST_TIMER_RESOLUTION &&
	    param_name != CL_PLATFORM_NUMERIC_VERSION &&
	    param_name != CL_PLATFORM_EXTENSIONS_WITH_VERSION)
		return false;
	if (clrouter_target.clGetPlatformInfo(platform, param_name, 0, NULL, &size) == CL_SUCCESS)
		return false;
	if (param_name != CL_PLATFORM_HOST_TIMER_RESOLUTION)
		return versioning.platform_info(platform, param_name, answer, error);
	*error = answer_value(answer, no_timer);
	return true;
}
