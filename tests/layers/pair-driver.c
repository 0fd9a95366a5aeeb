/* SPDX-License-Identifier: Apache-2.0 */
/*
 * pair-driver: see pair-driver.h. This file has platform, device and look-up.
 */
#include "layers/pair-objects.h"

#include "opencl/constants.h"

#define EXPORTED __attribute__((visibility("default")))

#ifdef PAIR_FULL
#define NAME "Full"
#define EXTENSIONS \
	"cl_khr_command_buffer cl_khr_command_buffer_mutable_dispatch cl_khr_semaphore " \
	"cl_khr_external_semaphore cl_khr_suggested_local_work_size cl_khr_create_command_queue"
#else
#define NAME "Bare"
#define EXTENSIONS ""
#endif

struct clrouter_table clrouter_target; /* layer.h declares it; unused here */
struct pair_seen pair_noted;
const char pair_mark;
static cl_icd_dispatch table;
struct pair_object pair_own_platform = { .table = &table };
struct pair_object pair_own_device = { .table = &table };

static const cl_name_version versions[] = {
	{ CL_MAKE_VERSION(1, 0, 0), "cl_khr_command_buffer" },
	{ CL_MAKE_VERSION(0, 9, 5), "cl_khr_command_buffer_mutable_dispatch" },
	{ CL_MAKE_VERSION(1, 0, 1), "cl_khr_semaphore" },
	{ CL_MAKE_VERSION(1, 0, 1), "cl_khr_external_semaphore" },
	{ CL_MAKE_VERSION(1, 0, 0), "cl_khr_suggested_local_work_size" },
	{ CL_MAKE_VERSION(1, 0, 0), "cl_khr_create_command_queue" },
};

/* -- platform and device ----------------------------------------------------------------- */

static cl_int CL_API_CALL get_platform_ids(cl_uint count, cl_platform_id *list, cl_uint *found)
{
	if (list && count > 0)
		list[0] = (cl_platform_id)&pair_own_platform;
	if (found)
		*found = 1;
	return CL_SUCCESS;
}

static cl_int CL_API_CALL get_platform_info(cl_platform_id platform, cl_platform_info name,
					    size_t size, void *value, size_t *size_ret)
{
	(void)platform;
	switch (name) {
	case CL_PLATFORM_NAME:
	case CL_PLATFORM_VENDOR:
		return STORE_TEXT(NAME);
	case CL_PLATFORM_ICD_SUFFIX_KHR:
		return STORE_TEXT("PAIR");
	case CL_PLATFORM_PROFILE:
		return STORE_TEXT("FULL_PROFILE");
	case CL_PLATFORM_VERSION:
		return STORE_TEXT("OpenCL 3.0 fake");
	case CL_PLATFORM_NUMERIC_VERSION:
		return STORE(cl_version, CL_MAKE_VERSION(3, 0, 0));
	case CL_PLATFORM_EXTENSIONS:
		return STORE_TEXT("cl_khr_icd " EXTENSIONS);
	case CL_PLATFORM_HOST_TIMER_RESOLUTION:
		return STORE(cl_ulong, 0);
	case CL_PLATFORM_SEMAPHORE_TYPES_KHR:
		return STORE(cl_uint, CL_SEMAPHORE_TYPE_BINARY_KHR);
	default:
		return CL_INVALID_VALUE;
	}
}

static cl_int CL_API_CALL get_device_ids(cl_platform_id platform, cl_device_type type,
					 cl_uint count, cl_device_id *list, cl_uint *found)
{
	(void)platform, (void)type;
	if (list && count > 0)
		list[0] = (cl_device_id)&pair_own_device;
	if (found)
		*found = 1;
	return CL_SUCCESS;
}

static cl_int get_limit(cl_device_info name, size_t size, void *value, size_t *size_ret)
{
	const size_t sizes[] = { 256, 256, 64 };

	switch (name) {
	case CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS:
		return STORE(cl_uint, 3);
	case CL_DEVICE_MAX_WORK_ITEM_SIZES:
		return pair_store(sizes, sizeof(sizes), size, value, size_ret);
	case CL_DEVICE_MAX_WORK_GROUP_SIZE:
		return STORE(size_t, 256);
	case CL_DEVICE_ADDRESS_BITS:
	case CL_DEVICE_MEM_BASE_ADDR_ALIGN:
		return STORE(cl_uint, 8 * sizeof(void *));
	case CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT:
		return STORE(cl_bool, CL_FALSE);
	case CL_DEVICE_IMAGE_SUPPORT:
		return STORE(cl_bool, CL_TRUE);
	case CL_DEVICE_IMAGE2D_MAX_WIDTH:
	case CL_DEVICE_IMAGE2D_MAX_HEIGHT:
		return STORE(size_t, 4096);
	case CL_DEVICE_SVM_CAPABILITIES:
		return STORE(cl_bitfield, CL_DEVICE_SVM_COARSE_GRAIN_BUFFER);
	default:
		return CL_INVALID_VALUE;
	}
}

