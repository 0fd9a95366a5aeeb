/* SPDX-License-Identifier: Apache-2.0 */
/*
 * core-queries: what the compatibility layer answers for drivers of each OpenCL version, which
 * extensions it adds and repairs, and that a driver with all of OpenCL 3.0 is left alone.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "layers/old-driver.h"
#include "unit/unit.h"

#define V(major, minor) CL_MAKE_VERSION(major, minor, 0)

/* The first eight bytes of an answer as a number. */
static cl_int ask(cl_device_id device, cl_device_info name, size_t *size, cl_ulong *number)
{
	unsigned char bytes[4096] = { 0 };
	size_t whole = 0;
	cl_int error = layer->clGetDeviceInfo(device, name, sizeof(bytes), bytes, size);

	memcpy(number, bytes, sizeof(*number));
	if (error != CL_SUCCESS)
		return error;
	ck_assert_int_eq(layer->clGetDeviceInfo(device, name, 0, NULL, &whole), CL_SUCCESS);
	ck_assert_uint_eq(whole, *size);
	if (*size > 0)
		ck_assert_int_eq(layer->clGetDeviceInfo(device, name, *size - 1, bytes, NULL),
				 CL_INVALID_VALUE);
	return CL_SUCCESS;
}

#define WORD sizeof(cl_uint)
#define BITS sizeof(cl_ulong)
#define REFUSED ((size_t)-1)
#define NATIVE 1 /* what the fake driver answers */

#define LEAST_ATOMICS (CL_DEVICE_ATOMIC_ORDER_RELAXED | CL_DEVICE_ATOMIC_SCOPE_WORK_GROUP)
#define LEAST_FENCES (LEAST_ATOMICS | CL_DEVICE_ATOMIC_ORDER_ACQ_REL)
#define ALL_ATOMICS                                                                                \
	(LEAST_FENCES | CL_DEVICE_ATOMIC_ORDER_SEQ_CST | CL_DEVICE_ATOMIC_SCOPE_DEVICE |           \
	 CL_DEVICE_ATOMIC_SCOPE_ALL_DEVICES)

