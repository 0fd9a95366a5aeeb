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
	/* Headers of OpenCL 3.0 (2021) do not have these. */
	{ NAMES_cl_device_info, 0x1076, "CL_DEVICE_KERNEL_CLOCK_CAPABILITIES_KHR" },
	{ NAMES_cl_device_info, 0x1077, "CL_DEVICE_SVM_TYPE_CAPABILITIES_KHR" },
	{ NAMES_cl_device_info, 0x129A, "CL_DEVICE_COMMAND_BUFFER_SUPPORTED_QUEUE_PROPERTIES_KHR" },
	{ NAMES_cl_device_info, 0x12AB, "CL_DEVICE_COMMAND_BUFFER_NUM_SYNC_DEVICES_KHR" },
	{ NAMES_cl_device_info, 0x12AC, "CL_DEVICE_COMMAND_BUFFER_SYNC_DEVICES_KHR" },
	{ NAMES_cl_device_info, 0x12B9, "CL_DEVICE_SPIRV_EXTENDED_INSTRUCTION_SETS_KHR" },
	{ NAMES_cl_device_info, 0x12BA, "CL_DEVICE_SPIRV_EXTENSIONS_KHR" },
	{ NAMES_cl_device_info, 0x12BB, "CL_DEVICE_SPIRV_CAPABILITIES_KHR" },
	{ NAMES_cl_device_info, 0x4008, "CL_DEVICE_PCI_BUS_ID_NV" },
	{ NAMES_cl_platform_info, 0x0908, "CL_PLATFORM_COMMAND_BUFFER_CAPABILITIES_KHR" },
	{ NAMES_cl_platform_info, 0x0909, "CL_PLATFORM_SVM_TYPE_CAPABILITIES_KHR" },
	{ NAMES_cl_kernel_exec_info, 0x11BB, "CL_KERNEL_EXEC_INFO_SVM_INDIRECT_ACCESS_KHR" },
	{ NAMES_cl_mutable_command_info_khr, 0x12A3, "CL_MUTABLE_DISPATCH_KERNEL_KHR" },
	{ NAMES_cl_command_buffer_properties_khr, 0x1293, "CL_COMMAND_BUFFER_FLAGS_KHR" },
	{ NAMES_cl_channel_order, CL_RGBA, "CL_RGBA" },
	{ NAMES_cl_mem_object_type, CL_MEM_OBJECT_IMAGE2D, "CL_MEM_OBJECT_IMAGE2D" },
	{ NAMES_cl_device_type, CL_DEVICE_TYPE_GPU, "CL_DEVICE_TYPE_GPU" },
	{ NAMES_NONE, CL_SUCCESS, NULL },
};

START_TEST(finds_constants)
{
	const struct names_value *entry = names_find(constants[_i].group, constants[_i].value);

	if (!constants[_i].name) {
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
