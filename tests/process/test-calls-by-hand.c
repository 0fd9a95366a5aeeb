/* SPDX-License-Identifier: Apache-2.0 */
/*
 * calls by hand: the exported functions whose first parameter is not the handle, each with drivers
 * of both generations and with the arguments that it must refuse (OpenCL 3.0 and cl_khr_icd
 * 2.0.0). All other functions are in test-calls.c.
 */
#include <stdlib.h>

#include <check.h>

#include "drivers/stub-platforms.h"

#define CHECK_ARGUMENT(driver, index, value) \
	stub_platforms_check_argument(driver, index, &(value), sizeof(value))
#define CHECK_RESULT_OF(slot, result) \
	stub_platforms_check_result(slot, &(result), sizeof(result))

static const int both_generations[] = { ICD1, ICD2 };

static void CL_CALLBACK on_error(const char *errinfo, const void *private_info, size_t cb,
				 void *user_data)
{
	(void)errinfo;
	(void)private_info;
	(void)cb;
	(void)user_data;
}

static void (CL_CALLBACK *const notify)(const char *, const void *, size_t, void *) = on_error;

START_TEST(create_context)
{
	int driver = both_generations[_i];
	struct stub_object object = stub_platforms_object(driver);
	cl_device_id devices[2] = { (cl_device_id)&object, NULL };
	const cl_device_id *list = devices;
	cl_context_properties none = 0;
	const cl_context_properties *properties = &none;
	cl_uint count = 2;
	cl_int error = 1;
	cl_int *errcode_ret = &error;
	void *user_data = &count;
	cl_context context = clCreateContext(properties, count, devices, notify, user_data,
					     errcode_ret);

	stub_platforms_check_reached(driver, API_SLOT_clCreateContext, 6);
	CHECK_ARGUMENT(driver, 0, properties);
	CHECK_ARGUMENT(driver, 1, count);
	CHECK_ARGUMENT(driver, 2, list);
	CHECK_ARGUMENT(driver, 3, notify);
	CHECK_ARGUMENT(driver, 4, user_data);
	CHECK_ARGUMENT(driver, 5, errcode_ret);
	CHECK_RESULT_OF(API_SLOT_clCreateContext, context);
	ck_assert_int_eq(error, 1);
}
END_TEST

START_TEST(create_context_refused)
{
	static void *const empty[API_SLOTS];
	struct stub_object object = { .table = empty };
	cl_device_id device = (cl_device_id)&object, null = NULL;
	cl_int error = CL_SUCCESS;

	ck_assert_ptr_null(clCreateContext(NULL, 0, &device, NULL, NULL, &error));
	ck_assert_int_eq(error, CL_INVALID_VALUE);
	ck_assert_ptr_null(clCreateContext(NULL, 1, NULL, NULL, NULL, NULL));
	ck_assert_ptr_null(clCreateContext(NULL, 1, &null, NULL, NULL, &error));
	ck_assert_int_eq(error, CL_INVALID_DEVICE);
	ck_assert_ptr_null(clCreateContext(NULL, 1, &device, NULL, NULL, &error));
	ck_assert_int_eq(error, CL_INVALID_OPERATION);
	ck_assert_ptr_null(clCreateContext(NULL, 1, &device, NULL, NULL, NULL));
	stub_platforms_check_idle();
}
END_TEST

/* -1: the properties name no platform, so the call goes to the default platform, the first. */
static const int named_platform[] = { ICD1, ICD2, -1 };

START_TEST(create_context_from_type)
{
	int driver = named_platform[_i] < 0 ? ICD1 : named_platform[_i];
	cl_context_properties named[] = { CL_CONTEXT_PLATFORM, (intptr_t)stub_platforms[driver], 0 };
	const cl_context_properties *properties = named_platform[_i] < 0 ? NULL : named;
	cl_device_type type = UINT64_C(0xFEDCBA9876543210);
	cl_int error = 1;
	cl_int *errcode_ret = &error;
	void *user_data = &driver;
	cl_context context = clCreateContextFromType(properties, type, notify, user_data,
						     errcode_ret);

	stub_platforms_check_reached(driver, API_SLOT_clCreateContextFromType, 5);
	CHECK_ARGUMENT(driver, 0, properties);
	CHECK_ARGUMENT(driver, 1, type);
	CHECK_ARGUMENT(driver, 2, notify);
	CHECK_ARGUMENT(driver, 3, user_data);
	CHECK_ARGUMENT(driver, 4, errcode_ret);
	CHECK_RESULT_OF(API_SLOT_clCreateContextFromType, context);
}
END_TEST

