/* SPDX-License-Identifier: Apache-2.0 */
/*
 * table: the pool, replacements of drivers' tables, filling a table by name, the length of drivers'
 * tables, the ICD 2 tag.
 */
#include "api/api-table.h"

#include <string.h>

#include "unit/unit.h"

static struct table_pool pool;

START_TEST(tables_are_empty_and_never_move)
{
	struct loader_table *tables[TABLE_POOL_SIZE + 10];
	static const struct loader_table empty;

	for (int i = 0; i < UNIT_ROWS(tables); i++) {
		ck_assert_int_eq(pool.needs_arena, i > TABLE_POOL_SIZE);
		tables[i] = table_take(&pool, &unit_arena);
		ck_assert_mem_eq(tables[i], &empty, sizeof(empty));
		memset(tables[i], i + 1, sizeof(*tables[i]));
	}
	ck_assert(pool.needs_arena);
	for (int i = 0; i < UNIT_ROWS(tables); i++)
		for (size_t k = 0; k < sizeof(*tables[i]); k++)
			ck_assert_int_eq(((unsigned char *)tables[i])[k], i + 1);
}
END_TEST

static struct api_table drivers_tables[3];

/* Each replacement is found by the driver's table, and forgotten when the driver is closed. */
START_TEST(tables_are_replaced)
{
	struct loader_table *tables[3];
	uintptr_t slow_mode = 0;

	pool.slow_mode = _i ? &slow_mode : NULL;
	ck_assert_ptr_eq(table_in_use(&drivers_tables[0]), &drivers_tables[0]);
	for (int i = 0; i < 3; i++) {
		const struct loader_table *last = table_replacements;

		tables[i] = table_take(&pool, &unit_arena);
		table_replace(&pool, tables[i], &drivers_tables[i]);
		if (i == 1) {
			ck_assert_ptr_eq(table_in_use(&drivers_tables[1]), &tables[1]->slots);
			table_forget(last);
		}
	}
	ck_assert_uint_eq(slow_mode, _i ? UINTPTR_MAX : 0);
	ck_assert_ptr_eq(table_in_use(&drivers_tables[0]), &tables[0]->slots);
	ck_assert_ptr_eq(table_in_use(&drivers_tables[1]), &drivers_tables[1]);
	ck_assert_ptr_eq(table_in_use(&drivers_tables[2]), &tables[2]->slots);
	ck_assert_ptr_eq(table_in_use(&tables[0]->slots), &tables[0]->slots);
}
END_TEST

static unsigned asked;
static char platform_of_test;
static char functions[API_SLOTS];

/* The driver has every third function. The loader asks for each function once, in order. */
static void *CL_API_CALL find_third(cl_platform_id platform, const char *name)
{
	ck_assert_ptr_eq(platform, &platform_of_test);
	ck_assert_str_eq(name, api_name(asked));
	asked++;
	return asked % 3 == 0 ? &functions[asked - 1] : NULL;
}

START_TEST(table_is_filled_by_name)
{
	struct api_table table;
	void **slots = (void **)&table;

	table_fill(&table, find_third, (cl_platform_id)&platform_of_test);
	ck_assert_uint_eq(asked, API_SLOTS);
	for (unsigned slot = 0; slot < API_SLOTS; slot++)
		ck_assert_ptr_eq(slots[slot], slot % 3 == 2 ? &functions[slot] : NULL);
}
END_TEST

START_TEST(names_and_slots)
{
	ck_assert_int_eq(api_slot(api_name((unsigned)_i)), _i);
}
END_TEST

START_TEST(no_such_name)
{
	ck_assert_int_eq(api_slot(""), -1);
	ck_assert_int_eq(api_slot("clGetPlatformID"), -1);
	ck_assert_int_eq(api_slot("clGetPlatformIDsX"), -1);
	ck_assert_int_eq(api_slot("clIcdGetPlatformIDsKHR"), -1);
}
END_TEST

/* The length of struct _cl_icd_dispatch in CL/cl_icd.h of each version. */
static const struct {
	unsigned version;
	unsigned slots;
} lengths[] = {
	{ 1000, 81 },  { 1001, 93 },  { 1002, 119 }, { 2000, 137 }, { 2001, 144 }, { 2002, 146 },
	{ 3000, 149 }, { 3001, 150 }, { 0, 150 },    { 999, 150 },  { 4000, 150 }, { 1003, 150 },
};

START_TEST(length_by_version)
{
	ck_assert_uint_eq(table_length(lengths[_i].version), lengths[_i].slots);
}
END_TEST

START_TEST(tags)
{
	void *slots[API_SLOTS] = { NULL };
	const struct api_table *table = (const struct api_table *)slots;
	bool first = _i & 1, second = _i & 2;

	slots[0] = (void *)(first ? CLROUTER_ICD2_TAG : CLROUTER_ICD2_TAG + 1);
	slots[31] = second ? (void *)CLROUTER_ICD2_TAG : NULL;
	ck_assert_int_eq(table_has_first_tag(table), first);
	ck_assert_int_eq(table_has_second_tag(table), second);
}
END_TEST

/* cl_khr_icd 2.0.0: "OPENCL31" as a number; on 32-bit systems its lower half. */
START_TEST(tag_of_this_word_size)
{
	ck_assert_uint_eq(CLROUTER_ICD2_TAG, sizeof(void *) == 4 ? UINT64_C(0x434C3331)
								 : UINT64_C(0x4F50454E434C3331));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("table");
	TCase *tcase = unit_tcase(suite, "table", 10);

	tcase_add_test(tcase, tables_are_empty_and_never_move);
	tcase_add_loop_test(tcase, tables_are_replaced, 0, 2);
	tcase_add_test(tcase, table_is_filled_by_name);
	tcase_add_loop_test(tcase, names_and_slots, 0, API_SLOTS);
	tcase_add_test(tcase, no_such_name);
	tcase_add_loop_test(tcase, length_by_version, 0, UNIT_ROWS(lengths));
	tcase_add_loop_test(tcase, tags, 0, 4);
	tcase_add_test(tcase, tag_of_this_word_size);
	return unit_run(suite);
}