static cl_int CL_API_CALL get_device_info(cl_device_id device, cl_device_info name, size_t size,
					  void *value, size_t *size_ret)
{
	if (device != (cl_device_id)&pair_own_device)
		return CL_INVALID_DEVICE;
	switch (name) {
	case CL_DEVICE_PLATFORM:
		return STORE(cl_platform_id, (cl_platform_id)&pair_own_platform);
	case CL_DEVICE_TYPE:
		return STORE(cl_device_type, CL_DEVICE_TYPE_CPU);
	case CL_DEVICE_NAME:
		return STORE_TEXT(NAME);
	case CL_DEVICE_VERSION:
		return STORE_TEXT("OpenCL 3.0 fake");
	case CL_DEVICE_NUMERIC_VERSION:
		return STORE(cl_version, CL_MAKE_VERSION(3, 0, 0));
	case CL_DEVICE_EXTENSIONS:
		return STORE_TEXT(EXTENSIONS);
	case CL_DEVICE_EXTENSIONS_WITH_VERSION:
		return pair_store(versions, EXTENSIONS[0] == '\0' ? 0 : sizeof(versions), size,
				  value, size_ret);
	case CL_DEVICE_QUEUE_PROPERTIES:
	case CL_DEVICE_COMMAND_BUFFER_SUPPORTED_QUEUE_PROPERTIES_KHR:
		return STORE(cl_bitfield,
			     CL_QUEUE_PROFILING_ENABLE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
	case CL_DEVICE_COMMAND_BUFFER_CAPABILITIES_KHR:
	case CL_DEVICE_COMMAND_BUFFER_REQUIRED_QUEUE_PROPERTIES_KHR:
	case CL_DEVICE_MUTABLE_DISPATCH_CAPABILITIES_KHR:
		return EXTENSIONS[0] == '\0' ? CL_INVALID_VALUE : STORE(cl_bitfield, 0);
	case CL_DEVICE_SEMAPHORE_TYPES_KHR:
		return STORE(cl_uint, CL_SEMAPHORE_TYPE_BINARY_KHR);
	case CL_DEVICE_SEMAPHORE_IMPORT_HANDLE_TYPES_KHR:
	case CL_DEVICE_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR:
		return STORE(cl_uint, 0x2055);
	default:
		return get_limit(name, size, value, size_ret);
	}
}

/* -- look-up ----------------------------------------------------------------------------- */

static struct pair_seen *CL_API_CALL seen(void)
{
	return &pair_noted;
}

static void *CL_API_CALL find_for(cl_platform_id platform, const char *name)
{
	(void)platform;
	if (strcmp(name, PAIR_SEEN) == 0)
		return (void *)seen;
	return EXTENSIONS[0] == '\0' ? NULL : pair_native_find(name);
}

static void fill(void)
{
	pair_objects_fill(&table);
	pair_commands_fill(&table);
	table.clGetPlatformIDs = get_platform_ids;
	table.clGetPlatformInfo = get_platform_info;
	table.clGetDeviceIDs = get_device_ids;
	table.clGetDeviceInfo = get_device_info;
	table.clGetExtensionFunctionAddressForPlatform = find_for;
}

static cl_int CL_API_CALL get_icd_platforms(cl_uint count, cl_platform_id *list, cl_uint *found)
{
	fill();
	return get_platform_ids(count, list, found);
}

EXPORTED void *CL_API_CALL clGetExtensionFunctionAddress(const char *name)
{
	return strcmp(name, "clIcdGetPlatformIDsKHR") == 0 ? (void *)get_icd_platforms
							   : find_for(NULL, name);
}

EXPORTED cl_int CL_API_CALL clGetPlatformInfo(cl_platform_id platform, cl_platform_info name,
					      size_t size, void *value, size_t *size_ret)
{
	return get_platform_info(platform, name, size, value, size_ret);
}
