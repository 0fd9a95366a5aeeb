/* SPDX-License-Identifier: Apache-2.0 */
/*
 * calls: calls every exported function whose first parameter is the handle: with objects of both
 * generations, with a NULL handle, with an empty slot, and with drivers whose table has the loader's
 * functions. Checked are the slot that is called, each argument, and the result.
 *
 * The calls are generated from api.list (call-cases.inc); the compiler compares them with the
 * official prototypes. If the test runs with a layer that does nothing, it checks the terminators.
 */
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#include <check.h>

#include "drivers/stub-platforms.h"

#include "base/os.h"
#include "clrouter/icd.h"

/* The column `fallback` of api.list. */
enum fallback {
	FALLBACK_RETURN,
	FALLBACK_ERRCODE,
	FALLBACK_DEFAULT,
	FALLBACK_NULL,
	FALLBACK_NOTHING
};

/* One call: its slot and handle, the arguments that were passed, and the result. */
struct call {
	unsigned slot;
	void *handle;
	cl_int *errcode;
	unsigned count;
	uint64_t sent[STUB_ARGUMENTS];
	uint64_t result;
};

struct call_case {
	const char *name;
	unsigned slot;
	unsigned count;			/* of parameters */
	void (*make)(struct call *call);
	enum fallback fallback;
	cl_int code;			/* for a NULL handle */
	bool is_extension;		/* clGetExtensionFunctionAddress returns its address */
};

static void send_argument(struct call *call, void *parameter, const void *value, size_t size)
{
	memcpy(parameter, value, size);
	memcpy(&call->sent[call->count++], value, size);
}

static void call_handle(struct call *call, void *parameter, size_t size)
{
	send_argument(call, parameter, &call->handle, size);
}

static void call_errcode(struct call *call, void *parameter, size_t size)
{
	send_argument(call, parameter, &call->errcode, size);
}

/* Each argument of each function gets another value, in which all bytes are used. */
static void call_argument(struct call *call, void *parameter, size_t size)
{
	uint64_t value = UINT64_C(0xD6E8FEB86659FD93) * (call->slot * STUB_ARGUMENTS +
							 call->count + 1);

	send_argument(call, parameter, &value, size);
}

static void call_result(struct call *call, const void *result, size_t size)
{
	memcpy(&call->result, result, size);
}

#include "drivers/call-cases.inc"

#define CASES ((int)(sizeof(call_cases) / sizeof(call_cases[0])))

static size_t result_size(const struct call_case *row)
{
	switch (row->fallback) {
	case FALLBACK_RETURN:
	case FALLBACK_DEFAULT:
		return sizeof(cl_int);
	case FALLBACK_NOTHING:
		return 0;
	default:
		return sizeof(void *);
	}
}

static void check_forwarded(const struct call_case *row, int driver, void *handle, void *arrives)
{
	struct call call = { .slot = row->slot, .handle = handle };
	uint64_t errcode = UINT64_C(0xA0761D6478BD642F);

	memcpy(&call.errcode, &errcode, sizeof(call.errcode));
	row->make(&call);
	stub_platforms_check_reached(driver, row->slot, row->count);
	memcpy(&call.sent[0], &arrives, sizeof(arrives));
	ck_assert_uint_eq(call.count, row->count);
	ck_assert_mem_eq(stub_states[driver]->arguments, call.sent, row->count * sizeof(call.sent[0]));
	stub_platforms_check_result(row->slot, &call.result, result_size(row));
}

static void check_refused(const struct call_case *row, void *handle, cl_int code)
{
	cl_int error = CL_SUCCESS, result = CL_SUCCESS;
	struct call call = { .slot = row->slot, .handle = handle, .errcode = &error };
	struct call silent = { .slot = row->slot, .handle = handle };

	row->make(&call);
	stub_platforms_check_idle();
	memcpy(&result, &call.result, sizeof(result));
	if (row->fallback == FALLBACK_RETURN || row->fallback == FALLBACK_DEFAULT)
		ck_assert_int_eq(result, code);
	else
		ck_assert_uint_eq(call.result, 0);
	ck_assert_int_eq(error, row->fallback == FALLBACK_ERRCODE ? code : CL_SUCCESS);

	/* errcode_ret may be NULL. */
	row->make(&silent);
	stub_platforms_check_idle();
	ck_assert_uint_eq(silent.result, call.result);
}

