/* SPDX-License-Identifier: Apache-2.0 */
/* recorded-values: arguments and results of recorded calls as text. */
#include "tool/report/recorded-values.h"

#include <string.h>

#include "tool/record-maker.h"
#include "unit/unit.h"

#define QUEUE 0x40
#define BUFFER 0x50

static struct known_functions known;
static struct history history;
static char buffer[4096];

static void setup(void)
{
	const uint64_t queue[] = { 1, 2, 0, 0 };
	const uint64_t mem[] = { 1, 0, 64, 0, 0 };

	maker_begin_chunk(1, RECORD_HEADER_SIZE);
	history = (struct history){ .arena = &unit_arena, .known = &known, .pointer_size = 8 };
	history_add_record(&history, maker_record(maker_call(CLROUTER_SLOT_clCreateCommandQueue, 1,
							     2, QUEUE, queue, 4)));
	history_add_record(&history, maker_record(maker_call(CLROUTER_SLOT_clCreateBuffer, 1, 2,
							     BUFFER, mem, 5)));
	history_sort(&history);
}

static void teardown(void)
{
	history_done(&history);
}

static const struct record_call *call_at(size_t offset)
{
	return (const struct record_call *)maker_record(offset);
}

static const char *arguments_of(size_t offset)
{
	struct line line = line_in(buffer, sizeof(buffer));

	recorded_add_arguments(&line, call_at(offset), &history);
	return buffer;
}

static const char *result_of(size_t offset)
{
	struct line line = line_in(buffer, sizeof(buffer));

	recorded_add_result(&line, call_at(offset), &history);
	return buffer;
}

START_TEST(numbers_names_and_objects)
{
	const uint64_t arguments[] = { QUEUE, BUFFER, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 8, 16,
				       0, 0, 0, 0xabc };

	ck_assert_str_eq(arguments_of(maker_call(CLROUTER_SLOT_clEnqueueMapBuffer, 5, 6, 0x999,
						 arguments, 10)),
			 "command_queue=queue#1, buffer=mem#1, blocking_map=CL_TRUE, "
			 "map_flags=CL_MAP_READ|CL_MAP_WRITE, offset=8, size=16, "
			 "num_events_in_wait_list=0, event_wait_list=NULL, event=NULL, "
			 "errcode_ret=0xabc");
}
END_TEST

START_TEST(fewer_and_more_arguments)
{
	const uint64_t arguments[] = { QUEUE, 0x10, 0 };

	ck_assert_str_eq(arguments_of(maker_call(CLROUTER_SLOT_clFinish, 5, 6, 0, arguments, 0)),
			 "");
	ck_assert_str_eq(arguments_of(maker_call(CLROUTER_SLOT_clFinish, 5, 6, 0, arguments, 3)),
			 "command_queue=queue#1, 0x10, NULL");
	ck_assert_str_eq(arguments_of(maker_call(RECORD_FIRST_EXTENSION, 5, 6, 0, arguments, 2)),
			 "0x40, 0x10");
}
END_TEST

/* The values of kernel arguments: an object, if there is one of that handle. */
START_TEST(bytes)
{
	const uint64_t arguments[] = { 0x10, 0, 8, 0x20 };
	const uint64_t handle = BUFFER;
	const uint64_t other = 0x0102;
	size_t offset = maker_call(CLROUTER_SLOT_clSetKernelArg, 5, 6, 0, arguments, 4);

	maker_content(offset, 3, &handle, sizeof(handle));
	ck_assert(strstr(arguments_of(offset), "arg_value=mem#1"));
	offset = maker_call(CLROUTER_SLOT_clSetKernelArg, 5, 6, 0, arguments, 4);
	maker_content(offset, 3, &other, sizeof(other));
	ck_assert(strstr(arguments_of(offset), "arg_value=<02 01 00 00 00 00 00 00>"));
	/* Before the buffer was made, the bytes are no buffer. */
	offset = maker_call(CLROUTER_SLOT_clSetKernelArg, 1, 1, 0, arguments, 4);
	maker_content(offset, 3, &handle, sizeof(handle));
	ck_assert(strstr(arguments_of(offset), "arg_value=<50 00"));
}
END_TEST

START_TEST(texts_are_escaped)
{
	const uint64_t arguments[] = { 1, 2, 0 };
	const size_t offset = maker_call(CLROUTER_SLOT_clCreateKernel, 5, 6, 7, arguments, 3);

	maker_content(offset, 1, "a\033[2J", 6);
	ck_assert(strstr(arguments_of(offset), "kernel_name=\"a\\033[2J\""));
}
END_TEST

/* The 3 strings of a source. */
START_TEST(strings_and_lengths)
{
	const uint64_t arguments[] = { 1, 3, 0x10, 0x20, 0 };
	const size_t offset =
		maker_call(CLROUTER_SLOT_clCreateProgramWithSource, 5, 6, 7, arguments, 5);

	maker_content(offset, 2, "one\0\0three", 11);
	ck_assert(strstr(arguments_of(offset), "strings=[\"one\", \"\", \"three\"]"));
}
END_TEST

