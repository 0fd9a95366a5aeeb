/* SPDX-License-Identifier: Apache-2.0 */
/*
 * driver: a driver that does almost nothing, so that the loader is measured. It has one platform
 * without devices. Every function of the table exists and returns CL_SUCCESS. The platform serves
 * as an object of any kind, because all objects start in the same way.
 *
 * With BENCH_ICD2 it is an ICD 2 driver. It calls no function of the C library: instructions are
 * counted by library, so its own are distinguished from the loader's.
 */
#include "api/api.h"
#include "clrouter/icd.h"

#define EXPORT __attribute__((visibility("default")))

static void *table[API_SLOTS];

static struct {
	void **table;
	void *dispatch_data;
} platform = { table, NULL };

static cl_int answer(void)
{
	return CL_SUCCESS;
}

static cl_int give(const char *text, size_t size, size_t space, char *value, size_t *size_ret)
{
	if (value && space < size)
		return CL_INVALID_VALUE;
	for (size_t i = 0; value && i < size; i++)
		value[i] = text[i];
	if (size_ret)
		*size_ret = size;
	return CL_SUCCESS;
}

EXPORT api_fn_clGetPlatformInfo clGetPlatformInfo;
cl_int CL_API_CALL clGetPlatformInfo(cl_platform_id asked, cl_platform_info name, size_t space,
				     void *value, size_t *size_ret)
{
	(void)asked;
#define GIVE(text) give(text, sizeof(text), space, value, size_ret)
	switch (name) {
	case CL_PLATFORM_NAME:
		return GIVE("A platform for measurements");
	case CL_PLATFORM_VENDOR:
		return GIVE("clrouter");
	case CL_PLATFORM_VERSION:
		return GIVE("OpenCL 3.0 bench");
	case CL_PLATFORM_EXTENSIONS:
		return GIVE("cl_khr_byte_addressable_store cl_khr_fp64 cl_khr_icd");
	case CL_PLATFORM_ICD_SUFFIX_KHR:
		return GIVE("BENCH");
	}
	return CL_INVALID_VALUE;
}

EXPORT clIcdGetPlatformIDsKHR_t clIcdGetPlatformIDsKHR;
cl_int CL_API_CALL clIcdGetPlatformIDsKHR(cl_uint space, cl_platform_id *platforms,
					  cl_uint *count)
{
	if (platforms && space > 0)
		platforms[0] = (cl_platform_id)&platform;
	if (count)
		*count = 1;
	return CL_SUCCESS;
}

static cl_int CL_API_CALL get_device_ids(cl_platform_id asked, cl_device_type type, cl_uint space,
					 cl_device_id *devices, cl_uint *count)
{
	(void)asked;
	(void)type;
	(void)space;
	(void)devices;
	if (count)
		*count = 0;
	return CL_DEVICE_NOT_FOUND;
}

static int is(const char *a, const char *b)
{
	while (*a && *a == *b) {
		a++;
		b++;
	}
	return *a == *b;
}

static clIcdGetFunctionAddressForPlatformKHR_t find_for_platform;
static void *CL_API_CALL find_for_platform(cl_platform_id asked, const char *name)
{
	(void)asked;
	if (is(name, "clGetPlatformInfo"))
		return (void *)clGetPlatformInfo;
	if (is(name, "clGetDeviceIDs"))
		return (void *)get_device_ids;
	return (void *)answer;
}

static clIcdSetPlatformDispatchDataKHR_t set_dispatch_data;
static cl_int CL_API_CALL set_dispatch_data(cl_platform_id asked, void *dispatch_data)
{
	(void)asked;
	platform.dispatch_data = dispatch_data;
	return CL_SUCCESS;
}

EXPORT api_fn_clGetExtensionFunctionAddress clGetExtensionFunctionAddress;
void *CL_API_CALL clGetExtensionFunctionAddress(const char *name)
{
	if (is(name, "clIcdGetPlatformIDsKHR"))
		return (void *)clIcdGetPlatformIDsKHR;
	if (is(name, "clGetPlatformInfo"))
		return (void *)clGetPlatformInfo;
#ifdef BENCH_ICD2
	if (is(name, "clIcdGetFunctionAddressForPlatformKHR"))
		return (void *)find_for_platform;
	if (is(name, "clIcdSetPlatformDispatchDataKHR"))
		return (void *)set_dispatch_data;
#endif
	return NULL;
}

__attribute__((constructor)) static void set_up(void)
{
	for (unsigned i = 0; i < API_SLOTS; i++)
		table[i] = (void *)answer;
	table[API_SLOT_clGetPlatformInfo] = (void *)clGetPlatformInfo;
	table[API_SLOT_clGetDeviceIDs] = (void *)get_device_ids;
#ifdef BENCH_ICD2
	table[API_SLOT_clGetPlatformIDs] = (void *)CLROUTER_ICD2_TAG;
	table[API_SLOT_clUnloadCompiler] = (void *)CLROUTER_ICD2_TAG;
#else
	(void)find_for_platform;
	(void)set_dispatch_data;
#endif
}
