/* SPDX-License-Identifier: Apache-2.0 */
/* loader-info: the answers of clGetICDLoaderInfoOCLICD, and buffers that are too small. */
#include "config.h"

#include "dispatch/loader-info.h"

#include <string.h>

#include "unit/unit.h"

static const struct {
	cl_uint name;
	const char *expected;	/* NULL: CL_INVALID_VALUE */
} infos[] = {
	{ LOADER_INFO_OCL_VERSION, "OpenCL 3.1" },
	{ LOADER_INFO_VERSION, PACKAGE_VERSION },
	{ LOADER_INFO_NAME, "clrouter" },
	{ LOADER_INFO_VENDOR, "clrouter" },
	{ 0, NULL },
	{ 5, NULL },
	{ CL_PLATFORM_NAME, NULL },
};

START_TEST(loader_info)
{
	const char *expected = infos[_i].expected;
	size_t needed = expected ? strlen(expected) + 1 : 1, size = 99;
	cl_int good = expected ? CL_SUCCESS : CL_INVALID_VALUE;
	char text[64] = "untouched";

	ck_assert_int_eq(loader_info_get(infos[_i].name, needed - 1, text, NULL), CL_INVALID_VALUE);
	ck_assert_str_eq(text, "untouched");
	ck_assert_int_eq(loader_info_get(infos[_i].name, 0, NULL, NULL), good);
	ck_assert_int_eq(loader_info_get(infos[_i].name, 0, NULL, &size), good);
	ck_assert_uint_eq(size, expected ? needed : 99);
	ck_assert_int_eq(loader_info_get(infos[_i].name, needed, text, &size), good);
	ck_assert_str_eq(text, expected ? expected : "untouched");
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("loader-info");
	TCase *tcase = unit_tcase(suite, "loader-info", 10);

	tcase_add_loop_test(tcase, loader_info, 0, UNIT_ROWS(infos));
	return unit_run(suite);
}
