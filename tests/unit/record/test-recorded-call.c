/* SPDX-License-Identifier: Apache-2.0 */
/* recorded-call: arguments by their names, contents, errors and waits of calls in a record. */
#include "record/recorded-call.h"

#include <string.h>

#include "tool/record-maker.h"
#include "unit/unit.h"

static const struct known_functions known;

static const struct record_call *at(size_t offset)
{
	return (const struct record_call *)maker_record(offset);
}

static void setup(void)
{
	maker_begin_chunk(1, RECORD_HEADER_SIZE);
}

START_TEST(arguments_by_name)
{
	const uint64_t arguments[] = { 0x10, 3, 8, 0x20 };
	const size_t all = maker_call(CLROUTER_SLOT_clSetKernelArg, 1, 2, 0, arguments, 4);
	const size_t some = maker_call(CLROUTER_SLOT_clSetKernelArg, 1, 2, 0, arguments, 2);
	const size_t unknown = maker_call(RECORD_FIRST_EXTENSION, 1, 2, 0, arguments, 4);
	uint64_t value = 99;

	ck_assert(recorded_argument(&known, at(all), "arg_size", &value));
	ck_assert_uint_eq(value, 8);
	ck_assert(!recorded_argument(&known, at(all), "queue", &value));
	ck_assert_uint_eq(value, 0);
	value = 99;
	ck_assert(!recorded_argument(&known, at(some), "arg_size", &value));
	ck_assert_uint_eq(value, 0);
	ck_assert(!recorded_argument(&known, at(unknown), "arg_size", &value));
}
END_TEST

/* Numbers of size_t have 4 or 8 bytes in the program. */
static const struct {
	size_t bytes;	/* of the contents, which are meant to be two numbers */
	uint64_t first;
	uint64_t second;
	bool is_read;
} sizes[] = {
	{ 16, 0x200000001, 0x400000003, true },
	{ 8, 1, 2, true },
	{ 0, 0, 0, false },
	{ 4, 0, 0, false },
	{ 12, 0, 0, false },
	{ 32, 0, 0, false },
};

START_TEST(sizes_of_two_widths)
{
	const uint64_t arguments[] = { 1, 2, 2, 0, 3 };
	const uint32_t words[8] = { 1, 2, 3, 4 };
	const size_t offset =
		maker_call(CLROUTER_SLOT_clEnqueueNDRangeKernel, 1, 2, 0, arguments, 5);
	uint64_t numbers[2] = { 99, 99 };

	maker_content(offset, 4, words, sizes[_i].bytes);
	ck_assert_int_eq(recorded_sizes(&known, at(offset), "global_work_size", 2, numbers),
			 sizes[_i].is_read);
	ck_assert_uint_eq(numbers[0], sizes[_i].first);
	ck_assert_uint_eq(numbers[1], sizes[_i].second);
	ck_assert(!recorded_sizes(&known, at(offset), "local_work_size", 2, numbers));
	ck_assert(!recorded_sizes(&known, at(offset), "global_work_size", 0, numbers));
}
END_TEST

START_TEST(strings)
{
	const uint64_t arguments[] = { 1, 2, 0 };
	char text[4] = "";
	size_t offset = maker_call(CLROUTER_SLOT_clCreateKernel, 1, 2, 5, arguments, 3);

	ck_assert(!recorded_string(&known, at(offset), "kernel_name", text, sizeof(text)));
	maker_content(offset, 1, "vect", 5);
	ck_assert(recorded_string(&known, at(offset), "kernel_name", text, sizeof(text)));
	ck_assert_str_eq(text, "vec");
	/* No NUL byte in it, and other bytes after it. */
	offset = maker_call(CLROUTER_SLOT_clCreateKernel, 1, 2, 5, arguments, 3);
	maker_content(offset, 1, "abcdefgh", 2);
	ck_assert(recorded_string(&known, at(offset), "kernel_name", text, sizeof(text)));
	ck_assert_str_eq(text, "ab");
}
END_TEST

static const struct {
	unsigned int function;
	unsigned int end;	/* 0: it does not return */
	uint64_t result;
	int stored;		/* the error code that it stores; 1: none */
	int32_t code;		/* 0: it has not failed */
} results[] = {
	{ CLROUTER_SLOT_clFinish, 2, 0, 1, 0 },
	{ CLROUTER_SLOT_clFinish, 2, (uint64_t)CL_OUT_OF_RESOURCES, 1, CL_OUT_OF_RESOURCES },
	{ CLROUTER_SLOT_clFinish, 0, (uint64_t)CL_OUT_OF_RESOURCES, 1, 0 },
	{ CLROUTER_SLOT_clCreateUserEvent, 2, 7, CL_SUCCESS, 0 },
	{ CLROUTER_SLOT_clCreateUserEvent, 2, 0, CL_INVALID_CONTEXT, CL_INVALID_CONTEXT },
	{ CLROUTER_SLOT_clCreateUserEvent, 2, 0, 1, RECORDED_NO_CODE },
	{ CLROUTER_SLOT_clSVMAlloc, 2, 0, 1, 0 },	/* has no place for a code */
	{ RECORD_FIRST_EXTENSION, 2, (uint64_t)-1, 1, 0 },
};

