/* SPDX-License-Identifier: Apache-2.0 */
/*
 * compatibility: what a program sees of versions, extensions and functions through the layer, with
 * each setting. The driver is a fake one with one platform and two devices, whose versions and
 * extensions the rows of the tables say. The first one has a part, which has a part.
 */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <clrouter/layer.h>

#include "opencl/constants.h"
#include "unit/unit.h"

#define V(major, minor, patch) CL_MAKE_VERSION(major, minor, patch)

/* -- the driver -------------------------------------------------------------------------- */

enum { FIRST, SECOND, PART, PART_OF_PART, DEVICES };
static const char *const names[DEVICES] = { "First", "Second", "Part", "Part of part" };

/* Objects that nobody follows. */
static struct {
	const void *dispatch;
} platform, devices[DEVICES];

static struct {
	const char *versions[DEVICES];
	const char *extensions[DEVICES];
	const char *platform_version;
	const char *platform_extensions;
	bool has_lists; /* CL_DEVICE_EXTENSIONS_WITH_VERSION: 0.5.0 of all */
	cl_version language; /* the newest of OpenCL C, as a number and in the list; 0: refused */
} driver;

static cl_int put(const void *bytes, size_t length, size_t size, void *value, size_t *size_ret)
{
	if (value && size < length)
		return CL_INVALID_VALUE;
	if (value)
		memcpy(value, bytes, length);
	if (size_ret)
		*size_ret = length;
	return CL_SUCCESS;
}

static cl_int put_text(const char *text, size_t size, void *value, size_t *size_ret)
{
	return put(text, strlen(text) + 1, size, value, size_ret);
}

/* Each word of TEXT, with version 0.5.0. */
static cl_int put_list(const char *text, size_t size, void *value, size_t *size_ret)
{
	cl_name_version list[8] = { { 0, "" } };
	size_t count = 0;
	int length = 0;

	for (; sscanf(text, "%63s%n", list[count].name, &length) == 1; text += length)
		list[count++].version = V(0, 5, 0);
	return put(list, count * sizeof(*list), size, value, size_ret);
}

static cl_int CL_API_CALL get_platform_ids(cl_uint count, cl_platform_id *ids, cl_uint *found)
{
	if (ids && count > 0)
		ids[0] = (cl_platform_id)&platform;
	if (found)
		*found = 1;
	return CL_SUCCESS;
}

static cl_int CL_API_CALL get_platform_info(cl_platform_id id, cl_platform_info name, size_t size,
					    void *value, size_t *size_ret)
{
	if (id != (cl_platform_id)&platform)
		return CL_INVALID_PLATFORM;
	switch (name) {
	case CL_PLATFORM_PROFILE:
		return put_text("FULL_PROFILE", size, value, size_ret);
	case CL_PLATFORM_NAME:
		return put_text("Fake", size, value, size_ret);
	case CL_PLATFORM_VERSION:
		return put_text(driver.platform_version, size, value, size_ret);
	case CL_PLATFORM_EXTENSIONS:
		return put_text(driver.platform_extensions, size, value, size_ret);
	case CL_PLATFORM_EXTENSIONS_WITH_VERSION:
		if (driver.has_lists)
			return put_list(driver.platform_extensions, size, value, size_ret);
		return CL_INVALID_VALUE;
	default:
		return CL_INVALID_VALUE;
	}
}

static cl_int CL_API_CALL get_device_ids(cl_platform_id id, cl_device_type type, cl_uint count,
					 cl_device_id *ids, cl_uint *found)
{
	(void)id;
	(void)type;
	for (cl_uint i = 0; ids && i < count && i < 2; i++)
		ids[i] = (cl_device_id)&devices[i];
	if (found)
		*found = 2;
	return CL_SUCCESS;
}

static cl_name_version languages[] = { { 0, "OpenCL C" },
					{ CL_MAKE_VERSION(3, 0, 0), "OpenCL C" },
					{ CL_MAKE_VERSION(1, 2, 0), "OpenCL C" } };

