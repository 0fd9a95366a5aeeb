/* SPDX-License-Identifier: Apache-2.0 */
/* number: names, bits, versions and numbers without a name. */
#include "opencl/number.h"

#include <string.h>

#include "unit/unit.h"

static const struct {
	enum names_group group;
	uint64_t number;
	size_t size;
	const char *text;
} rows[] = {
	{ NAMES_NONE, 0, 4, "0" },
	{ NAMES_NONE, 255, 4, "255" },
	{ NAMES_NONE, UINT64_MAX, 8, "18446744073709551615" },
	{ NAMES_cl_error, 0, 4, "CL_SUCCESS" },
	/* An error is negative in 32 bits, whatever the upper half of the number is. */
	{ NAMES_cl_error, (uint32_t)CL_INVALID_VALUE, 4, "CL_INVALID_VALUE" },
	{ NAMES_cl_error, UINT64_C(0xabcd00000000) | (uint32_t)CL_INVALID_VALUE, 4,
	  "CL_INVALID_VALUE" },
	{ NAMES_cl_error, (uint32_t)-99999, 4, "-99999" },
	{ NAMES_cl_error, (uint64_t)(int64_t)-99999, 8, "-99999" },
	{ NAMES_cl_error, 0x7fff, 4, "0x7fff" },
	{ NAMES_cl_device_info, CL_DEVICE_NAME, 4, "CL_DEVICE_NAME" },
	{ NAMES_cl_device_info, 0xfffe, 4, "0xfffe" },
	{ NAMES_cl_device_info, 0, 4, "0" },
	{ NAMES_cl_device_type, CL_DEVICE_TYPE_GPU, 8, "CL_DEVICE_TYPE_GPU" },
	{ NAMES_cl_device_type, CL_DEVICE_TYPE_CPU | CL_DEVICE_TYPE_GPU, 8,
	  "CL_DEVICE_TYPE_CPU|CL_DEVICE_TYPE_GPU" },
	{ NAMES_cl_device_type, CL_DEVICE_TYPE_GPU | UINT64_C(0x4000000000000000), 8,
	  "CL_DEVICE_TYPE_GPU|0x4000000000000000" },
	{ NAMES_cl_device_type, UINT64_C(0x4000000000000000), 8, "0x4000000000000000" },
	{ NAMES_cl_device_type, 0, 8, "0" },
	{ NAMES_cl_version, CL_MAKE_VERSION(2, 1, 4095), 4, "2.1.4095" },
	{ NAMES_cl_version, UINT32_MAX, 4, "1023.1023.4095" },
};

START_TEST(writes_numbers)
{
	char buffer[200];
	struct line line = line_in(buffer, sizeof(buffer));

	/* It is added to what is there. */
	line_add_text(&line, "=");
	number_add(&line, rows[_i].group, rows[_i].number, rows[_i].size);
	ck_assert_int_eq(line.text[0], '=');
	ck_assert_str_eq(line.text + 1, rows[_i].text);
}
END_TEST

/* What does not fit is left out, and that is visible. */
START_TEST(keeps_within_the_line)
{
	char buffer[12];
	struct line line = line_in(buffer, sizeof(buffer));

	number_add(&line, NAMES_cl_device_type, CL_DEVICE_TYPE_CPU | CL_DEVICE_TYPE_GPU, 8);
	ck_assert(line.is_truncated);
	ck_assert_uint_lt(strlen(line.text), sizeof(buffer));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("number");
	TCase *tcase = unit_tcase(suite, "number", 10);

	tcase_add_loop_test(tcase, writes_numbers, 0, UNIT_ROWS(rows));
	tcase_add_test(tcase, keeps_within_the_line);
	return unit_run(suite);
}
