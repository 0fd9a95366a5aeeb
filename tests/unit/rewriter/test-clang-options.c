/* SPDX-License-Identifier: Apache-2.0 */
/* clang-options: which options the preprocessor gets, and which the driver's compiler. */
#include "rewriter/clang-options.h"

#include <string.h>

#include "unit/unit.h"

static const struct {
	const char *options;
	const char *preprocess; /* words with "|" between them */
	const char *build;
	const char *standard;
	bool is_relaxed;
} rows[] = {
	{ "", "", "", NULL, false },
	{ "-DA=1 -D B -U C -I dir -Idir2", "-DA=1|-D|B|-U|C|-I|dir|-Idir2", "", NULL, false },
	{ " -cl-std=CL2.0\t-w ", "", "-cl-std=CL2.0 -w", "CL2.0", false },
	{ "-cl-fast-relaxed-math -cl-mad-enable", "", "-cl-fast-relaxed-math -cl-mad-enable", NULL,
	  true },
	{ "-D \"A=b c\" -D\"N\"=2", "-D|A=b c|-DN=2", "", NULL, false },
	{ "-DA=\\\"x\\\"", "-DA=\"x\"", "", NULL, false },
	{ "-include a.h -includeb.h", "-include|a.h", "", NULL, false },
	/* What writes files, loads code, or makes errors of warnings. */
	{ "-save-temps -o x -fplugin=a.so -Xclang -load -Werror -g -s file @file -MD -w2", "", "",
	  NULL, false },
	{ "-O3 -cl-opt-disable", "", "-O3 -cl-opt-disable", NULL, false },
	/* An operand that is missing. */
	{ "-D", "", "", NULL, false },
	{ "-cl-std=CL1.2 -I", "", "-cl-std=CL1.2", "CL1.2", false },
};

START_TEST(options_go_where_they_belong)
{
	const struct clang_options options = clang_options_read(&unit_arena, rows[_i].options);
	char words[256] = "";

	for (size_t i = 0; i < options.count; i++) {
		strcat(words, i > 0 ? "|" : "");
		strcat(words, options.preprocess[i]);
	}
	ck_assert_str_eq(words, rows[_i].preprocess);
	ck_assert_str_eq(options.build, rows[_i].build);
	ck_assert_pstr_eq(options.standard, rows[_i].standard);
	ck_assert(options.is_relaxed == rows[_i].is_relaxed);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("clang-options");
	TCase *tcase = unit_tcase(suite, "clang-options", 20);

	tcase_add_loop_test(tcase, options_go_where_they_belong, 0, UNIT_ROWS(rows));
	return unit_run(suite);
}