/* What a part answers by itself, and differs from one device to the next. */
static cl_int get_own_info(size_t at, cl_device_info name, size_t size, void *value,
			   size_t *size_ret)
{
	static const char *const kernels[] = { "one;two", "one;two", "three", "" };
	const cl_device_id parent = at == PART		 ? (cl_device_id)&devices[FIRST]
				    : at == PART_OF_PART ? (cl_device_id)&devices[PART]
							 : NULL;
	const cl_uint units = (cl_uint)(16 >> at);
	const cl_command_queue_properties queues =
		CL_QUEUE_PROFILING_ENABLE |
		(at == PART ? CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE : 0);

	switch (name) {
	case CL_DEVICE_NAME:
		return put_text(names[at], size, value, size_ret);
	case CL_DEVICE_PARENT_DEVICE:
		return put(&parent, sizeof(parent), size, value, size_ret);
	case CL_DEVICE_MAX_COMPUTE_UNITS:
		return put(&units, sizeof(units), size, value, size_ret);
	case CL_DEVICE_QUEUE_PROPERTIES:
		return put(&queues, sizeof(queues), size, value, size_ret);
	case CL_DEVICE_BUILT_IN_KERNELS:
		return put_text(kernels[at], size, value, size_ret);
	default:
		return CL_INVALID_VALUE;
	}
}

static cl_int CL_API_CALL get_device_info(cl_device_id id, cl_device_info name, size_t size,
					  void *value, size_t *size_ret)
{
	const cl_platform_id own = (cl_platform_id)&platform;
	char text[64];
	size_t at = 0;

	while (at < DEVICES && id != (cl_device_id)&devices[at])
		at++;
	if (at == DEVICES)
		return CL_INVALID_DEVICE;
	switch (name) {
	case CL_DEVICE_PLATFORM:
		return put(&own, sizeof(own), size, value, size_ret);
	case CL_DEVICE_VERSION:
		return put_text(driver.versions[at], size, value, size_ret);
	case CL_DEVICE_OPENCL_C_VERSION:
		snprintf(text, sizeof(text), "OpenCL C %.3s fake", driver.versions[at] + 7);
		return put_text(text, size, value, size_ret);
	case CL_DEVICE_EXTENSIONS:
		return put_text(driver.extensions[at], size, value, size_ret);
	case CL_DEVICE_EXTENSIONS_WITH_VERSION:
		if (driver.has_lists)
			return put_list(driver.extensions[at], size, value, size_ret);
		return CL_INVALID_VALUE;
	case 0x105F: /* CL_DEVICE_OPENCL_C_NUMERIC_VERSION_KHR */
		if (driver.language == 0)
			return CL_INVALID_VALUE;
		return put(&driver.language, sizeof(driver.language), size, value, size_ret);
	case CL_DEVICE_OPENCL_C_ALL_VERSIONS:
		if (driver.language == 0)
			return CL_INVALID_VALUE;
		languages[0].version = driver.language;
		return put(languages, sizeof(languages), size, value, size_ret);
	case CL_DEVICE_SVM_CAPABILITIES:
	case CL_DEVICE_LINKER_AVAILABLE:
		return CL_SUCCESS;
	default:
		return get_own_info(at, name, size, value, size_ret);
	}
}

static cl_int CL_API_CALL get_event_info(cl_event event, cl_event_info name, size_t size,
					 void *value, size_t *size_ret)
{
	(void)event;
	(void)name;
	(void)size;
	(void)value;
	(void)size_ret;
	return CL_SUCCESS;
}

static cl_int CL_API_CALL get_queue_info(cl_command_queue queue, cl_command_queue_info name,
					 size_t size, void *value, size_t *size_ret)
{
	return get_event_info((cl_event)queue, name, size, value, size_ret);
}

static cl_int CL_API_CALL build_program(cl_program program, cl_uint count, const cl_device_id *list,
					const char *options,
					void(CL_CALLBACK *notify)(cl_program, void *), void *data)
{
	(void)program;
	(void)count;
	(void)list;
	(void)options;
	(void)notify;
	(void)data;
	return CL_SUCCESS;
}

static cl_kernel CL_API_CALL clone_kernel(cl_kernel kernel, cl_int *error)
{
	if (error)
		*error = CL_SUCCESS;
	return kernel;
}

static void *CL_API_CALL find_function(cl_platform_id id, const char *name)
{
	(void)id;
	return strcmp(name, "clGetKernelSubGroupInfoKHR") == 0 || strcmp(name, "clOther") == 0
		       ? (void *)get_event_info
		       : NULL;
}

static void *CL_API_CALL find_any(const char *name)
{
	return find_function(NULL, name);
}

