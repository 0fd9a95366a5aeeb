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

static const struct {
	const char *source;
	const char *files;
} sources[] = {
	{ "", "" },
	{ "#include \"a.h\"", "a.h " },
	{ "int a;\n \t# \tinclude\t<b/c.h> // d\n#include \"e.h\"\n", "b/c.h e.h " },
	{ "#include \"a.h\n\"\n#include \"\"\n#include 1\n#includes \"f\"\n#include", "" },
	{ "#include MACRO\n#include M(a/b.h)\r\n", "MACRO M(a/b.h) " },
	{ "x #include \"a.h\"\n#define include \"b.h\"\n", "" },
	{ "#include \"a.h\"\r\n#include <z>\r\n", "a.h z " },
};

START_TEST(included_files_are_found)
{
	const char *rest = sources[_i].source;
	char found[64] = "";
	const char *name;
	size_t length;

	while ((name = build_options_next_include(&rest, &length))) {
		strncat(found, name, length);
		strcat(found, " ");
	}
	ck_assert_str_eq(found, sources[_i].files);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("build-options");
	TCase *tcase = unit_tcase(suite, "build-options", 20);

	tcase_add_loop_test(tcase, options_of_vendors_are_left_out, 0, sizeof(rows) / sizeof(rows[0]));
	tcase_add_test(tcase, no_options_stay_none);
	tcase_add_loop_test(tcase, included_files_are_found, 0, sizeof(sources) / sizeof(sources[0]));
	return unit_run(suite);
}
