/* SPDX-License-Identifier: Apache-2.0 */
/* old-driver: see old-driver.h. */
#include "layers/old-driver.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <check.h>

#include "api/api-table.h"
#include "layers/at-end.h"
#include "layers/old-objects.h"

struct clrouter_table clrouter_target; /* layer.h declares it; unused here */
const struct clrouter_table *layer;
struct old_state old = { .version = 102, .extensions = "", .new_extensions = "",
			 .platform_extensions = "", .has_compiler = CL_TRUE };
cl_platform_id old_platform, new_platform;
cl_device_id old_device, new_device;

const void *old_tables[2];
static struct old_object platforms[2] = { { .kind = 'P' }, { .kind = 'P' } };
static struct old_object devices[2] = { { .kind = 'D' }, { .kind = 'D' } };
static struct clrouter_table below;
static void *library;
static const char *setting;

/* -- queries ------------------------------------------------------------------- */

static cl_int CL_API_CALL get_platform_ids(cl_uint count, cl_platform_id *ids, cl_uint *count_ret)
{
	for (cl_uint i = 0; ids && i < count && i < 2; i++)
		ids[i] = (cl_platform_id)&platforms[i];
	if (count_ret)
		*count_ret = 2;
	return CL_SUCCESS;
}

static cl_int CL_API_CALL get_device_ids(cl_platform_id platform, cl_device_type type,
					 cl_uint count, cl_device_id *ids, cl_uint *count_ret)
{
	const size_t index = !platform ? 0 : (size_t)(old_object(platform) - platforms);

	(void)type;
	if (ids && count > 0)
		ids[0] = (cl_device_id)&devices[index];
	if (count_ret)
		*count_ret = 1;
	return CL_SUCCESS;
}

static const char *version_text(const void *handle, const char *prefix)
{
	static char texts[2][64];
	char *text = texts[old_is_old(handle)];

	snprintf(text, sizeof(texts[0]), "%s %u.%u fake", prefix, old_version(handle) / 100,
		 old_version(handle) % 100);
	return text;
}

static cl_int CL_API_CALL get_platform_info(cl_platform_id platform, cl_platform_info name,
					    size_t size, void *value, size_t *size_ret)
{
	const cl_ulong timer = 1;

	switch (name) {
	case CL_PLATFORM_PROFILE:
		return STORE_TEXT("FULL_PROFILE");
	case CL_PLATFORM_NAME:
		return STORE_TEXT(old_is_old(platform) ? "Old" : "New");
	case CL_PLATFORM_VERSION:
		return STORE_TEXT(version_text(platform, "OpenCL"));
	case CL_PLATFORM_EXTENSIONS:
		return STORE_TEXT(old_is_old(platform) ? old.platform_extensions
						      : old.new_extensions);
	case CL_PLATFORM_HOST_TIMER_RESOLUTION:
		if (old_version(platform) < 201)
			return CL_INVALID_VALUE;
		return STORE(timer);
	default:
		return CL_INVALID_VALUE;
	}
}

/* What each version has: 1 in every query, in as many bytes as it has. */
static const struct {
	cl_device_info first, last;
	unsigned version;
} newer[] = {
	{ CL_DEVICE_IMAGE_PITCH_ALIGNMENT, CL_DEVICE_IMAGE_BASE_ADDRESS_ALIGNMENT, 200 },
	{ CL_DEVICE_MAX_READ_WRITE_IMAGE_ARGS, CL_DEVICE_PREFERRED_LOCAL_ATOMIC_ALIGNMENT, 200 },
	{ CL_DEVICE_MAX_NUM_SUB_GROUPS, CL_DEVICE_SUB_GROUP_INDEPENDENT_FORWARD_PROGRESS, 201 },
	{ CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES, CL_DEVICE_GENERIC_ADDRESS_SPACE_SUPPORT, 300 },
	{ CL_DEVICE_OPENCL_C_FEATURES, CL_DEVICE_LATEST_CONFORMANCE_VERSION_PASSED, 300 },
	{ CL_DEVICE_NUMERIC_VERSION, CL_DEVICE_NUMERIC_VERSION, 300 },
	{ CL_DEVICE_EXTENSIONS_WITH_VERSION, CL_DEVICE_BUILT_IN_KERNELS_WITH_VERSION, 300 },
};

static bool is_newer(cl_device_id device, cl_device_info name)
{
	const unsigned version = old_version(device);

	for (size_t i = 0; i < sizeof(newer) / sizeof(newer[0]); i++)
		if (name >= newer[i].first && name <= newer[i].last)
			return newer[i].version <= version &&
			       !(old_is_old(device) && old.is_incomplete &&
				 newer[i].version > version - 100);
	return false;
}

static cl_int answer_newer(cl_device_info name, size_t size, void *value, size_t *size_ret)
{
	const cl_ulong one = 1;
	const cl_name_version none = { 0, "" };

	switch (name) {
	case CL_DEVICE_SVM_CAPABILITIES:
	case CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES:
	case CL_DEVICE_ATOMIC_FENCE_CAPABILITIES:
	case CL_DEVICE_MAX_GLOBAL_VARIABLE_SIZE:
		return STORE(one);
	case CL_DEVICE_OPENCL_C_FEATURES:
	case CL_DEVICE_EXTENSIONS_WITH_VERSION:
		return old_store(&none, 0, size, value, size_ret);
	default:
		return old_store(&one, sizeof(cl_uint), size, value, size_ret);
	}
}