/* What a driver of each version gets. */
static const struct {
	cl_device_info name;
	unsigned version;
	size_t size;
	cl_ulong number;
} rows[] = {
	{ CL_DEVICE_IMAGE_PITCH_ALIGNMENT, 102, WORD, 0 },
	{ CL_DEVICE_IMAGE_BASE_ADDRESS_ALIGNMENT, 102, WORD, 0 },
	{ CL_DEVICE_MAX_READ_WRITE_IMAGE_ARGS, 102, WORD, 0 },
	{ CL_DEVICE_MAX_READ_WRITE_IMAGE_ARGS, 200, WORD, NATIVE },
	{ CL_DEVICE_MAX_GLOBAL_VARIABLE_SIZE, 102, sizeof(size_t), 0 },
	{ CL_DEVICE_QUEUE_ON_DEVICE_PROPERTIES, 102, BITS, 0 },
	{ CL_DEVICE_QUEUE_ON_DEVICE_PREFERRED_SIZE, 102, WORD, 0 },
	{ CL_DEVICE_QUEUE_ON_DEVICE_MAX_SIZE, 102, WORD, 0 },
	{ CL_DEVICE_MAX_ON_DEVICE_QUEUES, 102, WORD, 0 },
	{ CL_DEVICE_MAX_ON_DEVICE_EVENTS, 102, WORD, 0 },
	{ CL_DEVICE_SVM_CAPABILITIES, 102, BITS, 0 },
	{ CL_DEVICE_SVM_CAPABILITIES, 200, BITS, NATIVE },
	{ CL_DEVICE_GLOBAL_VARIABLE_PREFERRED_TOTAL_SIZE, 102, sizeof(size_t), 0 },
	{ CL_DEVICE_MAX_PIPE_ARGS, 102, WORD, 0 },
	{ CL_DEVICE_PIPE_MAX_ACTIVE_RESERVATIONS, 102, WORD, 0 },
	{ CL_DEVICE_PIPE_MAX_PACKET_SIZE, 102, WORD, 0 },
	{ CL_DEVICE_PREFERRED_PLATFORM_ATOMIC_ALIGNMENT, 102, WORD, 0 },
	{ CL_DEVICE_PREFERRED_GLOBAL_ATOMIC_ALIGNMENT, 102, WORD, 0 },
	{ CL_DEVICE_PREFERRED_LOCAL_ATOMIC_ALIGNMENT, 102, WORD, 0 },
	{ CL_DEVICE_IL_VERSION, 102, 1, 0 },
	{ CL_DEVICE_MAX_NUM_SUB_GROUPS, 102, WORD, 0 },
	{ CL_DEVICE_MAX_NUM_SUB_GROUPS, 200, WORD, 0 },
	{ CL_DEVICE_MAX_NUM_SUB_GROUPS, 201, WORD, NATIVE },
	{ CL_DEVICE_SUB_GROUP_INDEPENDENT_FORWARD_PROGRESS, 102, WORD, CL_FALSE },
	{ CL_DEVICE_NUMERIC_VERSION, 102, WORD, V(1, 2) },
	{ CL_DEVICE_NUMERIC_VERSION, 202, WORD, V(2, 2) },
	{ CL_DEVICE_ILS_WITH_VERSION, 102, 0, 0 },
	{ CL_DEVICE_BUILT_IN_KERNELS_WITH_VERSION, 102, 0, 0 },
	{ CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES, 102, BITS, LEAST_ATOMICS },
	{ CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES, 200, BITS, ALL_ATOMICS },
	{ CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES, 300, BITS, LEAST_ATOMICS },
	{ CL_DEVICE_ATOMIC_FENCE_CAPABILITIES, 102, BITS, LEAST_FENCES },
	{ CL_DEVICE_ATOMIC_FENCE_CAPABILITIES, 200, BITS,
	  ALL_ATOMICS | CL_DEVICE_ATOMIC_SCOPE_WORK_ITEM },
	{ CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT, 102, WORD, CL_FALSE },
	{ CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT, 202, WORD, CL_TRUE },
	{ CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT, 300, WORD, CL_FALSE },
	{ CL_DEVICE_OPENCL_C_ALL_VERSIONS, 102, 3 * sizeof(cl_name_version), V(1, 0) },
	{ CL_DEVICE_OPENCL_C_ALL_VERSIONS, 202, 4 * sizeof(cl_name_version), V(1, 0) },
	{ CL_DEVICE_OPENCL_C_ALL_VERSIONS, 300, 4 * sizeof(cl_name_version), V(1, 0) },
	{ CL_DEVICE_PREFERRED_WORK_GROUP_SIZE_MULTIPLE, 102, REFUSED, 0 },
	{ CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT, 102, WORD, CL_FALSE },
	{ CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT, 200, WORD, CL_TRUE },
	{ CL_DEVICE_GENERIC_ADDRESS_SPACE_SUPPORT, 102, WORD, CL_FALSE },
	{ CL_DEVICE_GENERIC_ADDRESS_SPACE_SUPPORT, 201, WORD, CL_TRUE },
	{ CL_DEVICE_OPENCL_C_FEATURES, 102, 0, 0 },
	{ CL_DEVICE_OPENCL_C_FEATURES, 300, REFUSED, 0 },
	{ CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES, 102, BITS, 0 },
	{ CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES, 200, BITS, CL_DEVICE_QUEUE_SUPPORTED },
	{ CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES, 202, BITS,
	  CL_DEVICE_QUEUE_SUPPORTED | CL_DEVICE_QUEUE_REPLACEABLE_DEFAULT },
	{ CL_DEVICE_PIPE_SUPPORT, 102, WORD, CL_FALSE },
	{ CL_DEVICE_PIPE_SUPPORT, 200, WORD, CL_TRUE },
	{ CL_DEVICE_LATEST_CONFORMANCE_VERSION_PASSED, 102, 1, 0 },
	{ CL_DEVICE_LATEST_CONFORMANCE_VERSION_PASSED, 300, 1, 0 },
	{ 0x105F /* CL_DEVICE_OPENCL_C_NUMERIC_VERSION_KHR */, 202, WORD, V(2, 0) },
	{ 0x106A /* CL_DEVICE_UUID_KHR */, 102, REFUSED, 0 },
	{ 0x7777, 102, REFUSED, 0 },
};

