/* SPDX-License-Identifier: Apache-2.0 */
/* names: constants by their values, and the names of kinds. */
#include <string.h>

#include "base/common/line.h"
#include "opencl/names.h"
#include "opencl/number.h"
#include "unit/unit.h"

static const struct {
	enum names_group group;
	int64_t value;
	const char *name;	/* NULL: none */
} constants[] = {
	{ NAMES_cl_error, CL_SUCCESS, "CL_SUCCESS" },
	{ NAMES_cl_error, CL_DEVICE_NOT_FOUND, "CL_DEVICE_NOT_FOUND" },
	{ NAMES_cl_error, CL_INVALID_VALUE, "CL_INVALID_VALUE" },
	{ NAMES_cl_error, 1, NULL },
	{ NAMES_cl_device_info, CL_DEVICE_NAME, "CL_DEVICE_NAME" },
	{ NAMES_cl_device_info, -1, NULL },
	{ NAMES_cl_channel_order, CL_RGBA, "CL_RGBA" },
	{ NAMES_cl_mem_object_type, CL_MEM_OBJECT_IMAGE2D, "CL_MEM_OBJECT_IMAGE2D" },
	{ NAMES_cl_device_type, CL_DEVICE_TYPE_GPU, "CL_DEVICE_TYPE_GPU" },
	{ NAMES_NONE, CL_SUCCESS, NULL },
};

START_TEST(finds_constants)
{
	const struct names_value *entry = names_find(constants[_i].group, constants[_i].value);

	if (constants[_i].name == NULL) {
		ck_assert_ptr_null(entry);
		return;
	}
	ck_assert_ptr_nonnull(entry);
	ck_assert_str_eq(entry->name, constants[_i].name);
	ck_assert_int_eq(entry->value, constants[_i].value);
}
END_TEST

START_TEST(knows_the_type_of_queries)
{
	ck_assert(names_find(NAMES_cl_device_info, CL_DEVICE_NAME)->is_text);
	ck_assert(!names_find(NAMES_cl_device_info, CL_DEVICE_TYPE)->is_text);
	ck_assert_int_eq(names_find(NAMES_cl_device_info, CL_DEVICE_PLATFORM)->object,
			 OBJECT_PLATFORM);
	ck_assert_int_eq(names_find(NAMES_cl_device_info, CL_DEVICE_TYPE)->group,
			 NAMES_cl_device_type);
	ck_assert(names_tables[NAMES_cl_device_type].is_bits);
	ck_assert(!names_tables[NAMES_cl_error].is_bits);
}
END_TEST

/* A second constant with the same name, or a second name for one value, would never be shown. */
START_TEST(tables_are_consistent)
{
	for (int group = NAMES_NONE + 1; group < NAMES_GROUPS; group++) {
		const struct names_table *table = &names_tables[group];

		ck_assert_int_eq(table->count > 0, !table->is_version);
		for (size_t i = 0; i < table->count; i++)
			ck_assert_msg(names_find((enum names_group)group,
						 table->entries[i].value) == &table->entries[i],
				      "%s is not the first of its value", table->entries[i].name);
	}
}
END_TEST

static const struct {
	uint64_t number;
	const char *text;
} versions[] = {
	{ 0, "0.0.0" },
	{ CL_MAKE_VERSION(3, 0, 14), "3.0.14" },
	{ CL_MAKE_VERSION(1023, 1023, 4095), "1023.1023.4095" },
};

START_TEST(versions_are_written_as_such)
{
	char buffer[64];
	struct line line = line_in(buffer, sizeof(buffer));

	ck_assert_int_eq(names_find(NAMES_cl_device_info, CL_DEVICE_NUMERIC_VERSION)->group,
			 NAMES_cl_version);
	ck_assert_int_eq(names_find(NAMES_cl_platform_info, CL_PLATFORM_NUMERIC_VERSION)->group,
			 NAMES_cl_version);
	number_add(&line, NAMES_cl_version, versions[_i].number, sizeof(cl_uint));
	ck_assert_str_eq(line.text, versions[_i].text);
}
END_TEST

START_TEST(kinds_have_names)
{
	for (int kind = 0; kind < OBJECT_KINDS; kind++)
		for (int other = 0; other < kind; other++)
			ck_assert_str_ne(names_kind((enum object_kind)kind),
					 names_kind((enum object_kind)other));
	ck_assert_str_eq(names_kind(OBJECT_NONE), "object");
	ck_assert_str_eq(names_kind(OBJECT_QUEUE), "queue");
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("names");
	TCase *tcase = unit_tcase(suite, "names", 5);

	tcase_add_loop_test(tcase, finds_constants, 0, UNIT_ROWS(constants));
	tcase_add_test(tcase, knows_the_type_of_queries);
	tcase_add_test(tcase, tables_are_consistent);
	tcase_add_loop_test(tcase, versions_are_written_as_such, 0, UNIT_ROWS(versions));
	tcase_add_test(tcase, kinds_have_names);
	return unit_run(suite);
}