/* -- the program ------------------------------------------------------------------------- */

static const struct clrouter_table *layer;

typedef cl_int CL_API_CALL start_layer(cl_uint count, const void *target, cl_uint *count_ret,
				       const struct clrouter_table **table,
				       const cl_properties *properties);

/* Starts the layer with the settings; NULL: not set. */
static void start(const char *provide, const char *hide)
{
	static struct clrouter_table target;
	void *library = dlopen(LAYER_DIR "/libCLCompatibility.so", RTLD_NOW);
	start_layer *init;
	cl_uint count;

	ck_assert_msg(library != NULL, "%s", dlerror());
	if (provide)
		setenv("OPENCL_COMPATIBILITY_PROVIDE", provide, 1);
	if (hide)
		setenv("OPENCL_COMPATIBILITY_HIDE", hide, 1);
	target.clGetPlatformIDs = get_platform_ids;
	target.clGetPlatformInfo = get_platform_info;
	target.clGetDeviceIDs = get_device_ids;
	target.clGetDeviceInfo = get_device_info;
	target.clGetEventInfo = get_event_info;
	target.clGetCommandQueueInfo = get_queue_info;
	target.clBuildProgram = build_program;
	target.clCloneKernel = clone_kernel;
	target.clGetExtensionFunctionAddress = find_any;
	target.clGetExtensionFunctionAddressForPlatform = find_function;
	init = (start_layer *)dlsym(library, "clInitLayerWithProperties");
	ck_assert_int_eq(init(CLROUTER_SLOTS, &target, &count, &layer, NULL), CL_SUCCESS);
}

static void set_driver(const char *version, const char *extensions)
{
	driver.platform_version = version;
	driver.platform_extensions = extensions;
	for (int i = 0; i < DEVICES; i++) {
		driver.versions[i] = version;
		driver.extensions[i] = extensions;
	}
}

static const char *device_text(int device, cl_device_info name)
{
	static char text[1024];

	ck_assert_int_eq(layer->clGetDeviceInfo((cl_device_id)&devices[device], name, sizeof(text),
						text, NULL),
			 CL_SUCCESS);
	return text;
}

static cl_int ask(cl_device_info name)
{
	char value[4096];

	return layer->clGetDeviceInfo((cl_device_id)&devices[0], name, sizeof(value), value, NULL);
}

/* What a program is shown of one extension of DEVICE: its version, UINT32_MAX: not there. */
static cl_version listed_for(int device, const char *name)
{
	cl_name_version list[64];
	size_t size = 0;

	ck_assert_int_eq(layer->clGetDeviceInfo((cl_device_id)&devices[device],
						CL_DEVICE_EXTENSIONS_WITH_VERSION, sizeof(list),
						list, &size),
			 CL_SUCCESS);
	for (size_t i = 0; i < size / sizeof(*list); i++)
		if (strcmp(list[i].name, name) == 0)
			return list[i].version;
	return UINT32_MAX;
}

static cl_version listed(const char *name)
{
	return listed_for(FIRST, name);
}

/* -- tests ------------------------------------------------------------------------------- */

static const struct {
	const char *version;
	const char *hide;
	const char *shown;
	const char *language;
} versions[] = {
	{ "OpenCL 3.0 fake 1", NULL, "OpenCL 3.0 fake 1", "OpenCL C 3.0 fake" },
	{ "OpenCL 3.0 fake 1", "3.0+", "OpenCL 2.2 fake 1", "OpenCL C 2.0 fake" },
	{ "OpenCL 3.0 fake 1", "2.1+,3.0+", "OpenCL 2.0 fake 1", "OpenCL C 2.0 fake" },
	{ "OpenCL 3.0 fake 1", "2.0+", "OpenCL 1.2 fake 1", "OpenCL C 1.2 fake" },
	{ "OpenCL 3.0", "1.2+", "OpenCL 1.1", "OpenCL C 1.1 fake" },
	{ "OpenCL 1.2 fake", "2.0+", "OpenCL 1.2 fake", "OpenCL C 1.2 fake" },
	{ "OpenCL 3.0 fake 1", "!2.0+", "OpenCL 3.0 fake 1", "OpenCL C 3.0 fake" },
	{ "OpenCL 3.0 fake 1", "4.0+,2.0", "OpenCL 3.0 fake 1", "OpenCL C 3.0 fake" },
};

