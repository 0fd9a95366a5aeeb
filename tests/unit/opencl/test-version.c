/* SPDX-License-Identifier: Apache-2.0 */
/* version: what is read of the texts of drivers and settings. */
#include "opencl/version.h"

#include "unit/unit.h"

static const struct {
	const char *text, *prefix;
	unsigned count;
	cl_version version;
	const char *rest; /* NULL: it is no version */
} rows[] = {
	{ "OpenCL 3.0 ", "OpenCL", 2, CL_MAKE_VERSION(3, 0, 0), " " },
	{ "OpenCL 1.2 CUDA 12.4", "OpenCL", 2, CL_MAKE_VERSION(1, 2, 0), " CUDA 12.4" },
	{ "OpenCL 1.2", "OpenCL", 2, CL_MAKE_VERSION(1, 2, 0), "" },
	{ "OpenCL 10.12x", "OpenCL", 2, CL_MAKE_VERSION(10, 12, 0), "x" },
	{ "OpenCL C 1.2 ", "OpenCL C", 2, CL_MAKE_VERSION(1, 2, 0), " " },
	{ "SPIR-V_1.6", "SPIR-V_", 2, 0, NULL },
	{ "1.2.3.4", "", 3, CL_MAKE_VERSION(1, 2, 3), ".4" },
	{ "1.2.3", "", 2, CL_MAKE_VERSION(1, 2, 0), ".3" },
	{ "7", "", 1, CL_MAKE_VERSION(7, 0, 0), "" },
	/* The fifth digit is not read. */
	{ "1.00012", "", 2, CL_MAKE_VERSION(1, 1, 0), "2" },
	{ "", "OpenCL", 2, 0, NULL },
	{ "", "", 2, 0, NULL },
	{ "OpenCL", "OpenCL", 2, 0, NULL },
	{ "OpenCL ", "OpenCL", 2, 0, NULL },
	{ "OpenCL3.0", "OpenCL", 2, 0, NULL },
	{ "OpenCL  3.0", "OpenCL", 2, 0, NULL },
	{ "OpenCL C 3.0", "OpenCL", 2, 0, NULL },
	{ "opencl 3.0", "OpenCL", 2, 0, NULL },
	{ "OpenCL 3", "OpenCL", 2, 0, NULL },
	{ "OpenCL 3.", "OpenCL", 2, 0, NULL },
	{ "OpenCL .0", "OpenCL", 2, 0, NULL },
	{ "OpenCL 3,0", "OpenCL", 2, 0, NULL },
	{ "OpenCL -3.0", "OpenCL", 2, 0, NULL },
	{ "OpenCL 12345.0", "OpenCL", 2, 0, NULL },
	{ "1.2", "", 3, 0, NULL },
};

/* What is no version leaves the variable as it is. */
START_TEST(reads_versions)
{
	const cl_version before = CL_MAKE_VERSION(9, 9, 9);
	cl_version version = before;
	const char *rest = version_read(rows[_i].text, rows[_i].prefix, rows[_i].count, &version);

	ck_assert_msg(!rest == !rows[_i].rest, "\"%s\"", rows[_i].text);
	ck_assert_uint_eq(version, rest ? rows[_i].version : before);
	if (rest)
		ck_assert_str_eq(rest, rows[_i].rest);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("version");
	TCase *tcase = unit_tcase(suite, "version", 10);

	tcase_add_loop_test(tcase, reads_versions, 0, UNIT_ROWS(rows));
	return unit_run(suite);
}