START_TEST(errors)
{
	const uint64_t arguments[] = { 1, 2 };
	const size_t offset = maker_call(results[_i].function, 1, results[_i].end,
					 results[_i].result, arguments, 2);
	int32_t code = 99;

	if (results[_i].stored != 1)
		maker_stored(offset, 1, &results[_i].stored, sizeof(results[_i].stored));
	ck_assert_int_eq(recorded_failed(&known, at(offset), &code), results[_i].code != 0);
	ck_assert_int_eq(code, results[_i].code);
}
END_TEST

START_TEST(names_of_errors)
{
	ck_assert_str_eq(recorded_error_name(CL_INVALID_VALUE), "CL_INVALID_VALUE");
	ck_assert_ptr_null(recorded_error_name(-123456));
}
END_TEST

START_TEST(waits)
{
	const uint64_t blocking[] = { 1, 2, CL_TRUE };
	const uint64_t other[] = { 1, 2, CL_FALSE };

	ck_assert(recorded_is_wait(
		&known, at(maker_call(CLROUTER_SLOT_clFinish, 1, 2, 0, blocking, 1))));
	ck_assert(recorded_is_wait(
		&known, at(maker_call(CLROUTER_SLOT_clWaitForEvents, 1, 2, 0, blocking, 2))));
	ck_assert(recorded_is_wait(
		&known, at(maker_call(CLROUTER_SLOT_clEnqueueReadBuffer, 1, 2, 0, blocking, 3))));
	ck_assert(!recorded_is_wait(
		&known, at(maker_call(CLROUTER_SLOT_clEnqueueReadBuffer, 1, 2, 0, other, 3))));
	ck_assert(!recorded_is_wait(
		&known, at(maker_call(CLROUTER_SLOT_clEnqueueReadBuffer, 1, 2, 0, blocking, 2))));
	ck_assert(!recorded_is_wait(
		&known, at(maker_call(CLROUTER_SLOT_clFlush, 1, 2, 0, blocking, 1))));
}
END_TEST

/* What a call waits for and makes; the handles of the program have 4 or 8 bytes. */
START_TEST(events)
{
	const uint64_t arguments[] = { 1, 2, 3, 4 };
	const uint64_t wide[] = { 0x100000007, 8 }, event = 0x900000001;
	const size_t marker =
		maker_call(CLROUTER_SLOT_clEnqueueMarkerWithWaitList, 1, 2, 0, arguments, 4);
	const size_t user = maker_call(CLROUTER_SLOT_clCreateUserEvent, 1, 2, 77, arguments, 2);
	const struct record_content *waited;

	ck_assert_uint_eq(recorded_event(&known, at(user), 8), 77);
	ck_assert_ptr_null(recorded_waits(&known, at(user)));
	ck_assert_uint_eq(recorded_handle_count(NULL, 8), 0);
	ck_assert_uint_eq(recorded_handle(NULL, 0, 8), 0);
	ck_assert_uint_eq(recorded_event(&known, at(marker), 8), 0);
	maker_begin_chunk(1, RECORD_HEADER_SIZE);
	maker_call(CLROUTER_SLOT_clEnqueueMarkerWithWaitList, 1, 2, 0, arguments, 4);
	maker_content(marker, 2, wide, sizeof(wide));
	maker_content(marker, 3, &event, sizeof(event));
	waited = recorded_waits(&known, at(marker));
	ck_assert_uint_eq(recorded_handle_count(waited, 8), 2);
	ck_assert_uint_eq(recorded_handle_count(waited, 4), 4);
	ck_assert_uint_eq(recorded_handle(waited, 0, 8), 0x100000007);
	ck_assert_uint_eq(recorded_handle(waited, 0, 4), 7);
	ck_assert_uint_eq(recorded_handle(waited, 1, 8), 8);
	ck_assert_uint_eq(recorded_handle(waited, 2, 8), 0);
	ck_assert_uint_eq(recorded_event(&known, at(marker), 8), event);
	ck_assert_uint_eq(recorded_event(&known, at(marker), 4), 1);
}
END_TEST

START_TEST(durations)
{
	ck_assert_uint_eq(recorded_duration(at(maker_call(0, 1, 3, 0, NULL, 0))), 2 * MAKER_MS);
	ck_assert_uint_eq(recorded_duration(at(maker_call(0, 1, 0, 0, NULL, 0))), 0);
	ck_assert_uint_eq(recorded_duration(at(maker_call(0, 3, 1, 0, NULL, 0))), 0);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("recorded-call");
	TCase *tcase = unit_tcase(suite, "recorded-call", 10);

	tcase_add_checked_fixture(tcase, setup, NULL);
	tcase_add_test(tcase, arguments_by_name);
	tcase_add_loop_test(tcase, sizes_of_two_widths, 0, UNIT_ROWS(sizes));
	tcase_add_test(tcase, strings);
	tcase_add_loop_test(tcase, errors, 0, UNIT_ROWS(results));
	tcase_add_test(tcase, names_of_errors);
	tcase_add_test(tcase, waits);
	tcase_add_test(tcase, events);
	tcase_add_test(tcase, durations);
	return unit_run(suite);
}