START_TEST(versions_are_lowered)
{
	char text[64];

	set_driver(versions[_i].version, "cl_khr_icd");
	start("none", versions[_i].hide);
	ck_assert_str_eq(device_text(0, CL_DEVICE_VERSION), versions[_i].shown);
	ck_assert_str_eq(device_text(1, CL_DEVICE_OPENCL_C_VERSION), versions[_i].language);
	ck_assert_int_eq(layer->clGetPlatformInfo((cl_platform_id)&platform, CL_PLATFORM_VERSION,
						  sizeof(text), text, NULL),
			 CL_SUCCESS);
	ck_assert_str_eq(text, versions[_i].shown);
}
END_TEST

static const struct {
	const char *hide;
	cl_version language;
	cl_version listed[3]; /* CL_DEVICE_OPENCL_C_ALL_VERSIONS; 0 at first: it is refused */
} lowered[] = {
	{ NULL, V(3, 1, 0), { V(3, 1, 0), V(3, 0, 0), V(1, 2, 0) } },
	{ "4.0+", V(3, 1, 0), { V(3, 1, 0), V(3, 0, 0), V(1, 2, 0) } },
	{ "3.1+", V(3, 0, 0), { V(3, 0, 0), V(1, 2, 0) } },
	{ "3.0+", V(2, 0, 0), { 0 } },
	{ "2.0+", V(1, 2, 0), { 0 } },
	{ "1.2+", V(1, 1, 0), { 0 } },
};

/* The language of a driver for OpenCL 3.1, which has the extension for versions as numbers, too. */
START_TEST(languages_are_lowered)
{
	const cl_device_id id = (cl_device_id)&devices[0];
	cl_name_version list[3];
	cl_version version = 0;
	size_t count = 0;
	size_t size = 0;

	set_driver("OpenCL 3.1 fake", "cl_khr_extended_versioning");
	driver.language = V(3, 1, 0);
	start("none", lowered[_i].hide);
	ck_assert_int_eq(layer->clGetDeviceInfo(id, 0x105F, sizeof(version), &version, &size),
			 CL_SUCCESS);
	ck_assert_uint_eq(version, lowered[_i].language);
	ck_assert_uint_eq(size, sizeof(version));
	ck_assert_int_eq(layer->clGetDeviceInfo(id, 0x105F, 3, &version, NULL), CL_INVALID_VALUE);
	while (count < 3 && lowered[_i].listed[count] != 0)
		count++;
	ck_assert_int_eq(layer->clGetDeviceInfo(id, CL_DEVICE_OPENCL_C_ALL_VERSIONS, sizeof(list),
						list, &size),
			 count == 0 ? CL_INVALID_VALUE : CL_SUCCESS);
	if (count == 0)
		return;
	ck_assert_uint_eq(size, count * sizeof(*list));
	for (size_t i = 0; i < count; i++)
		ck_assert_uint_eq(list[i].version, lowered[_i].listed[i]);
	ck_assert_int_eq(layer->clGetDeviceInfo(id, CL_DEVICE_OPENCL_C_ALL_VERSIONS, size - 1, list,
						NULL),
			 CL_INVALID_VALUE);
}
END_TEST

START_TEST(extensions_are_hidden)
{
	char text[256];

	set_driver("OpenCL 3.0 fake", "cl_khr_fp64 cl_khr_subgroups cl_khr_icd");
	driver.has_lists = true;
	start("none", "cl_khr_fp*,CL_KHR_SUBGROUPS");
	ck_assert_str_eq(device_text(0, CL_DEVICE_EXTENSIONS), "cl_khr_icd");
	ck_assert_uint_eq(listed("cl_khr_fp64"), UINT32_MAX);
	ck_assert_uint_eq(listed("cl_khr_icd"), V(0, 5, 0));
	ck_assert_int_eq(layer->clGetPlatformInfo((cl_platform_id)&platform, CL_PLATFORM_EXTENSIONS,
						  sizeof(text), text, NULL),
			 CL_SUCCESS);
	ck_assert_str_eq(text, "cl_khr_icd");
	ck_assert_ptr_null(layer->clGetExtensionFunctionAddressForPlatform(
		(cl_platform_id)&platform, "clGetKernelSubGroupInfoKHR"));
	ck_assert_ptr_null(layer->clGetExtensionFunctionAddress("clGetKernelSubGroupInfoKHR"));
	ck_assert_ptr_nonnull(layer->clGetExtensionFunctionAddress("clOther"));
}
END_TEST