/* The driver of OpenCL 3.0 refuses what that version added. */
START_TEST(device_queries)
{
	size_t size = 0;
	cl_ulong number;
	cl_int error;

	old.version = rows[_i].version;
	old.is_incomplete = old.version == 300;
	old_start();
	error = ask(old_device, rows[_i].name, &size, &number);
	if (rows[_i].size == REFUSED) {
		ck_assert_int_eq(error, CL_INVALID_VALUE);
		return;
	}
	ck_assert_msg(error == CL_SUCCESS, "0x%x of %u: error %d", rows[_i].name,
		      rows[_i].version, error);
	ck_assert_msg(size == rows[_i].size, "0x%x of %u: size %zu", rows[_i].name,
		      rows[_i].version, size);
	if (rows[_i].size == WORD || rows[_i].name == CL_DEVICE_OPENCL_C_ALL_VERSIONS)
		number = (cl_uint)number;
	ck_assert_msg(number == rows[_i].number, "0x%x of %u: %llx", rows[_i].name,
		      rows[_i].version, (unsigned long long)number);
}
END_TEST

/* Of a complete driver each query gets the driver's answer. */
START_TEST(new_driver_answers_itself)
{
	size_t size = 0;
	cl_ulong number;

	old_start();
	for (int i = 0; i < UNIT_ROWS(rows); i++) {
		const cl_int error = ask(new_device, rows[i].name, &size, &number);

		if (rows[i].name >= 0x105F && rows[i].size == REFUSED)
			continue;
		if (rows[i].name == CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT ||
		    rows[i].name == CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES) {
			ck_assert_int_eq(error, CL_SUCCESS);
			ck_assert_uint_eq(number, NATIVE);
		}
	}
	ck_assert_int_eq(layer->clGetDeviceInfo(new_device, 0x105F, 0, NULL, &size),
			 CL_INVALID_VALUE);
}
END_TEST

START_TEST(platform_queries)
{
	cl_version version = 0;
	cl_ulong resolution = 9;
	cl_name_version list[16];
	size_t size;

	old_start();
	ck_assert_int_eq(layer->clGetPlatformInfo(old_platform, CL_PLATFORM_NUMERIC_VERSION,
						  sizeof(version), &version, NULL), CL_SUCCESS);
	ck_assert_uint_eq(version, V(1, 2));
	ck_assert_int_eq(layer->clGetPlatformInfo(old_platform, CL_PLATFORM_HOST_TIMER_RESOLUTION,
						  sizeof(resolution), &resolution, NULL),
			 CL_SUCCESS);
	ck_assert_uint_eq(resolution, 0);
	ck_assert_int_eq(layer->clGetPlatformInfo(old_platform, CL_PLATFORM_HOST_TIMER_RESOLUTION,
						  1, &resolution, NULL), CL_INVALID_VALUE);
	ck_assert_int_eq(layer->clGetPlatformInfo(old_platform,
						  CL_PLATFORM_EXTENSIONS_WITH_VERSION, sizeof(list),
						  list, &size), CL_SUCCESS);
	ck_assert_uint_gt(size, 0);
	layer->clGetPlatformInfo(new_platform, CL_PLATFORM_HOST_TIMER_RESOLUTION,
				 sizeof(resolution), &resolution, NULL);
	ck_assert_uint_eq(resolution, 1);
	ck_assert_int_eq(layer->clGetPlatformInfo(old_platform, 0x7777, 0, NULL, &size),
			 CL_INVALID_VALUE);
}
END_TEST

/* -- vendors ------------------------------------------------------------------- */

static const cl_uint warp = 32, wave = 64, bus = 0x86, slot = 2 << 3 | 1, domain = 7;
static const unsigned char topology[24] = { 1, 0, 0, 0, [21] = 5, 6, 1 };
static const struct old_answer nvidia[] = {
	{ 0x4003, &warp, 4 }, { 0x4008, &bus, 4 }, { 0x4009, &slot, 4 }, { 0x400A, &domain, 4 },
	{ 0 },
};
static const struct old_answer amd[] = { { 0x4043, &wave, 4 }, { 0x4037, topology, 24 }, { 0 } };
static const struct {
	const struct old_answer *answers;
	const char *extensions;
	size_t multiple;
	cl_uint address[4];
} vendors[] = {
	{ nvidia, "cl_nv_device_attribute_query", 32, { 7, 0x86, 2, 1 } },
	{ amd, "cl_amd_device_attribute_query", 64, { 0, 5, 6, 1 } },
};

