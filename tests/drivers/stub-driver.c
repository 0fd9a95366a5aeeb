/* SPDX-License-Identifier: Apache-2.0 */
/*
 * stub-driver: see stub-driver.h. A good driver of either generation. Each macro in the block
 * below changes one property.
 *
 * The code must not refer to the functions that it exports: the test program's libOpenCL exports
 * the same names and comes first in the search. With STUB_EXPORTED it does so all the same, as some
 * drivers do: all functions are exported, and the table is filled by their names.
 */
#include "drivers/stub-driver.h"

#include <string.h>

#include "clrouter/icd.h"

/* -- behaviours ------------------------------------------------------------ */

#ifndef STUB_NAME
#define STUB_NAME "Stub"
#endif
#ifndef STUB_VENDOR
#define STUB_VENDOR "clrouter tests"
#endif
#ifndef STUB_VERSION
#define STUB_VERSION "OpenCL 3.0 stub"
#endif
#ifndef STUB_EXTENSIONS
#define STUB_EXTENSIONS "cl_khr_icd"
#endif
#ifndef STUB_SUFFIX
#define STUB_SUFFIX "STUB"
#endif
#ifndef STUB_GPU_NAME
#define STUB_GPU_NAME STUB_NAME " GPU"
#endif
#ifndef STUB_CPU_NAME
#define STUB_CPU_NAME STUB_NAME " CPU"
#endif
#ifndef STUB_PLATFORMS
#define STUB_PLATFORMS 1
#endif
#ifndef STUB_GPUS
#define STUB_GPUS 1	/* per platform */
#endif
#ifndef STUB_CPUS
#define STUB_CPUS 0
#endif
#ifndef STUB_DEVICES_RESULT
#define STUB_DEVICES_RESULT CL_SUCCESS	/* of clGetDeviceIDs, if there are devices */
#endif

/* Variables, because compilers warn of a loop up to the constant 0. */
static const unsigned platform_count = STUB_PLATFORMS;
static const unsigned gpu_count = STUB_GPUS;
static const unsigned device_count = STUB_GPUS + STUB_CPUS;

/* ICD 2: the table has only the tag, functions are looked up by name. */
#ifdef STUB_ICD2
static const bool is_icd2 = true;
#else
static const bool is_icd2 = false;
#endif

/* Only the functions that are written by hand; all other slots are empty. */
#ifdef STUB_SPARSE
static const bool is_sparse = true;
#else
static const bool is_sparse = false;
#endif

#ifdef STUB_EXPORTED
static const bool is_exported = true;
#else
static const bool is_exported = false;
#endif

/* -- the record ------------------------------------------------------------ */

#define EXPORT __attribute__((visibility("default")))

struct stub_function {
	const char *name;
	void *function;
};

static struct stub_state state;

EXPORT stub_get_state_fn stub_get_state;

struct stub_state *stub_get_state(void)
{
	return &state;
}

static void stub_record(unsigned slot)
{
	state.slot = slot;
	state.count = 0;
	state.calls[slot]++;
}

/* Of calls in several threads at once, anybody's arguments are kept. */
static void stub_argument(const void *value, size_t size)
{
	const unsigned at = state.count % (sizeof(state.arguments) / sizeof(state.arguments[0]));

	state.arguments[at] = 0;
	memcpy(&state.arguments[at], value, size);
	state.count = at + 1;
}

static void stub_result(unsigned slot, void *result, size_t size)
{
	uint64_t value = stub_result_of(slot);

	memcpy(result, &value, size);
}

#include "drivers/stub-functions.inc"

/* -- objects --------------------------------------------------------------- */

struct device {
	struct stub_object object;
	struct platform *platform;
	cl_device_type type;
};

struct platform {
	struct stub_object object;
	struct device devices[STUB_GPUS + STUB_CPUS + 1];	/* + 1: never an empty array */
};

static void *table[API_SLOTS];
static struct platform platforms[STUB_PLATFORMS + 1];

/* Answers a query as the specification says. */
static cl_int give(const void *value, size_t size, size_t space, void *param_value,
		   size_t *param_value_size_ret)
{
	if (param_value && space < size)
		return CL_INVALID_VALUE;
	if (param_value)
		memcpy(param_value, value, size);
	if (param_value_size_ret)
		*param_value_size_ret = size;
	return CL_SUCCESS;
}

static cl_int give_text(const char *text, size_t space, void *param_value,
			size_t *param_value_size_ret)
{
	return give(text, strlen(text) + 1, space, param_value, param_value_size_ret);
}

/* -- functions that are written by hand ------------------------------------ */