static cl_int CL_API_CALL get_device_info(cl_device_id device, cl_device_info name, size_t size,
					  void *value, size_t *size_ret)
{
	const cl_platform_id platform = old_is_old(device) ? old_platform : new_platform;
	const cl_device_id none = NULL;
	const cl_uint dimensions = 3, bits = 64;
	const size_t sizes[] = { 1024, 1024, 64 };
	const struct old_answer *answer = old_is_old(device) ? old.answers : NULL;

	for (; answer && answer->name != 0; answer++)
		if (answer->name == name)
			return old_store(answer->value, answer->size, size, value, size_ret);
	switch (name) {
	case CL_DEVICE_PLATFORM:
		return STORE(platform);
	case CL_DEVICE_PARENT_DEVICE:
		return STORE(none);
	case CL_DEVICE_NAME:
		return STORE_TEXT(old_is_old(device) ? "Old Device" : "New Device");
	case CL_DEVICE_VERSION:
		return STORE_TEXT(version_text(device, "OpenCL"));
	case CL_DEVICE_OPENCL_C_VERSION:
		return STORE_TEXT(old_version(device) >= 300  ? "OpenCL C 1.2 "
				  : old_version(device) > 200 ? "OpenCL C 2.0"
							     : version_text(device, "OpenCL C"));
	case CL_DEVICE_PROFILE:
		return STORE_TEXT("FULL_PROFILE");
	case CL_DEVICE_EXTENSIONS:
		return STORE_TEXT(old_is_old(device) ? old.extensions : old.new_extensions);
	case CL_DEVICE_BUILT_IN_KERNELS:
		return STORE_TEXT("");
	case CL_DEVICE_IL_VERSION:
		return old_version(device) < 201 ? CL_INVALID_VALUE : STORE_TEXT("");
	case CL_DEVICE_COMPILER_AVAILABLE:
		return STORE(old.has_compiler);
	case CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS:
		return STORE(dimensions);
	case CL_DEVICE_MAX_WORK_ITEM_SIZES:
		return STORE(sizes);
	case CL_DEVICE_ADDRESS_BITS:
		return STORE(bits);
	default:
		return is_newer(device, name) ? answer_newer(name, size, value, size_ret)
					      : CL_INVALID_VALUE;
	}
}

/* -- functions that only New has ----------------------------------------------- */

static cl_int CL_API_CALL get_host_timer(cl_device_id device, cl_ulong *time)
{
	old_note_native(device, 201);
	*time = 5;
	return CL_SUCCESS;
}

static void *CL_API_CALL svm_alloc(cl_context context, cl_svm_mem_flags flags, size_t size,
				   cl_uint alignment)
{
	(void)flags, (void)size, (void)alignment;
	old_note_native(context, 200);
	return &below;
}

static cl_int CL_API_CALL set_destructor(cl_context context,
					 void(CL_CALLBACK *function)(cl_context, void *),
					 void *user_data)
{
	(void)function, (void)user_data;
	old_note_native(context, 300);
	return CL_SUCCESS;
}

/* -- the loader ---------------------------------------------------------------- */

static void *CL_API_CALL get_function_for(cl_platform_id platform, const char *name)
{
	return old_is_old(platform) && old.function && strcmp(name, old.function) == 0
		       ? old.address
		       : NULL;
}

static const char *CL_API_CALL get_option(const char *of_layer, const char *name)
{
	const size_t length = strlen(name);

	(void)of_layer;
	if (!setting || strncmp(setting, name, length) != 0 || setting[length] != '=')
		return NULL;
	return setting + length + 1;
}

static void *CL_API_CALL get_function(const char *name)
{
	return strcmp(name, "clGetLayerOptionCLROUTER") == 0 ? (void *)get_option : NULL;
}

static void fill(void)
{
	old_objects_fill(&below);
	below.clGetPlatformIDs = get_platform_ids;
	below.clGetPlatformInfo = get_platform_info;
	below.clGetDeviceIDs = get_device_ids;
	below.clGetDeviceInfo = get_device_info;
	below.clGetHostTimer = get_host_timer;
	below.clSVMAlloc = svm_alloc;
	below.clSetContextDestructorCallback = set_destructor;
	below.clGetExtensionFunctionAddress = get_function;
	below.clGetExtensionFunctionAddressForPlatform = get_function_for;
}

/* A table of LENGTH slots, after which no memory can be read. */
static void **make_table(unsigned length)
{
	void **table = at_end(NULL, length * sizeof(void *));

	for (unsigned i = 0; i < length; i++)
		table[i] = (void *)abort;
	return table;
}

static void make_platforms(void)
{
	const unsigned version = 1000 * (old.version / 100) + old.version % 100;
	void **table = make_table(table_length(version));

	if (old.empty_slot != 0)
		table[old.empty_slot] = NULL;
	old_tables[0] = table;
	old_tables[1] = make_table(table_length(3000));
	for (int i = 0; i < 2; i++) {
		platforms[i].table = devices[i].table = old_tables[i];
		platforms[i].references = devices[i].references = 1;
	}
	old_platform = (cl_platform_id)&platforms[0];
	new_platform = (cl_platform_id)&platforms[1];
	old_device = (cl_device_id)&devices[0];
	new_device = (cl_device_id)&devices[1];
}

void old_set(const char *text)
{
	setting = text;
}

void *old_library(void)
{
	return library;
}

void old_start(void)
{
	cl_int(CL_API_CALL * init)(cl_uint, const void *, cl_uint *, const void **,
				   const cl_properties *);
	cl_uint count = 0;

	make_platforms();
	fill();
	library = dlopen(LAYER_DIR "/libCLCompatibility.so", RTLD_NOW | RTLD_LOCAL);
	ck_assert_msg(library != NULL, "%s", dlerror());
	*(void **)&init = dlsym(library, "clInitLayerWithProperties");
	ck_assert_int_eq(init(CLROUTER_SLOTS, &below, &count, (const void **)&layer, NULL),
			 CL_SUCCESS);
}
