/* SPDX-License-Identifier: Apache-2.0 */
/* build-options: which options another driver gets, and which files a source includes. */
#include "launch/build-options.h"

#include <stdlib.h>
#include <string.h>

#include "unit/unit.h"

static const struct {
	const char *options;
	const char *portable;	/* NULL: the same */
} rows[] = {
	{ "", NULL },
	{ "-cl-std=CL1.2 -w  -DA=1", NULL },
	{ " -D A=1 -x spir -spir-std=1.2 -cl-kernel-arg-info ", NULL },
	{ "-cl-nv-verbose", "" },
	{ "-w -cl-nv-maxrregcount=32 -g", "-w -g" },
	{ "-cl-intel-greater-than-4GB-buffer-required -DX", "-DX" },
	{ "-fno-bin-source -fno-bin-amdil -save-temps -cl-opt-disable", "-cl-opt-disable" },
	{ "-I /a/b -DA", "-DA" },
	{ "-I/a/b -D A=\"x y\"", "-D A=\"x y\"" },
	{ "-I \"/a b/c\" -w", "-w" },
	{ "-DPATH=\"-I /a\" -I\"/a b\"", "-DPATH=\"-I /a\"" },
	{ "-DQ=\\\"a\\ b\\\" -nv", "-DQ=\\\"a\\ b\\\"" },
	{ "-D 'A=b c' -q", "-D 'A=b c'" },
	{ "-w -cl-nv-x=\"not ended -w", "-w" },
	{ "-w -D", NULL },
	{ "-w -I", "-w" },
	{ "-cl-std=", "" },
	{ "-Wextra", "" },
	{ "-cl-opt-disabled", "" },
	{ "-", "" },
	{ "\t-w\n-q\\", "-w" },
};

START_TEST(options_of_vendors_are_left_out)
{
	const char *options = rows[_i].options;
	const char *portable = build_options_portable(options, &unit_arena);

	if (rows[_i].portable)
		ck_assert_str_eq(portable, rows[_i].portable);
	else
		ck_assert_ptr_eq(portable, options);
}
END_TEST

START_TEST(no_options_stay_none)
{
	ck_assert_ptr_null(build_options_portable(NULL, &unit_arena));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("build-options");
	TCase *tcase = unit_tcase(suite, "build-options", 20);

	tcase_add_loop_test(tcase, options_of_vendors_are_left_out, 0, sizeof(rows) / sizeof(rows[0]));
	tcase_add_test(tcase, no_options_stay_none);
	return unit_run(suite);
}