static cl_int CL_API_CALL answer_clGetPlatformInfo(cl_platform_id platform,
						   cl_platform_info param_name,
						   size_t param_value_size, void *param_value,
						   size_t *param_value_size_ret)
{
	static const struct {
		cl_platform_info param_name;
		const char *text;
	} texts[] = {
		{ CL_PLATFORM_PROFILE, "FULL_PROFILE" },
		{ CL_PLATFORM_NAME, STUB_NAME },
		{ CL_PLATFORM_VENDOR, STUB_VENDOR },
		{ CL_PLATFORM_VERSION, STUB_VERSION },
		{ CL_PLATFORM_EXTENSIONS, STUB_EXTENSIONS },
		{ CL_PLATFORM_ICD_SUFFIX_KHR, STUB_SUFFIX },
	};
	cl_int recorded = stub_clGetPlatformInfo(platform, param_name, param_value_size,
						 param_value, param_value_size_ret);

	if (state.record_only)
		return recorded;
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
		if (texts[i].param_name == param_name)
			return give_text(texts[i].text, param_value_size, param_value,
					 param_value_size_ret);
	return CL_INVALID_VALUE;
}

static bool is_wanted(const struct device *device, cl_device_type type)
{
	return (device->type & type) ||
	       ((type & CL_DEVICE_TYPE_DEFAULT) && device == &device->platform->devices[0]);
}

static cl_int CL_API_CALL answer_clGetDeviceIDs(cl_platform_id platform,
						cl_device_type device_type, cl_uint num_entries,
						cl_device_id *devices, cl_uint *num_devices)
{
	cl_int recorded = stub_clGetDeviceIDs(platform, device_type, num_entries, devices,
					      num_devices);
	struct platform *owner = (struct platform *)platform;
	cl_uint count = 0;

	if (state.record_only)
		return recorded;
	for (unsigned i = 0; i < device_count; i++) {
		if (!is_wanted(&owner->devices[i], device_type))
			continue;
		if (devices && count < num_entries)
			devices[count] = (cl_device_id)&owner->devices[i];
		count++;
	}
	if (num_devices)
		*num_devices = count;
	return count > 0 ? STUB_DEVICES_RESULT : CL_DEVICE_NOT_FOUND;
}

static cl_int CL_API_CALL answer_clGetDeviceInfo(cl_device_id device, cl_device_info param_name,
						 size_t param_value_size, void *param_value,
						 size_t *param_value_size_ret)
{
	cl_int recorded = stub_clGetDeviceInfo(device, param_name, param_value_size, param_value,
					       param_value_size_ret);
	const struct device *asked = (const struct device *)device;

	if (state.record_only)
		return recorded;
	switch (param_name) {
	case CL_DEVICE_NAME:
		return give_text(asked->type == CL_DEVICE_TYPE_GPU ? STUB_GPU_NAME : STUB_CPU_NAME,
				 param_value_size, param_value, param_value_size_ret);
	case CL_DEVICE_VERSION:
		return give_text(STUB_VERSION, param_value_size, param_value,
				 param_value_size_ret);
	case CL_DEVICE_TYPE:
		return give(&asked->type, sizeof(asked->type), param_value_size, param_value,
			    param_value_size_ret);
	case CL_DEVICE_PLATFORM:
		return give(&asked->platform, sizeof(asked->platform), param_value_size,
			    param_value, param_value_size_ret);
	default:
		return CL_INVALID_VALUE;
	}
}

#ifdef STUB_CONTEXTS
/* All contexts are the same object. */
static cl_context CL_API_CALL answer_clCreateContext(
	const cl_context_properties *properties, cl_uint num_devices, const cl_device_id *devices,
	void(CL_CALLBACK *pfn_notify)(const char *, const void *, size_t, void *), void *user_data,
	cl_int *errcode_ret)
{
	static struct stub_object context;
	cl_context recorded = stub_clCreateContext(properties, num_devices, devices, pfn_notify,
						   user_data, errcode_ret);

	if (state.record_only)
		return recorded;
	context = *(const struct stub_object *)devices[0];
	if (errcode_ret)
		*errcode_ret = CL_SUCCESS;
	return (cl_context)&context;
}
#endif

/* The driver's extension function; its name ends with the suffix. */
static cl_int CL_API_CALL own_extension(cl_int value)
{
	return value + 1;
}

/* -- what the loader finds ------------------------------------------------- */

