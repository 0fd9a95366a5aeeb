/* SPDX-License-Identifier: Apache-2.0 */
/*
 * terminator: see terminator.h. Here are the terminators of functions whose first parameter is
 * not a handle, and the two functions to which a NULL handle means the default platform.
 */
#include "dispatch/terminator.h"

#include <string.h>

#include "api/fallback.h"
#include "dispatch/layer-services.h"
#include "dispatch/loader-info.h"
#include "dispatch/terminator-list.h"

struct terminator_state terminator_state;

void terminator_bind(const struct registry *registry, void *(*find_export)(const char *name))
{
	__atomic_store_n(&terminator_state.find_export, find_export, __ATOMIC_RELAXED);
	__atomic_store_n(&terminator_state.registry, registry, __ATOMIC_RELEASE);
}

static const struct registry *get_registry(void)
{
	return __atomic_load_n(&terminator_state.registry, __ATOMIC_ACQUIRE);
}

static cl_platform_id get_default_platform(void)
{
	const struct registry *registry = get_registry();

	return registry ? registry->default_platform : NULL;
}

/* The loader answers this one itself (OpenCL 3.0, 4.1, "Querying Platform Info"). */
cl_int CL_API_CALL terminator_clGetPlatformIDs(cl_uint num_entries, cl_platform_id *platforms,
					       cl_uint *num_platforms)
{
	const struct registry *registry = get_registry();
	cl_uint count = registry ? (cl_uint)registry->count : 0;

	if ((platforms && num_entries == 0) || (!platforms && !num_platforms))
		return CL_INVALID_VALUE;
	if (num_platforms)
		*num_platforms = count;
	if (count == 0)
		return CL_PLATFORM_NOT_FOUND_KHR;
	for (cl_uint i = 0; platforms && i < count && i < num_entries; i++)
		platforms[i] = registry->platforms[i].handle;
	return CL_SUCCESS;
}

/* To the next two, a NULL platform means the default platform (cl_khr_icd, "Issues"). */
cl_int CL_API_CALL null_clGetPlatformInfo(cl_platform_id platform, cl_platform_info param_name,
					  size_t param_value_size, void *param_value,
					  size_t *param_value_size_ret)
{
	api_fn_clGetPlatformInfo *function;

	platform = get_default_platform();
	if (!platform)
		return CL_INVALID_PLATFORM;
	function = terminator_table(platform)->clGetPlatformInfo;
	if (!function)
		function = missing_clGetPlatformInfo;
	return function(platform, param_name, param_value_size, param_value,
			param_value_size_ret);
}

cl_int CL_API_CALL null_clGetDeviceIDs(cl_platform_id platform, cl_device_type device_type,
				       cl_uint num_entries, cl_device_id *devices,
				       cl_uint *num_devices)
{
	api_fn_clGetDeviceIDs *function;

	platform = get_default_platform();
	if (!platform)
		return CL_INVALID_PLATFORM;
	function = terminator_table(platform)->clGetDeviceIDs;
	if (!function)
		function = missing_clGetDeviceIDs;
	return function(platform, device_type, num_entries, devices, num_devices);
}

/* It has no handle, so no driver can be found: it does nothing (cl_khr_icd, "Issues"). */
cl_int CL_API_CALL terminator_clUnloadCompiler(void)
{
	return CL_SUCCESS;
}

static void set_error(cl_int *errcode_ret, cl_int error)
{
	if (errcode_ret)
		*errcode_ret = error;
}

cl_context CL_API_CALL terminator_clCreateContext(
	const cl_context_properties *properties, cl_uint num_devices,
	const cl_device_id *devices,
	void (CL_CALLBACK *pfn_notify)(const char *errinfo, const void *private_info, size_t cb,
				       void *user_data),
	void *user_data, cl_int *errcode_ret)
{
	api_fn_clCreateContext *function;

	if (num_devices == 0 || !devices) {
		set_error(errcode_ret, CL_INVALID_VALUE);
		return NULL;
	}
	if (!devices[0]) {
		set_error(errcode_ret, CL_INVALID_DEVICE);
		return NULL;
	}
	function = terminator_table(devices[0])->clCreateContext;
	if (!function)
		function = missing_clCreateContext;
	return function(properties, num_devices, devices, pfn_notify, user_data, errcode_ret);
}