/* The driver's list is longer, and must not get into the program's memory. */
START_TEST(list_of_platform_has_its_size)
{
	const cl_platform_id id = (cl_platform_id)&platform;
	cl_name_version list[2] = { { 0, "" }, { 0, "after" } };
	size_t size = 0;

	set_driver("OpenCL 3.0 fake", "cl_khr_icd cl_khr_fp64");
	driver.has_lists = true;
	start("none", "cl_khr_fp64");
	ck_assert_int_eq(
		layer->clGetPlatformInfo(id, CL_PLATFORM_EXTENSIONS_WITH_VERSION, 0, NULL, &size),
		CL_SUCCESS);
	ck_assert_uint_eq(size, sizeof(*list));
	ck_assert_int_eq(
		layer->clGetPlatformInfo(id, CL_PLATFORM_EXTENSIONS_WITH_VERSION, size, list, NULL),
		CL_SUCCESS);
	ck_assert_str_eq(list[0].name, "cl_khr_icd");
	ck_assert_int_eq(layer->clGetPlatformInfo(id, CL_PLATFORM_EXTENSIONS_WITH_VERSION,
						  sizeof(list), list, NULL),
			 CL_SUCCESS);
	ck_assert_str_eq(list[1].name, "after");
	ck_assert_int_eq(layer->clGetPlatformInfo(id, CL_PLATFORM_EXTENSIONS_WITH_VERSION, size - 1,
						  list, NULL),
			 CL_INVALID_VALUE);
}
END_TEST

START_TEST(queries_go_with_their_versions)
{
	cl_int error;

	set_driver("OpenCL 3.0 fake", "cl_khr_icd");
	start("none", "2.0+");
	ck_assert_int_eq(ask(CL_DEVICE_LINKER_AVAILABLE), CL_SUCCESS);
	ck_assert_int_eq(ask(CL_DEVICE_SVM_CAPABILITIES), CL_INVALID_VALUE);
	ck_assert_int_eq(ask(CL_DEVICE_NUMERIC_VERSION), CL_INVALID_VALUE);
	ck_assert_int_eq(ask(CL_DEVICE_EXTENSIONS_WITH_VERSION), CL_INVALID_VALUE);
	ck_assert_int_eq(layer->clGetEventInfo(NULL, CL_EVENT_CONTEXT, 0, NULL, NULL), CL_SUCCESS);
	ck_assert_int_eq(layer->clGetCommandQueueInfo(NULL, CL_QUEUE_SIZE, 0, NULL, NULL),
			 CL_INVALID_VALUE);
	ck_assert_int_eq(layer->clGetCommandQueueInfo(NULL, CL_QUEUE_CONTEXT, 0, NULL, NULL),
			 CL_SUCCESS);
	ck_assert_ptr_null(layer->clCloneKernel((cl_kernel)&platform, &error));
	ck_assert_int_eq(error, CL_INVALID_OPERATION);
}
END_TEST

static const struct {
	const char *options;
	cl_int error;
} builds[] = {
	{ NULL, CL_SUCCESS },
	{ "", CL_SUCCESS },
	{ "-cl-std=CL1.2 -DX", CL_SUCCESS },
	{ "-w -cl-std=CL2.0", CL_INVALID_BUILD_OPTIONS },
	{ "-cl-std=CL3.0", CL_INVALID_BUILD_OPTIONS },
	{ "-cl-std=CLC++", CL_INVALID_BUILD_OPTIONS },
	{ "-cl-std=CL", CL_SUCCESS },
	{ "-cl-std=CLx.y", CL_SUCCESS },
};

START_TEST(languages_go_with_their_versions)
{
	set_driver("OpenCL 3.0 fake", "cl_khr_icd");
	start("none", "2.0+");
	ck_assert_int_eq(layer->clBuildProgram(NULL, 0, NULL, builds[_i].options, NULL, NULL),
			 builds[_i].error);
}
END_TEST