static void *find_in_table(const char *name)
{
	static const struct stub_function answers[] = {
		{ "clGetPlatformInfo", (void *)answer_clGetPlatformInfo },
		{ "clGetDeviceIDs", (void *)answer_clGetDeviceIDs },
		{ "clGetDeviceInfo", (void *)answer_clGetDeviceInfo },
#ifdef STUB_CONTEXTS
		{ "clCreateContext", (void *)answer_clCreateContext },
#endif
	};

	for (size_t i = 0; i < sizeof(answers) / sizeof(answers[0]) && !is_exported; i++)
		if (strcmp(answers[i].name, name) == 0)
			return answers[i].function;
	for (size_t i = 0; i < API_SLOTS && !is_sparse; i++)
		if (strcmp(stub_functions[i].name, name) == 0)
			return stub_functions[i].function;
	return NULL;
}

static clIcdGetFunctionAddressForPlatformKHR_t find_for_platform;
static void *CL_API_CALL find_for_platform(cl_platform_id platform, const char *func_name)
{
	(void)platform;
	return find_in_table(func_name);
}

static clIcdSetPlatformDispatchDataKHR_t set_dispatch_data;
static cl_int CL_API_CALL set_dispatch_data(cl_platform_id platform, void *dispatch_data)
{
	struct platform *owner = (struct platform *)platform;

	state.dispatch_data_set++;
	owner->object.dispatch_data = dispatch_data;
	for (unsigned i = 0; i < device_count; i++)
		owner->devices[i].object.dispatch_data = dispatch_data;
	return CL_SUCCESS;
}

static clIcdGetPlatformIDsKHR_t get_platforms;
static cl_int CL_API_CALL get_platforms(cl_uint num_entries, cl_platform_id *ids,
					cl_uint *num_platforms)
{
	for (cl_uint i = 0; ids && i < num_entries && i < platform_count; i++)
		ids[i] = (cl_platform_id)&platforms[i];
	if (num_platforms)
		*num_platforms = platform_count;
	return platform_count > 0 ? CL_SUCCESS : CL_PLATFORM_NOT_FOUND_KHR;
}

EXPORT api_fn_clGetExtensionFunctionAddress clGetExtensionFunctionAddress;
EXPORT api_fn_clGetPlatformIDs clIcdGetPlatformIDsKHR;
EXPORT api_fn_clGetPlatformInfo clGetPlatformInfo;

void *CL_API_CALL clGetExtensionFunctionAddress(const char *func_name)
{
	static const struct stub_function first_generation[] = {
		{ "clIcdGetPlatformIDsKHR", (void *)get_platforms },
		{ "clGetPlatformInfo", (void *)answer_clGetPlatformInfo },
		{ "clOwnExtension" STUB_SUFFIX, (void *)own_extension },
	};

	state.lookups++;
	for (size_t i = 0; i < sizeof(first_generation) / sizeof(first_generation[0]); i++)
		if (strcmp(first_generation[i].name, func_name) == 0)
			return first_generation[i].function;
	if (is_icd2 && strcmp(func_name, "clIcdGetFunctionAddressForPlatformKHR") == 0)
		return (void *)find_for_platform;
	if (is_icd2 && strcmp(func_name, "clIcdSetPlatformDispatchDataKHR") == 0)
		return (void *)set_dispatch_data;
	return NULL;
}

cl_int CL_API_CALL clIcdGetPlatformIDsKHR(cl_uint num_entries, cl_platform_id *ids,
					  cl_uint *num_platforms)
{
	return get_platforms(num_entries, ids, num_platforms);
}

cl_int CL_API_CALL clGetPlatformInfo(cl_platform_id platform, cl_platform_info param_name,
				     size_t param_value_size, void *param_value,
				     size_t *param_value_size_ret)
{
	return answer_clGetPlatformInfo(platform, param_name, param_value_size, param_value,
					param_value_size_ret);
}

#ifdef STUB_EXPORTED
EXPORT api_fn_clGetDeviceIDs clGetDeviceIDs __attribute__((alias("answer_clGetDeviceIDs")));
EXPORT api_fn_clGetDeviceInfo clGetDeviceInfo __attribute__((alias("answer_clGetDeviceInfo")));
#endif

__attribute__((constructor)) static void set_up(void)
{
	for (unsigned i = 0; i < API_SLOTS && !is_icd2; i++)
		table[i] = find_in_table(stub_functions[i].name);
	if (is_icd2) {
		table[API_SLOT_clGetPlatformIDs] = (void *)CLROUTER_ICD2_TAG;
		table[API_SLOT_clUnloadCompiler] = (void *)CLROUTER_ICD2_TAG;
	}
	for (unsigned p = 0; p < platform_count; p++) {
		platforms[p].object.table = table;
		for (unsigned d = 0; d < device_count; d++) {
			struct device *device = &platforms[p].devices[d];

			device->object.table = table;
			device->platform = &platforms[p];
			device->type = d < gpu_count ? CL_DEVICE_TYPE_GPU : CL_DEVICE_TYPE_CPU;
		}
	}
}