/* What a call stores counts if it succeeded; an error code, if it returned. */
START_TEST(stored_values)
{
	const uint64_t arguments[] = { 1, 0x10, 0x20 };
	const uint64_t platforms[] = { 0x77, 0 };
	const cl_int error = CL_INVALID_CONTEXT;
	size_t offset = maker_call(CLROUTER_SLOT_clGetPlatformIDs, 5, 6, 0, arguments, 3);

	maker_stored(offset, 1, platforms, sizeof(platforms));
	ck_assert(strstr(arguments_of(offset), "platforms=[platform 0x77]"));
	offset = maker_call(CLROUTER_SLOT_clGetPlatformIDs, 5, 6, (uint64_t)CL_INVALID_VALUE,
			    arguments, 3);
	maker_stored(offset, 1, platforms, sizeof(platforms));
	ck_assert(strstr(arguments_of(offset), "platforms=0x10"));
	offset = maker_call(CLROUTER_SLOT_clCreateUserEvent, 5, 6, 0, arguments, 2);
	maker_stored(offset, 1, &error, sizeof(error));
	ck_assert(strstr(arguments_of(offset), "errcode_ret=[CL_INVALID_CONTEXT]"));
	offset = maker_call(CLROUTER_SLOT_clCreateUserEvent, 5, 0, 0, arguments, 2);
	maker_stored(offset, 1, &error, sizeof(error));
	ck_assert(strstr(arguments_of(offset), "errcode_ret=0x10"));
}
END_TEST

START_TEST(queries)
{
	const uint64_t arguments[] = { 0x10, CL_DEVICE_NAME, 64, 0x20, 0x30 };
	const uint64_t type[] = { 0x10, CL_DEVICE_TYPE, 8, 0x20, 0 };
	const uint64_t size = 4;
	const cl_device_type gpu = CL_DEVICE_TYPE_GPU;
	size_t offset = maker_call(CLROUTER_SLOT_clGetDeviceInfo, 5, 6, 0, arguments, 5);

	maker_stored(offset, 3, "abcdefg", 8);
	maker_stored(offset, 4, &size, sizeof(size));
	ck_assert(strstr(arguments_of(offset), "param_name=CL_DEVICE_NAME"));
	ck_assert(strstr(arguments_of(offset), "param_value=\"abcd\""));
	offset = maker_call(CLROUTER_SLOT_clGetDeviceInfo, 5, 6, 0, type, 5);
	maker_stored(offset, 3, &gpu, sizeof(gpu));
	ck_assert(strstr(arguments_of(offset), "param_value=CL_DEVICE_TYPE_GPU"));
}
END_TEST

START_TEST(properties)
{
	const uint64_t arguments[] = { 1, 2, 0x10, 0 };
	const uint64_t list[] = { CL_QUEUE_PROPERTIES, CL_QUEUE_PROFILING_ENABLE, 0 };
	const size_t offset = maker_call(CLROUTER_SLOT_clCreateCommandQueueWithProperties, 5, 6, 7,
					 arguments, 4);

	maker_content(offset, 2, list, sizeof(list));
	ck_assert(strstr(arguments_of(offset),
			 "properties={CL_QUEUE_PROPERTIES: CL_QUEUE_PROFILING_ENABLE}"));
}
END_TEST

START_TEST(results)
{
	size_t offset = maker_call(CLROUTER_SLOT_clFinish, 5, 0, 0, NULL, 0);

	ck_assert_str_eq(result_of(offset), "did not return");
	offset = maker_call(CLROUTER_SLOT_clFinish, 5, 6, (uint64_t)-36, NULL, 0);
	ck_assert_str_eq(result_of(offset), "CL_INVALID_COMMAND_QUEUE");
	ck_assert_str_eq(result_of(maker_call(CLROUTER_SLOT_clSVMFree, 5, 6, 0, NULL, 0)),
			 "nothing");
	ck_assert_str_eq(result_of(maker_call(CLROUTER_SLOT_clSVMAlloc, 5, 6, 0x123, NULL, 0)),
			 "0x123");
	ck_assert_str_eq(result_of(maker_call(CLROUTER_SLOT_clCreateBuffer, 5, 6, BUFFER, NULL, 0)),
			 "mem#1");
	ck_assert_str_eq(result_of(maker_call(CLROUTER_SLOT_clCreateBuffer, 5, 6, 0, NULL, 0)),
			 "NULL");
	offset = maker_call(CLROUTER_SLOT_clFinish, 5, 6, 0, NULL, 0);
	((struct record_call *)(maker_chunk + offset))->end |= RECORD_LEFT;
	ck_assert_str_eq(result_of(offset), "left by an exception or the end of the thread");
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("recorded-values");
	TCase *tcase = unit_tcase(suite, "recorded-values", 10);

	tcase_add_checked_fixture(tcase, setup, teardown);
	tcase_add_test(tcase, numbers_names_and_objects);
	tcase_add_test(tcase, fewer_and_more_arguments);
	tcase_add_test(tcase, bytes);
	tcase_add_test(tcase, texts_are_escaped);
	tcase_add_test(tcase, strings_and_lengths);
	tcase_add_test(tcase, stored_values);
	tcase_add_test(tcase, queries);
	tcase_add_test(tcase, properties);
	tcase_add_test(tcase, results);
	return unit_run(suite);
}