START_TEST(gl_context_info)
{
	int driver = named_platform[_i] < 0 ? ICD1 : named_platform[_i];
	cl_context_properties named[] = { CL_GL_CONTEXT_KHR, 5, CL_CONTEXT_PLATFORM,
					  (intptr_t)stub_platforms[driver], 0 };
	const cl_context_properties *properties = named_platform[_i] < 0 ? NULL : named;
	cl_gl_context_info param_name = 0x89ABCDEF;
	size_t size = 7, *size_ret = &size;
	void *value = &param_name;
	cl_int result = clGetGLContextInfoKHR(properties, param_name, size, value, size_ret);

	stub_platforms_check_reached(driver, API_SLOT_clGetGLContextInfoKHR, 5);
	CHECK_ARGUMENT(driver, 0, properties);
	CHECK_ARGUMENT(driver, 1, param_name);
	CHECK_ARGUMENT(driver, 2, size);
	CHECK_ARGUMENT(driver, 3, value);
	CHECK_ARGUMENT(driver, 4, size_ret);
	CHECK_RESULT_OF(API_SLOT_clGetGLContextInfoKHR, result);
}
END_TEST

START_TEST(platform_named_null_or_without_function)
{
	cl_context_properties null[] = { CL_CONTEXT_PLATFORM, 0, 0 };
	cl_context_properties sparse[] = { CL_CONTEXT_PLATFORM, (intptr_t)stub_platforms[SPARSE], 0 };
	cl_int error = CL_SUCCESS;

	ck_assert_ptr_null(clCreateContextFromType(null, CL_DEVICE_TYPE_ALL, NULL, NULL, &error));
	ck_assert_int_eq(error, CL_INVALID_PLATFORM);
	ck_assert_int_eq(clGetGLContextInfoKHR(null, 0, 0, NULL, NULL), CL_INVALID_PLATFORM);
	ck_assert_ptr_null(clCreateContextFromType(sparse, CL_DEVICE_TYPE_ALL, NULL, NULL, &error));
	ck_assert_int_eq(error, CL_INVALID_OPERATION);
	ck_assert_int_eq(clGetGLContextInfoKHR(sparse, 0, 0, NULL, NULL), CL_INVALID_OPERATION);
	stub_platforms_check_idle();
}
END_TEST

START_TEST(wait_for_events)
{
	int driver = both_generations[_i];
	struct stub_object object = stub_platforms_object(driver);
	cl_event events[2] = { (cl_event)&object, NULL };
	const cl_event *list = events;
	cl_uint count = 2;
	cl_int result = clWaitForEvents(count, list);

	stub_platforms_check_reached(driver, API_SLOT_clWaitForEvents, 2);
	CHECK_ARGUMENT(driver, 0, count);
	CHECK_ARGUMENT(driver, 1, list);
	CHECK_RESULT_OF(API_SLOT_clWaitForEvents, result);
}
END_TEST

START_TEST(wait_for_events_refused)
{
	static void *const empty[API_SLOTS];
	struct stub_object object = { .table = empty };
	cl_event event = (cl_event)&object, null = NULL;

	ck_assert_int_eq(clWaitForEvents(0, &event), CL_INVALID_VALUE);
	ck_assert_int_eq(clWaitForEvents(1, NULL), CL_INVALID_VALUE);
	ck_assert_int_eq(clWaitForEvents(1, &null), CL_INVALID_EVENT);
	ck_assert_int_eq(clWaitForEvents(1, &event), CL_INVALID_OPERATION);
	stub_platforms_check_idle();
}
END_TEST