/*
 * The platform that PROPERTIES name, NULL if they name a NULL platform; the default platform if
 * they name none.
 */
static cl_platform_id find_platform(const cl_context_properties *properties)
{
	for (; properties && properties[0]; properties += 2)
		if (properties[0] == CL_CONTEXT_PLATFORM)
			return (cl_platform_id)properties[1];
	return get_default_platform();
}

cl_context CL_API_CALL terminator_clCreateContextFromType(
	const cl_context_properties *properties, cl_device_type device_type,
	void (CL_CALLBACK *pfn_notify)(const char *errinfo, const void *private_info, size_t cb,
				       void *user_data),
	void *user_data, cl_int *errcode_ret)
{
	cl_platform_id platform = find_platform(properties);
	api_fn_clCreateContextFromType *function;

	if (!platform) {
		set_error(errcode_ret, CL_INVALID_PLATFORM);
		return NULL;
	}
	function = terminator_table(platform)->clCreateContextFromType;
	if (!function)
		function = missing_clCreateContextFromType;
	return function(properties, device_type, pfn_notify, user_data, errcode_ret);
}

cl_int CL_API_CALL terminator_clGetGLContextInfoKHR(
	const cl_context_properties *properties, cl_gl_context_info param_name,
	size_t param_value_size, void *param_value, size_t *param_value_size_ret)
{
	cl_platform_id platform = find_platform(properties);
	api_fn_clGetGLContextInfoKHR *function;

	if (!platform)
		return CL_INVALID_PLATFORM;
	function = terminator_table(platform)->clGetGLContextInfoKHR;
	if (!function)
		function = missing_clGetGLContextInfoKHR;
	return function(properties, param_name, param_value_size, param_value,
			param_value_size_ret);
}

cl_int CL_API_CALL terminator_clWaitForEvents(cl_uint num_events, const cl_event *event_list)
{
	api_fn_clWaitForEvents *function;

	if (num_events == 0 || !event_list)
		return CL_INVALID_VALUE;
	if (!event_list[0])
		return CL_INVALID_EVENT;
	function = terminator_table(event_list[0])->clWaitForEvents;
	if (!function)
		function = missing_clWaitForEvents;
	return function(num_events, event_list);
}

/* Is NAME a function that only loaders may get from a driver (cl_khr_icd 2.0.0)? */
static bool is_private(const char *name)
{
	return strcmp(name, "clIcdGetPlatformIDsKHR") == 0 ||
	       strcmp(name, "clIcdGetFunctionAddressForPlatformKHR") == 0 ||
	       strcmp(name, "clIcdSetPlatformDispatchDataKHR") == 0;
}

void *terminator_find_own(const char *name)
{
	return strcmp(name, "clGetICDLoaderInfoOCLICD") == 0 ? (void *)loader_info_get
							     : layer_services_find(name);
}

void *CL_API_CALL terminator_clGetExtensionFunctionAddress(const char *function_name)
{
	const struct registry *registry = get_registry();
	void *address;

	if (!function_name || is_private(function_name))
		return NULL;
	address = terminator_find_own(function_name);
	if (!address && terminator_state.find_export)
		address = terminator_state.find_export(function_name);
	if (!address && registry)
		address = registry_find_function(registry, function_name);
	return address;
}

void *CL_API_CALL terminator_clGetExtensionFunctionAddressForPlatform(
	cl_platform_id platform, const char *function_name)
{
	const struct registry *registry = get_registry();
	api_fn_clGetExtensionFunctionAddressForPlatform *function;
	void *address;

	if (!platform || !function_name || is_private(function_name))
		return NULL;
	function = terminator_table(platform)->clGetExtensionFunctionAddressForPlatform;
	address = function ? function(platform, function_name) : NULL;
	return registry ? registry_choose_function(registry, platform, function_name, address) :
			  address;
}
