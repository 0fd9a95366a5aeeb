/* SPDX-License-Identifier: Apache-2.0 */
/* history: which object a handle meant at a time. Times are ms after the start of the record. */
#include "tool/report/history.h"

#include <string.h>

#include "tool/record-maker.h"
#include "unit/unit.h"

#define HANDLE 0x40

static struct known_functions known;
static struct history history;

static void setup(void)
{
	maker_begin_chunk(1, RECORD_HEADER_SIZE);
	history = (struct history){ .arena = &unit_arena, .known = &known, .pointer_size = 8 };
}

static void teardown(void)
{
	history_done(&history);
	history_done(&history);
}

static void add(size_t offset)
{
	ck_assert(history_add_record(&history, maker_record(offset)));
}

static void create_kernel(unsigned int begin, uint64_t handle, const char *name)
{
	const uint64_t arguments[] = { 1, 2, 0 };
	const size_t offset =
		maker_call(CLROUTER_SLOT_clCreateKernel, begin, begin + 1, handle, arguments, 3);

	maker_content(offset, 1, name, strlen(name) + 1);
	add(offset);
}

static const struct history_object *find(enum object_kind kind, uint64_t handle, unsigned int time)
{
	return history_find(&history, kind, handle, MAKER_START + time * MAKER_MS);
}

/* The handle of a released object is given to a later one. */
START_TEST(handle_is_used_again)
{
	create_kernel(10, HANDLE, "first");
	create_kernel(30, HANDLE, "second");
	create_kernel(20, HANDLE + 1, "other");
	history_sort(&history);
	ck_assert_str_eq(find(OBJECT_KERNEL, HANDLE, 15)->name, "first");
	ck_assert_str_eq(find(OBJECT_KERNEL, HANDLE, 30)->name, "first");
	ck_assert_str_eq(find(OBJECT_KERNEL, HANDLE, 31)->name, "second");
	ck_assert_str_eq(find(OBJECT_KERNEL, HANDLE, 99)->name, "second");
	/* Before the first one the oldest is the best guess. */
	ck_assert_str_eq(find(OBJECT_KERNEL, HANDLE, 1)->name, "first");
	ck_assert_ptr_null(find(OBJECT_MEM, HANDLE, 15));
	ck_assert_ptr_null(find(OBJECT_KERNEL, HANDLE + 2, 15));
	/* Numbers are given by time. */
	ck_assert_uint_eq(find(OBJECT_KERNEL, HANDLE, 15)->number, 1);
	ck_assert_uint_eq(find(OBJECT_KERNEL, HANDLE + 1, 25)->number, 2);
	ck_assert_uint_eq(find(OBJECT_KERNEL, HANDLE, 99)->number, 3);
	ck_assert_uint_eq(history.counts[OBJECT_KERNEL], 3);
}
END_TEST

/* What the layer has asked for is the name of the object that is there. */
START_TEST(names_are_merged)
{
	const uint64_t arguments[] = { 1, 1, 2, 0 };
	const uint64_t kernels[] = { HANDLE, HANDLE + 1, 0 };
	const size_t offset =
		maker_call(CLROUTER_SLOT_clCreateKernelsInProgram, 1, 2, 0, arguments, 4);

	maker_stored(offset, 2, kernels, sizeof(kernels));
	add(offset);
	add(maker_object(OBJECT_KERNEL, HANDLE, 3, CL_KERNEL_FUNCTION_NAME, "one"));
	add(maker_object(OBJECT_DEVICE, HANDLE, 3, CL_DEVICE_NAME, "device"));
	add(maker_object(OBJECT_DEVICE, HANDLE, 3, CL_DEVICE_VENDOR, "vendor"));
	history_sort(&history);
	ck_assert_uint_eq(history.counts[OBJECT_KERNEL], 2);
	ck_assert_str_eq(find(OBJECT_KERNEL, HANDLE, 9)->name, "one");
	ck_assert_ptr_null(find(OBJECT_KERNEL, HANDLE + 1, 9)->name);
	ck_assert_str_eq(find(OBJECT_DEVICE, HANDLE, 9)->name, "device");
}
END_TEST