START_TEST(address_for_platform)
{
	int driver = both_generations[_i];
	cl_platform_id platform = stub_platforms[driver];
	const char *name = "clOwnExtensionSTUB";
	void *result = clGetExtensionFunctionAddressForPlatform(platform, name);

	stub_platforms_check_reached(driver, API_SLOT_clGetExtensionFunctionAddressForPlatform, 2);
	CHECK_ARGUMENT(driver, 0, platform);
	CHECK_ARGUMENT(driver, 1, name);
	CHECK_RESULT_OF(API_SLOT_clGetExtensionFunctionAddressForPlatform, result);
}
END_TEST

static const char *const private_names[] = {
	"clIcdGetPlatformIDsKHR",
	"clIcdGetFunctionAddressForPlatformKHR",
	"clIcdSetPlatformDispatchDataKHR",
};

START_TEST(functions_for_loaders_only)
{
	const char *name = private_names[_i];

	ck_assert_ptr_null(clGetExtensionFunctionAddress(name));
	ck_assert_ptr_null(clGetExtensionFunctionAddressForPlatform(stub_platforms[ICD1], name));
	ck_assert_ptr_null(clGetExtensionFunctionAddressForPlatform(stub_platforms[ICD2], name));
	stub_platforms_check_idle();
}
END_TEST

START_TEST(address_by_name)
{
	cl_int (CL_API_CALL *own)(cl_int) = (cl_int (CL_API_CALL *)(cl_int))
		clGetExtensionFunctionAddress("clOwnExtensionSTUB");

	ck_assert_ptr_nonnull((void *)own);
	ck_assert_int_eq(own(41), 42);
	ck_assert_ptr_nonnull(clGetExtensionFunctionAddress("clGetGLContextInfoKHR"));
	ck_assert_ptr_null(clGetExtensionFunctionAddress("clOwnExtensionOTHER"));
	ck_assert_ptr_null(clGetExtensionFunctionAddress(NULL));
	ck_assert_ptr_null(clGetExtensionFunctionAddressForPlatform(NULL, "clOwnExtensionSTUB"));
	ck_assert_ptr_null(clGetExtensionFunctionAddressForPlatform(stub_platforms[SPARSE], "clX"));
}
END_TEST

START_TEST(platform_list)
{
	cl_platform_id first = NULL;
	cl_uint count = 0;

	ck_assert_int_eq(clGetPlatformIDs(1, &first, NULL), CL_SUCCESS);
	ck_assert_ptr_eq(first, stub_platforms[ICD1]);
	ck_assert_int_eq(clGetPlatformIDs(0, NULL, &count), CL_SUCCESS);
	ck_assert_uint_eq(count, STUB_DRIVERS);
	ck_assert_int_eq(clGetPlatformIDs(0, &first, &count), CL_INVALID_VALUE);
	ck_assert_int_eq(clGetPlatformIDs(1, NULL, NULL), CL_INVALID_VALUE);
}
END_TEST

START_TEST(unload_compiler)
{
	ck_assert_int_eq(clUnloadCompiler(), CL_SUCCESS);
	stub_platforms_check_idle();
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("calls by hand");
	SRunner *runner = srunner_create(suite);
	TCase *tcase = tcase_create("by hand");
	int failed;

	stub_platforms_name();
	suite_add_tcase(suite, tcase);
	tcase_add_checked_fixture(tcase, stub_platforms_open, NULL);
	tcase_add_loop_test(tcase, create_context, 0, 2);
	tcase_add_test(tcase, create_context_refused);
	tcase_add_loop_test(tcase, create_context_from_type, 0, 3);
	tcase_add_loop_test(tcase, gl_context_info, 0, 3);
	tcase_add_test(tcase, platform_named_null_or_without_function);
	tcase_add_loop_test(tcase, wait_for_events, 0, 2);
	tcase_add_test(tcase, wait_for_events_refused);
	tcase_add_loop_test(tcase, address_for_platform, 0, 2);
	tcase_add_loop_test(tcase, functions_for_loaders_only, 0, 3);
	tcase_add_test(tcase, address_by_name);
	tcase_add_test(tcase, platform_list);
	tcase_add_test(tcase, unload_compiler);

	srunner_run_all(runner, CK_ENV);
	failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