/* A driver that has nothing to hide or provide is not changed. */
START_TEST(nothing_is_changed_without_a_reason)
{
	set_driver("OpenCL 3.0 fake", "cl_khr_fp64  cl_khr_icd ");
	start("none", NULL);
	ck_assert_str_eq(device_text(0, CL_DEVICE_EXTENSIONS), "cl_khr_fp64 cl_khr_icd");
	ck_assert_int_eq(ask(CL_DEVICE_SVM_CAPABILITIES), CL_SUCCESS);
	ck_assert_ptr_eq(layer->clCloneKernel, clone_kernel);
	ck_assert_ptr_eq(layer->clBuildProgram, build_program);
	ck_assert_ptr_eq(layer->clGetEventInfo, get_event_info);
}
END_TEST

static const struct {
	const char *version;
	const char *provide;
	const char *extensions; /* that the driver has */
	bool is_provided;
} provided[] = {
	{ "OpenCL 1.2 fake", NULL, "cl_khr_icd", true },
	{ "OpenCL 2.1 fake", "", "cl_khr_icd", true },
	{ "OpenCL 1.2 fake", "all", "cl_khr_icd", true },
	{ "OpenCL 1.2 fake", "extended_versioning", "cl_khr_icd", true },
	{ "OpenCL 1.2 fake", "extended_*@first", "cl_khr_icd", true },
	{ "OpenCL 1.2 fake", "extended_versioning@Fake", "cl_khr_icd", true },
	{ "OpenCL 1.2 fake", "extended_versioning@Second", "cl_khr_icd", false },
	{ "OpenCL 1.2 fake", "!extended_versioning", "cl_khr_icd", false },
	{ "OpenCL 1.2 fake", "none", "cl_khr_icd", false },
	{ "OpenCL 3.0 fake", "extended_versioning", "cl_khr_icd", false },
};

START_TEST(versioning_is_provided)
{
	set_driver(provided[_i].version, provided[_i].extensions);
	start(provided[_i].provide, NULL);
	ck_assert_int_eq(strstr(device_text(0, CL_DEVICE_EXTENSIONS),
				"cl_khr_extended_versioning") != NULL,
			 provided[_i].is_provided);
	/* CL_DEVICE_OPENCL_C_NUMERIC_VERSION_KHR: OpenCL itself has never had this one. */
	ck_assert_int_eq(ask(0x105F) == CL_SUCCESS, provided[_i].is_provided);
	if (provided[_i].is_provided) {
		ck_assert_uint_eq(listed("cl_khr_extended_versioning"), V(1, 0, 0));
		ck_assert_uint_eq(listed("cl_khr_icd"), 0);
	}
}
END_TEST

START_TEST(versioning_answers)
{
	cl_version version = 0;
	cl_name_version list[4];
	size_t size = 0;

	set_driver("OpenCL 1.2 fake", "cl_khr_icd");
	start(NULL, NULL);
	layer->clGetDeviceInfo((cl_device_id)&devices[0], CL_DEVICE_NUMERIC_VERSION,
			       sizeof(version), &version, NULL);
	ck_assert_uint_eq(version, V(1, 2, 0));
	layer->clGetDeviceInfo((cl_device_id)&devices[0], 0x105F, sizeof(version), &version, NULL);
	ck_assert_uint_eq(version, V(1, 2, 0));
	layer->clGetPlatformInfo((cl_platform_id)&platform, CL_PLATFORM_NUMERIC_VERSION,
				 sizeof(version), &version, NULL);
	ck_assert_uint_eq(version, V(1, 2, 0));
	layer->clGetDeviceInfo((cl_device_id)&devices[0], CL_DEVICE_BUILT_IN_KERNELS_WITH_VERSION,
			       sizeof(list), list, &size);
	ck_assert_uint_eq(size, 2 * sizeof(*list));
	ck_assert_str_eq(list[1].name, "two");
	ck_assert_int_eq(layer->clGetDeviceInfo((cl_device_id)&devices[0],
						CL_DEVICE_BUILT_IN_KERNELS_WITH_VERSION,
						sizeof(list[0]), list, NULL),
			 CL_INVALID_VALUE);
}
END_TEST