START_TEST(sizes)
{
	const uint64_t buffer[] = { 1, 0, 4096, 0, 0 };
	const uint64_t image[] = { 1, 0, 1, 1, 0, 0 };
	const cl_image_format format = { CL_RGBA, CL_HALF_FLOAT };
	const cl_image_format strange = { CL_RGB, CL_UNORM_SHORT_565 };
	size_t offset;

	add(maker_call(CLROUTER_SLOT_clCreateBuffer, 1, 2, HANDLE, buffer, 5));
	offset = maker_call(CLROUTER_SLOT_clCreateImage, 1, 2, HANDLE + 1, image, 6);
	maker_content(offset, 2, &format, sizeof(format));
	add(offset);
	offset = maker_call(CLROUTER_SLOT_clCreateImage, 1, 2, HANDLE + 2, image, 6);
	maker_content(offset, 2, &strange, sizeof(strange));
	add(offset);
	offset = maker_call(CLROUTER_SLOT_clCreateImage, 1, 2, HANDLE + 3, image, 6);
	maker_content(offset, 2, &strange, sizeof(strange) - 1);
	add(offset);
	history_sort(&history);
	ck_assert_uint_eq(find(OBJECT_MEM, HANDLE, 9)->size, 4096);
	ck_assert_uint_eq(find(OBJECT_MEM, HANDLE + 1, 9)->element, 8);
	ck_assert_uint_eq(find(OBJECT_MEM, HANDLE + 2, 9)->element, 2);
	ck_assert_uint_eq(find(OBJECT_MEM, HANDLE + 3, 9)->element, 0);
}
END_TEST

START_TEST(failed_calls_make_nothing)
{
	const uint64_t arguments[] = { 1, 2, 3 };
	const uint64_t found[] = { HANDLE, HANDLE + 1 };
	size_t offset = maker_call(CLROUTER_SLOT_clGetPlatformIDs, 1, 2,
				   (uint64_t)CL_INVALID_VALUE, arguments, 3);

	maker_stored(offset, 1, found, sizeof(found));
	add(offset);
	offset = maker_call(CLROUTER_SLOT_clGetPlatformIDs, 1, 0, 0, arguments, 3);
	maker_stored(offset, 1, found, sizeof(found));
	add(offset);
	add(maker_call(CLROUTER_SLOT_clCreateUserEvent, 1, 2, 0, arguments, 2));
	history_sort(&history);
	ck_assert_uint_eq(history.count, 0);
	ck_assert_ptr_null(find(OBJECT_PLATFORM, HANDLE, 9));
}
END_TEST

/* Events are many, and only the text needs them. */
START_TEST(events_if_wanted)
{
	history.has_events = _i != 0;
	add(maker_call(CLROUTER_SLOT_clCreateUserEvent, 1, 2, HANDLE, NULL, 0));
	history_sort(&history);
	ck_assert_int_eq(find(OBJECT_EVENT, HANDLE, 9) != NULL, history.has_events);
}
END_TEST

/* The argument of a kernel is the youngest object that has had the handle before. */
START_TEST(arguments_of_kernels)
{
	const uint64_t arguments[] = { 1, 0, 64, 0, 0 };

	add(maker_call(CLROUTER_SLOT_clCreateBuffer, 1, 2, HANDLE, arguments, 5));
	add(maker_call(CLROUTER_SLOT_clCreateSampler, 10, 11, HANDLE, arguments, 5));
	create_kernel(1, HANDLE + 1, "kernel");
	history_sort(&history);
	ck_assert_int_eq(history_find_argument(&history, HANDLE, MAKER_START + 5 * MAKER_MS)->kind,
			 OBJECT_MEM);
	ck_assert_int_eq(history_find_argument(&history, HANDLE, MAKER_START + 12 * MAKER_MS)->kind,
			 OBJECT_SAMPLER);
	ck_assert_ptr_null(history_find_argument(&history, HANDLE, MAKER_START));
	ck_assert_ptr_null(history_find_argument(&history, HANDLE + 1, MAKER_START + 9 * MAKER_MS));
}
END_TEST

START_TEST(narrow_handles)
{
	const uint64_t arguments[] = { 2, 1, 0 };
	const uint32_t platforms[] = { HANDLE, HANDLE + 1 };
	const size_t offset = maker_call(CLROUTER_SLOT_clGetPlatformIDs, 1, 2, 0, arguments, 3);

	history.pointer_size = 4;
	maker_stored(offset, 1, platforms, sizeof(platforms));
	add(offset);
	history_sort(&history);
	ck_assert_uint_eq(find(OBJECT_PLATFORM, HANDLE + 1, 9)->number, 2);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("history");
	TCase *tcase = unit_tcase(suite, "history", 10);

	tcase_add_checked_fixture(tcase, setup, teardown);
	tcase_add_test(tcase, handle_is_used_again);
	tcase_add_test(tcase, names_are_merged);
	tcase_add_test(tcase, sizes);
	tcase_add_test(tcase, failed_calls_make_nothing);
	tcase_add_loop_test(tcase, events_if_wanted, 0, 2);
	tcase_add_test(tcase, arguments_of_kernels);
	tcase_add_test(tcase, narrow_handles);
	return unit_run(suite);
}