static bool has_extension(cl_device_id device, const char *name)
{
	char text[1024] = " ";
	char padded[128];

	ck_assert_int_eq(layer->clGetDeviceInfo(device, CL_DEVICE_EXTENSIONS, 1000, text + 1,
						NULL), CL_SUCCESS);
	strcat(text, " ");
	snprintf(padded, sizeof(padded), " %s ", name);
	return strstr(text, padded) != NULL;
}

START_TEST(vendors_say_more)
{
	size_t multiple = 0;
	cl_uint address[4];

	old.answers = vendors[_i].answers;
	old.extensions = vendors[_i].extensions;
	old_start();
	ck_assert_int_eq(layer->clGetDeviceInfo(old_device,
						CL_DEVICE_PREFERRED_WORK_GROUP_SIZE_MULTIPLE,
						sizeof(multiple), &multiple, NULL), CL_SUCCESS);
	ck_assert_uint_eq(multiple, vendors[_i].multiple);
	ck_assert(has_extension(old_device, "cl_khr_pci_bus_info"));
	ck_assert_int_eq(layer->clGetDeviceInfo(old_device, 0x410F, sizeof(address), address, NULL),
			 CL_SUCCESS);
	ck_assert_mem_eq(address, vendors[_i].address, sizeof(address));
	ck_assert_int_eq(layer->clGetDeviceInfo(old_device, 0x410F, 15, address, NULL),
			 CL_INVALID_VALUE);
	ck_assert(!has_extension(new_device, "cl_khr_pci_bus_info"));
}
END_TEST

/* -- SPIR-V -------------------------------------------------------------------- */

static const cl_bool images = CL_TRUE;
static const struct old_answer spirv[] = {
	{ CL_DEVICE_IL_VERSION, "SPIR-V_1.0 SPIR-V_1.2", 22 },
	{ CL_DEVICE_IMAGE_SUPPORT, &images, sizeof(images) },
	{ 0 },
};

static bool has_number(const cl_uint *list, size_t size, cl_uint number)
{
	for (size_t i = 0; i < size / sizeof(*list); i++)
		if (list[i] == number)
			return true;
	return false;
}

START_TEST(spirv_of_an_old_device)
{
	const char *names[8];
	cl_uint list[64];
	size_t size;

	old.version = 202;
	old.answers = spirv;
	old.extensions = "cl_khr_fp16 cl_khr_expect_assume";
	old_start();
	ck_assert(has_extension(old_device, "cl_khr_spirv_queries"));
	ck_assert(!has_extension(new_device, "cl_khr_spirv_queries"));
	ck_assert_int_eq(layer->clGetDeviceInfo(old_device, 0x12B9, sizeof(names), names, &size),
			 CL_SUCCESS);
	ck_assert_uint_eq(size, sizeof(*names));
	ck_assert_str_eq(names[0], "OpenCL.std");
	ck_assert_int_eq(layer->clGetDeviceInfo(old_device, 0x12BA, sizeof(names), names, &size),
			 CL_SUCCESS);
	ck_assert_uint_eq(size, sizeof(*names));
	ck_assert_str_eq(names[0], "SPV_KHR_expect_assume");
	ck_assert_int_eq(layer->clGetDeviceInfo(old_device, 0x12BB, sizeof(list), list, &size),
			 CL_SUCCESS);
	ck_assert(has_number(list, size, 6) && has_number(list, size, 11));
	ck_assert_msg(has_number(list, size, 38), "generic pointers are required by 2.0");
	ck_assert_msg(has_number(list, size, 20), "the device has images");
	ck_assert_msg(has_number(list, size, 9), "the device has cl_khr_fp16");
	ck_assert_msg(has_number(list, size, 60), "2.2 has pipe storage");
	ck_assert_msg(!has_number(list, size, 10), "the device has no doubles");
	ck_assert_msg(!has_number(list, size, 6018), "the device has no dot product");
	ck_assert_int_eq(layer->clGetDeviceInfo(old_device, 0x12BB, size - 1, list, NULL),
			 CL_INVALID_VALUE);
}
END_TEST