/* What the user hides is not emulated either: nobody says so, and its queries are refused. */
START_TEST(what_is_hidden_is_not_emulated)
{
	clGetDeviceEmulationCLROUTER_t *get;
	char text[256];

	set_driver("OpenCL 1.2 fake", "cl_khr_icd");
	start("extended_versioning", "cl_khr_extended_versioning");
	get = (clGetDeviceEmulationCLROUTER_t *)layer->clGetExtensionFunctionAddress(
		"clGetDeviceEmulationCLROUTER");
	ck_assert_int_eq(get((cl_device_id)&devices[0], sizeof(text), text, NULL), CL_SUCCESS);
	ck_assert_str_eq(text, "");
	ck_assert_str_eq(device_text(0, CL_DEVICE_EXTENSIONS), "cl_khr_icd");
	ck_assert_int_eq(ask(0x105F), CL_INVALID_VALUE);
	ck_assert_int_eq(ask(CL_DEVICE_NUMERIC_VERSION), CL_INVALID_VALUE);
}
END_TEST

/* A platform has what all of its devices have. */
START_TEST(platform_has_what_all_devices_have)
{
	char text[256];

	set_driver("OpenCL 1.2 fake", "cl_khr_icd");
	driver.versions[1] = "OpenCL 3.0 fake";
	start(NULL, NULL);
	layer->clGetPlatformInfo((cl_platform_id)&platform, CL_PLATFORM_EXTENSIONS, sizeof(text),
				 text, NULL);
	ck_assert_ptr_null(strstr(text, "cl_khr_extended_versioning"));
	ck_assert_ptr_nonnull(strstr(device_text(0, CL_DEVICE_EXTENSIONS), "extended_versioning"));
	ck_assert_ptr_null(strstr(device_text(1, CL_DEVICE_EXTENSIONS), "extended_versioning"));
}
END_TEST

static const struct {
	const char *version;
	const char *provide;
	const char *hide;
} settings[] = {
	{ "OpenCL 3.0 fake", "none", NULL },
	{ "OpenCL 3.0 fake", "none", "2.0+" },
	{ "OpenCL 3.0 fake", NULL, NULL },
	{ "OpenCL 1.2 fake", NULL, NULL },
};

/* Whatever its parent gets, the driver is asked of the part itself. */
START_TEST(sub_device_answers_for_itself)
{
	set_driver(settings[_i].version, "cl_khr_icd");
	start(settings[_i].provide, settings[_i].hide);
	for (int i = 0; i < DEVICES; i++) {
		const cl_device_id id = (cl_device_id)&devices[i];
		cl_device_id parent = NULL;
		cl_uint units = 0;

		ck_assert_str_eq(device_text(i, CL_DEVICE_NAME), names[i]);
		ck_assert_int_eq(layer->clGetDeviceInfo(id, CL_DEVICE_MAX_COMPUTE_UNITS,
							sizeof(units), &units, NULL),
				 CL_SUCCESS);
		ck_assert_uint_eq(units, 16u >> i);
		ck_assert_int_eq(layer->clGetDeviceInfo(id, CL_DEVICE_PARENT_DEVICE, sizeof(parent),
							&parent, NULL),
				 CL_SUCCESS);
		ck_assert_ptr_eq(
			parent, i < PART ? NULL : (cl_device_id)&devices[i == PART ? FIRST : PART]);
	}
}
END_TEST