START_TEST(goes_to_icd1_driver)
{
	struct stub_object object = stub_platforms_object(ICD1);

	check_forwarded(&call_cases[_i], ICD1, &object, &object);
}
END_TEST

START_TEST(goes_to_icd2_driver)
{
	struct stub_object object = stub_platforms_object(ICD2);

	check_forwarded(&call_cases[_i], ICD2, &object, &object);
}
END_TEST

/*
 * A value that differs from the tag in one bit is not the tag. The bit is one of the upper 32,
 * because the code for x86-64 compares only these.
 */
START_TEST(one_bit_from_the_tag)
{
	const unsigned shift = 8 * sizeof(uintptr_t) - 32 + (unsigned)_i % 32;
	struct stub_object object = stub_platforms_object(ICD1);
	void *table[API_SLOTS];

	memcpy(table, object.table, sizeof(table));
	table[API_SLOT_clGetPlatformIDs] = (void *)(CLROUTER_ICD2_TAG ^ (uintptr_t)1 << shift);
	object.table = table;
	check_forwarded(&call_cases[_i], ICD1, &object, &object);
}
END_TEST

START_TEST(null_handle)
{
	const struct call_case *row = &call_cases[_i];

	if (row->fallback == FALLBACK_DEFAULT)
		check_forwarded(row, ICD1, NULL, stub_platforms[ICD1]);
	else
		check_refused(row, NULL, row->code);
}
END_TEST

START_TEST(empty_slot_icd1)
{
	static void *const empty[API_SLOTS];
	struct stub_object object = { .table = empty };

	check_refused(&call_cases[_i], &object, CL_INVALID_OPERATION);
}
END_TEST

/* The loader fills the empty slots of an ICD 2 driver. */
START_TEST(empty_slot_icd2)
{
	const struct call_case *row = &call_cases[_i];
	struct stub_object object = stub_platforms_object(SPARSE);

	if (row->slot == API_SLOT_clGetPlatformInfo || row->slot == API_SLOT_clGetDeviceIDs ||
	    row->slot == API_SLOT_clGetDeviceInfo)
		check_forwarded(row, SPARSE, &object, &object);
	else
		check_refused(row, &object, CL_INVALID_OPERATION);
}
END_TEST

/* The loader returns its own extension functions, and NULL for core functions. */
START_TEST(address_by_name)
{
	const struct call_case *row = &call_cases[_i];
	void *library = dlopen("libOpenCL.so.1", RTLD_LAZY | RTLD_NOLOAD);

	ck_assert_ptr_nonnull(library);
	dlclose(library);	/* it stays open: the program is linked to it */
	ck_assert_ptr_eq(clGetExtensionFunctionAddress(row->name),
			 row->is_extension ? dlsym(library, row->name) : NULL);
}
END_TEST

static void add_exported(Suite *suite)
{
	TCase *tcase = tcase_create("exported");

	suite_add_tcase(suite, tcase);
	tcase_add_checked_fixture(tcase, stub_platforms_open_exported, NULL);
	tcase_add_loop_test(tcase, goes_to_icd1_driver, 0, CASES);
	tcase_add_loop_test(tcase, goes_to_icd2_driver, 0, CASES);
	tcase_add_loop_test(tcase, null_handle, 0, CASES);
	tcase_add_loop_test(tcase, empty_slot_icd1, 0, CASES);
}

int main(void)
{
	Suite *suite = suite_create("calls");
	SRunner *runner = srunner_create(suite);
	TCase *tcase = tcase_create("by handle");
	int failed;

	stub_platforms_name();
	suite_add_tcase(suite, tcase);
	if (OS_SEARCHES_PROGRAM_FIRST)
		add_exported(suite);
	tcase_add_checked_fixture(tcase, stub_platforms_open, NULL);
	tcase_add_loop_test(tcase, goes_to_icd1_driver, 0, CASES);
	tcase_add_loop_test(tcase, goes_to_icd2_driver, 0, CASES);
	tcase_add_loop_test(tcase, one_bit_from_the_tag, 0, CASES);
	tcase_add_loop_test(tcase, null_handle, 0, CASES);
	tcase_add_loop_test(tcase, empty_slot_icd1, 0, CASES);
	tcase_add_loop_test(tcase, empty_slot_icd2, 0, CASES);
	tcase_add_loop_test(tcase, address_by_name, 0, CASES);

	srunner_run_all(runner, CK_ENV);
	failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
