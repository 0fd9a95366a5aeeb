/* SPDX-License-Identifier: Apache-2.0 */
/* source-lines: line markers lead to the user's own files and lines. */
#include "rewriter/source-lines.h"

#include <string.h>

#include "unit/unit.h"

static const char text[] =
	"# 1 \"<stdin>\"\n"
	"# 1 \"<built-in>\" 1\n"
	"# 1 \"<stdin>\" 2\n"
	"first\n"
	"second\n"
	"# 7 \"dir/a.h\" 1\n"
	"seventh\n"
	"# 2147483647 \"tab\\there \\\"x\\\" \\001\"\n"
	"far\n"
	"# 3 \"<stdin>\" 2\n"
	"\n"
	"fourth";

static const struct {
	const char *word;
	const char *file;
	unsigned number;
} rows[] = {
	{ "first", "", 1 },	     { "second", "", 2 },
	{ "seventh", "dir/a.h", 7 }, { "far", "tab\there \"x\" \001", 2147483647 },
	{ "fourth", "", 4 },
};

START_TEST(a_place_has_a_line)
{
	const size_t at = (size_t)(strstr(text, rows[_i].word) - text);
	struct source_lines lines;
	const struct source_line *line;

	source_lines_read(&lines, text, strlen(text));
	line = source_lines_find(&lines, at + 2);
	ck_assert_str_eq(line->file, rows[_i].file);
	ck_assert_uint_eq(line->number, rows[_i].number);
	ck_assert_uint_eq(line->start, at);
	source_lines_done(&lines);
}
END_TEST

START_TEST(an_empty_text_has_no_line)
{
	struct source_lines lines;

	source_lines_read(&lines, "", 0);
	ck_assert_str_eq(source_lines_find(&lines, 3)->file, "");
	source_lines_done(&lines);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("source-lines");
	TCase *tcase = unit_tcase(suite, "source-lines", 20);

	tcase_add_loop_test(tcase, a_place_has_a_line, 0, UNIT_ROWS(rows));
	tcase_add_test(tcase, an_empty_text_has_no_line);
	return unit_run(suite);
}