/* What is added for a part is what its parent gets, and what is left of its own. */
START_TEST(sub_device_gets_what_its_parent_gets)
{
	cl_name_version kernels[2];
	cl_bitfield queues = 0;
	size_t size = 0;

	set_driver("OpenCL 1.2 fake", "cl_khr_icd cl_khr_fp64");
	driver.versions[SECOND] = "OpenCL 3.0 fake";
	driver.versions[PART] = "OpenCL 1.2 part";
	driver.extensions[PART] = "cl_khr_icd  cl_khr_part";
	start(NULL, "cl_khr_icd");
	ck_assert_str_eq(device_text(PART, CL_DEVICE_VERSION), "OpenCL 1.2 part");
	ck_assert_uint_eq(listed_for(PART, "cl_khr_extended_versioning"), V(1, 0, 0));
	ck_assert_uint_eq(listed_for(PART_OF_PART, "cl_khr_extended_versioning"), V(1, 0, 0));
	ck_assert_uint_eq(listed_for(PART, "cl_khr_part"), 0);
	ck_assert_uint_eq(listed_for(PART, "cl_khr_fp64"), UINT32_MAX);
	ck_assert_uint_eq(listed_for(PART, "cl_khr_icd"), UINT32_MAX);
	ck_assert_uint_eq(listed_for(FIRST, "cl_khr_part"), UINT32_MAX);
	layer->clGetDeviceInfo((cl_device_id)&devices[PART],
			       CL_DEVICE_BUILT_IN_KERNELS_WITH_VERSION, sizeof(kernels), kernels,
			       &size);
	ck_assert_uint_eq(size, sizeof(*kernels));
	ck_assert_str_eq(kernels[0].name, "three");
	ck_assert_int_eq(
		layer->clGetDeviceInfo((cl_device_id)&devices[PART],
				       CL_DEVICE_COMMAND_BUFFER_SUPPORTED_QUEUE_PROPERTIES_KHR,
				       sizeof(queues), &queues, NULL),
		CL_SUCCESS);
	ck_assert_uint_eq(queues,
			  CL_QUEUE_PROFILING_ENABLE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
}
END_TEST

/* An extension whose queries the driver refuses goes from the part, too. */
START_TEST(sub_device_loses_what_its_parent_loses)
{
	set_driver("OpenCL 3.0 fake", "cl_khr_icd cl_khr_kernel_clock");
	driver.extensions[PART] = "cl_khr_kernel_clock cl_khr_icd cl_khr_fp64";
	start("repair", NULL);
	ck_assert_str_eq(device_text(FIRST, CL_DEVICE_EXTENSIONS), "cl_khr_icd");
	ck_assert_str_eq(device_text(PART, CL_DEVICE_EXTENSIONS), "cl_khr_icd cl_khr_fp64");
}
END_TEST

START_TEST(lowered_sub_device_has_its_own_text)
{
	set_driver("OpenCL 3.0 fake", "cl_khr_icd");
	driver.versions[PART] = "OpenCL 3.0 part";
	start("none", "2.0+");
	ck_assert_str_eq(device_text(PART, CL_DEVICE_VERSION), "OpenCL 1.2 part");
}
END_TEST

START_TEST(says_what_is_emulated)
{
	clGetDeviceEmulationCLROUTER_t *get;
	char text[256];

	set_driver("OpenCL 1.2 fake", "cl_khr_icd");
	driver.versions[1] = "OpenCL 3.0 fake";
	start("extended_versioning", NULL);
	get = (clGetDeviceEmulationCLROUTER_t *)layer->clGetExtensionFunctionAddress(
		"clGetDeviceEmulationCLROUTER");
	ck_assert_ptr_nonnull(get);
	ck_assert_int_eq(get((cl_device_id)&devices[0], sizeof(text), text, NULL), CL_SUCCESS);
	ck_assert_str_eq(text, "cl_khr_extended_versioning 1.0.0");
	ck_assert_int_eq(get((cl_device_id)&devices[1], sizeof(text), text, NULL), CL_SUCCESS);
	ck_assert_str_eq(text, "");
	ck_assert_int_eq(get(NULL, sizeof(text), text, NULL), CL_INVALID_DEVICE);
	ck_assert_int_eq(get((cl_device_id)&devices[0], 3, text, NULL), CL_INVALID_VALUE);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("compatibility");
	TCase *tcase = unit_tcase(suite, "compatibility", 10);

	tcase_add_loop_test(tcase, versions_are_lowered, 0, UNIT_ROWS(versions));
	tcase_add_loop_test(tcase, languages_are_lowered, 0, UNIT_ROWS(lowered));
	tcase_add_test(tcase, extensions_are_hidden);
	tcase_add_test(tcase, list_of_platform_has_its_size);
	tcase_add_test(tcase, queries_go_with_their_versions);
	tcase_add_loop_test(tcase, languages_go_with_their_versions, 0, UNIT_ROWS(builds));
	tcase_add_test(tcase, nothing_is_changed_without_a_reason);
	tcase_add_loop_test(tcase, versioning_is_provided, 0, UNIT_ROWS(provided));
	tcase_add_test(tcase, versioning_answers);
	tcase_add_test(tcase, what_is_hidden_is_not_emulated);
	tcase_add_test(tcase, platform_has_what_all_devices_have);
	tcase_add_loop_test(tcase, sub_device_answers_for_itself, 0, UNIT_ROWS(settings));
	tcase_add_test(tcase, sub_device_gets_what_its_parent_gets);
	tcase_add_test(tcase, sub_device_loses_what_its_parent_loses);
	tcase_add_test(tcase, lowered_sub_device_has_its_own_text);
	tcase_add_test(tcase, says_what_is_emulated);
	return unit_run(suite);
}