static const cl_ulong add_float = 1 << 17;
static const cl_ulong min_max_double = 1 << 2;
static const struct old_answer newer_spirv[] = {
	{ CL_DEVICE_IL_VERSION, "SPIR-V_1.0 SPIR-V_1.6", 22 },
	{ 0x4231 /* CL_DEVICE_SINGLE_FP_ATOMIC_CAPABILITIES_EXT */, &add_float, sizeof(add_float) },
	{ 0x4232 /* the same of doubles */, &min_max_double, sizeof(min_max_double) },
	{ 0 },
};
static const struct old_answer older_spirv[] = {
	{ CL_DEVICE_IL_VERSION, "SPIR-V_1.2", 11 },
	{ 0x4231, &add_float, sizeof(add_float) },
	{ 0 },
};

/* Atomics of floating-point numbers, and groups that SPIR-V has since 1.3. */
START_TEST(spirv_follows_its_version)
{
	const char *names[8];
	cl_uint list[64];
	size_t size;

	old.version = 202;
	old.answers = _i == 0 ? newer_spirv : older_spirv;
	old.extensions = _i == 0 ? "cl_ext_float_atomics cl_khr_subgroup_ballot"
				 : "cl_khr_subgroup_ballot";
	old_start();
	ck_assert_int_eq(layer->clGetDeviceInfo(old_device, 0x12BA, sizeof(names), names, &size),
			 CL_SUCCESS);
	ck_assert_uint_eq(size, _i == 0 ? 2 * sizeof(*names) : 0);
	if (_i == 0) {
		ck_assert_str_eq(names[0], "SPV_EXT_shader_atomic_float_add");
		ck_assert_str_eq(names[1], "SPV_EXT_shader_atomic_float_min_max");
	}
	ck_assert_int_eq(layer->clGetDeviceInfo(old_device, 0x12BB, sizeof(list), list, &size),
			 CL_SUCCESS);
	ck_assert_msg(has_number(list, size, 6033) == (_i == 0), "AtomicFloat32AddEXT");
	ck_assert_msg(has_number(list, size, 5613) == (_i == 0), "AtomicFloat64MinMaxEXT");
	ck_assert_msg(has_number(list, size, 64) == (_i == 0), "GroupNonUniformBallot");
	ck_assert_msg(has_number(list, size, 71) == (_i == 0), "UniformDecoration");
	ck_assert_msg(!has_number(list, size, 6034), "the device adds no doubles");
}
END_TEST

/* -- repairs ------------------------------------------------------------------- */

static bool platform_has(const char *name)
{
	char text[1024] = "";

	ck_assert_int_eq(layer->clGetPlatformInfo(old_platform, CL_PLATFORM_EXTENSIONS,
						  sizeof(text), text, NULL), CL_SUCCESS);
	return strstr(text, name) != NULL;
}

/* As NVIDIA's driver 580: semaphores are there, and the types are refused. */
START_TEST(a_query_is_repaired)
{
	cl_uint type = 0;
	size_t size = 0;
	char text[512];
	clGetDeviceEmulationCLROUTER_t *emulation;

	old.version = 300;
	old.extensions = "cl_khr_icd cl_khr_semaphore";
	old.platform_extensions = old.extensions;
	old_set("provide=repair");
	old_start();
	ck_assert(has_extension(old_device, "cl_khr_semaphore"));
	ck_assert(platform_has("cl_khr_semaphore"));
	ck_assert_int_eq(layer->clGetDeviceInfo(old_device, 0x204C, sizeof(type), &type, &size),
			 CL_SUCCESS);
	ck_assert_uint_eq(type, 1);
	ck_assert_uint_eq(size, sizeof(type));
	type = 0;
	ck_assert_int_eq(layer->clGetPlatformInfo(old_platform, 0x2036, sizeof(type), &type, &size),
			 CL_SUCCESS);
	ck_assert_uint_eq(type, 1);
	ck_assert_int_eq(layer->clGetDeviceInfo(new_device, 0x204C, 0, NULL, &size),
			 CL_INVALID_VALUE);
	emulation = (clGetDeviceEmulationCLROUTER_t *)
			    layer->clGetExtensionFunctionAddressForPlatform(
				    old_platform, "clGetDeviceEmulationCLROUTER");
	ck_assert_int_eq(emulation(old_device, sizeof(text), text, NULL), CL_SUCCESS);
	ck_assert_str_eq(text, "CL_DEVICE_SEMAPHORE_TYPES_KHR (the driver refuses it)");
}
END_TEST

/* What a driver answers is its own. */
static const cl_uint native_type = 77;
static const struct old_answer native_semaphore[] = { { 0x204C, &native_type, 4 }, { 0 } };

