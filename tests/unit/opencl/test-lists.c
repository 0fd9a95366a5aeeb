/* SPDX-License-Identifier: Apache-2.0 */
/* lists: properties with one value and with a list of values, up to the end. */
#include "opencl/lists.h"

#include "opencl/constants.h"
#include "unit/unit.h"

#define DEVICES CL_MEM_DEVICE_HANDLE_LIST_KHR
#define TYPES CL_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR
#define LARGEST UINT64_MAX

static const cl_properties mixed[] = { 5, 50, DEVICES, 7, 8, 9, 0, 6, 0, TYPES, 0, 5, 51, 0, 99 };
static const cl_properties of_semaphore[] = { CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR, 1, 2, 0, 3, 4, 0 };
static const cl_properties large[] = { LARGEST, LARGEST, 0 };
static const cl_properties empty[] = { 0 };

/* What is read from each list, one property after the other; a name of 0 is the end. */
static const struct {
	const cl_properties *list;
	struct {
		uint64_t name;
		size_t count;
		uint64_t first;
	} read[6];
} lists[] = {
	{ mixed, { { 5, 1, 50 }, { DEVICES, 3, 7 }, { 6, 1, 0 }, { TYPES, 0, 0 }, { 5, 1, 51 } } },
	{ of_semaphore, { { CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR, 2, 1 }, { 3, 1, 4 } } },
	{ large, { { LARGEST, 1, LARGEST } } },
	{ empty, { { 0, 0, 0 } } },
	{ NULL, { { 0, 0, 0 } } },
};

START_TEST(reads_each_property)
{
	const cl_properties *at = lists[_i].list;
	struct property property;
	int i = 0;

	for (; lists[_i].read[i].name != 0; i++) {
		ck_assert(lists_next(&at, &property));
		ck_assert(property.name == lists[_i].read[i].name);
		ck_assert_uint_eq(property.count, lists[_i].read[i].count);
		ck_assert(property.count == 0 || property.values[0] == lists[_i].read[i].first);
	}
	/* It stays at the end. */
	ck_assert(!lists_next(&at, &property));
	ck_assert(!lists_next(&at, &property));
}
END_TEST

START_TEST(the_last_value_belongs_to_the_list)
{
	struct property property;

	ck_assert(lists_find(mixed, DEVICES, &property));
	ck_assert_ptr_eq(property.values, &mixed[3]);
	ck_assert(property.values[property.count - 1] == 9);
	ck_assert(property.values[property.count] == 0);
}
END_TEST

/* The first one of a name counts; a value in a list of values is no name. */
static const struct {
	const cl_properties *list;
	uint64_t name;
	bool is_there;
	uint64_t value;
} values[] = {
	{ mixed, 5, true, 50 },	  { mixed, DEVICES, true, 7 },	 { mixed, 6, true, 0 },
	{ mixed, TYPES, true, 0 }, { mixed, 8, false, 0 },	 { mixed, 99, false, 0 },
	{ mixed, 50, false, 0 },   { large, LARGEST, true, LARGEST }, { empty, 5, false, 0 },
	{ NULL, 5, false, 0 },	   { mixed, 0, false, 0 },
};

START_TEST(finds_values)
{
	struct property property;

	ck_assert_int_eq(lists_find(values[_i].list, values[_i].name, &property),
			 values[_i].is_there);
	ck_assert(lists_value(values[_i].list, values[_i].name) == values[_i].value);
}
END_TEST

static const struct {
	const cl_properties *list;
	uint64_t first, last;
	size_t count;
} ranges[] = {
	{ mixed, 5, 5, 2 },   { mixed, 5, 6, 3 },	 { mixed, 0, LARGEST, 5 },
	{ mixed, 7, 9, 0 },   { mixed, 6, 5, 0 },	 { large, LARGEST, LARGEST, 1 },
	{ empty, 0, LARGEST, 0 }, { NULL, 0, LARGEST, 0 },
};

START_TEST(counts_a_range)
{
	ck_assert_uint_eq(lists_count(ranges[_i].list, ranges[_i].first, ranges[_i].last),
			  ranges[_i].count);
}
END_TEST

static const struct {
	uint64_t name;
	bool is_memory;
} memory[] = {
	{ 0x205F, false }, { CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_FD_KHR, true },
	{ CL_EXTERNAL_MEMORY_HANDLE_DMA_BUF_KHR, true },
	{ CL_EXTERNAL_MEMORY_HANDLE_DMA_BUF_KHR + 1, CL_EXTERNAL_MEMORY_HANDLE_DMA_BUF_KHR + 1 ==
		CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_WIN32_NAME_KHR },
	{ CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_WIN32_NAME_KHR, true },
	{ CL_EXTERNAL_MEMORY_HANDLE_ANDROID_HARDWARE_BUFFER_KHR, true },
	{ DEVICES, false }, { 0, false }, { LARGEST, false },
	/* 32 bits of a name are not the name. */
	{ UINT64_C(0x100000000) + CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_FD_KHR, false },
};

START_TEST(knows_external_memory)
{
	const cl_properties list[] = { 5, CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_FD_KHR, memory[_i].name, 1,
				       DEVICES, CL_EXTERNAL_MEMORY_HANDLE_DMA_BUF_KHR, 0, 0 };

	ck_assert_int_eq(lists_is_memory(memory[_i].name), memory[_i].is_memory);
	if (memory[_i].name != DEVICES)
		ck_assert_uint_eq(lists_count_memory(list), memory[_i].is_memory);
	ck_assert_uint_eq(lists_count_memory(NULL), 0);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("lists");
	TCase *tcase = unit_tcase(suite, "lists", 10);

	tcase_add_loop_test(tcase, reads_each_property, 0, UNIT_ROWS(lists));
	tcase_add_test(tcase, the_last_value_belongs_to_the_list);
	tcase_add_loop_test(tcase, finds_values, 0, UNIT_ROWS(values));
	tcase_add_loop_test(tcase, counts_a_range, 0, UNIT_ROWS(ranges));
	tcase_add_loop_test(tcase, knows_external_memory, 0, UNIT_ROWS(memory));
	return unit_run(suite);
}