START_TEST(a_query_that_works_is_the_drivers)
{
	cl_uint type = 0;

	old.version = 300;
	old.extensions = "cl_khr_semaphore";
	old.answers = native_semaphore;
	old_start();
	layer->clGetDeviceInfo(old_device, 0x204C, sizeof(type), &type, NULL);
	ck_assert_uint_eq(type, native_type);
}
END_TEST

START_TEST(an_extension_is_hidden)
{
	char text[512];
	size_t size;
	clGetDeviceEmulationCLROUTER_t *emulation;

	old.version = 300;
	old.extensions = "cl_khr_icd cl_khr_device_uuid cl_khr_fp16";
	old.platform_extensions = old.extensions;
	old_set("provide=repair");
	old_start();
	ck_assert(!has_extension(old_device, "cl_khr_device_uuid"));
	ck_assert(has_extension(old_device, "cl_khr_icd"));
	ck_assert(has_extension(old_device, "cl_khr_fp16"));
	ck_assert(!platform_has("cl_khr_device_uuid"));
	ck_assert(platform_has("cl_khr_fp16"));
	ck_assert_int_eq(layer->clGetDeviceInfo(old_device, 0x106A, 0, NULL, &size),
			 CL_INVALID_VALUE);
	emulation = (clGetDeviceEmulationCLROUTER_t *)
			    layer->clGetExtensionFunctionAddressForPlatform(
				    old_platform, "clGetDeviceEmulationCLROUTER");
	ck_assert_int_eq(emulation(old_device, sizeof(text), text, NULL), CL_SUCCESS);
	ck_assert_str_eq(text, "the driver's cl_khr_device_uuid is hidden (its queries fail)");
}
END_TEST

/* What a device gets is said for it. */
START_TEST(it_is_said)
{
	clGetDeviceEmulationCLROUTER_t *emulation;
	char text[512];

	old_set("provide=core");
	old.version = _i == 0 ? 102 : 300;
	old.is_incomplete = _i == 1;
	old_start();
	emulation = (clGetDeviceEmulationCLROUTER_t *)
			    layer->clGetExtensionFunctionAddressForPlatform(
				    old_platform, "clGetDeviceEmulationCLROUTER");
	ck_assert_int_eq(emulation(old_device, sizeof(text), text, NULL), CL_SUCCESS);
	ck_assert_str_eq(text, _i == 0 ? "what is newer than OpenCL 1.2"
				       : "what its OpenCL 3.0 lacks");
	ck_assert_int_eq(emulation(new_device, sizeof(text), text, NULL), CL_SUCCESS);
	ck_assert_str_eq(text, "");
}
END_TEST

/* A driver that lists cl_khr_extended_versioning and refuses it gets the layer's. */
START_TEST(another_takes_the_place_of_a_broken_one)
{
	cl_version version = 0;

	old.extensions = "cl_khr_extended_versioning cl_khr_pci_bus_info";
	old.answers = nvidia;
	old_start();
	ck_assert(has_extension(old_device, "cl_khr_extended_versioning"));
	ck_assert_int_eq(layer->clGetDeviceInfo(old_device, CL_DEVICE_NUMERIC_VERSION,
						sizeof(version), &version, NULL), CL_SUCCESS);
	ck_assert_uint_eq(version, V(1, 2));
	ck_assert(has_extension(old_device, "cl_khr_pci_bus_info"));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("newer queries on older drivers");
	TCase *tcase = unit_tcase(suite, "queries", 20);

	tcase_add_loop_test(tcase, device_queries, 0, UNIT_ROWS(rows));
	tcase_add_test(tcase, new_driver_answers_itself);
	tcase_add_test(tcase, platform_queries);
	tcase_add_loop_test(tcase, vendors_say_more, 0, UNIT_ROWS(vendors));
	tcase_add_test(tcase, spirv_of_an_old_device);
	tcase_add_loop_test(tcase, spirv_follows_its_version, 0, 2);
	tcase_add_loop_test(tcase, it_is_said, 0, 2);
	tcase_add_test(tcase, a_query_is_repaired);
	tcase_add_test(tcase, a_query_that_works_is_the_drivers);
	tcase_add_test(tcase, an_extension_is_hidden);
	tcase_add_test(tcase, another_takes_the_place_of_a_broken_one);
	return unit_run(suite);
}
