/* SPDX-License-Identifier: Apache-2.0 */
/* excerpt: where a long line is cut, and what is said of the rest. */
#include "tool/output/excerpt.h"

#include <string.h>

#include "unit/unit.h"

#define A "\xC3\xA4"		/* two bytes */
#define CLEF "\xF0\x9D\x84\x9E"	/* four bytes */
#define LINE 5000

/* A line of LENGTH bytes: BEGIN, then PART again and again, cut off anywhere. */
static const struct {
	const char *begin;
	const char *part;
	size_t length;
	size_t lost;
	size_t shown;
	size_t skipped;		/* bytes at its beginning */
	const char *note;
} rows[] = {
	{ "", "x", 0, 0, 0, 0, "" },
	{ "", "x", 999, 0, 999, 0, "" },
	{ "", "x", 1000, 0, 1000, 0, "" },
	{ "", "x", 1001, 0, 1000, 0, "... (1 bytes are left out)" },
	{ "", A, 1002, 0, 1000, 0, "... (2 bytes are left out)" },
	{ "x", A, 1001, 0, 999, 0, "... (2 bytes are left out)" },
	{ "", CLEF, 5000, 0, 1000, 0, "... (4000 bytes are left out)" },
	{ "x", CLEF, 5000, 0, 997, 0, "... (4003 bytes are left out)" },
	{ "xx", CLEF, 5000, 0, 998, 0, "... (4002 bytes are left out)" },
	{ "xxx", CLEF, 5000, 0, 999, 0, "... (4001 bytes are left out)" },
	{ "", "\xA4", 5000, 0, 1000, 0, "... (4000 bytes are left out)" },
	{ "", "\xFF", 5000, 0, 1000, 0, "... (4000 bytes are left out)" },
	{ "", "x", 10, 90, 10, 0, " (90 bytes are left out)" },
	{ "\xA4", "x", 11, 90, 10, 1, " (91 bytes are left out)" },
	{ "\xA4\xA4\xA4\xA4", "x", 14, 90, 11, 3, " (93 bytes are left out)" },
	{ "\xA4", "x", 2001, 90, 1000, 1, "... (1091 bytes are left out)" },
	{ "\xA4", "x", 1, 90, 0, 1, " (91 bytes are left out)" },
};

static void fill(char *line, const char *begin, const char *part, size_t length)
{
	const size_t first = strlen(begin);

	for (size_t i = 0; i < length; i++)
		line[i] = i < first ? begin[i] : part[(i - first) % strlen(part)];
}

START_TEST(lines_are_cut)
{
	char line[LINE];
	const char *found;
	const char *rest;

	fill(line, rows[_i].begin, rows[_i].part, rows[_i].length);
	found = excerpt_of_line(line, rows[_i].length, rows[_i].lost, &unit_arena);
	rest = found;
	if (rows[_i].lost > 0) {
		ck_assert_int_eq(strncmp(found, "...", 3), 0);
		rest += 3;
	}
	ck_assert_uint_eq(strlen(rest), rows[_i].shown + strlen(rows[_i].note));
	ck_assert_int_eq(memcmp(rest, line + rows[_i].skipped, rows[_i].shown), 0);
	ck_assert_str_eq(rest + rows[_i].shown, rows[_i].note);
}
END_TEST

START_TEST(nul_is_shown)
{
	ck_assert_str_eq(excerpt_of_line("a\0b\0", 4, 0, &unit_arena), "a?b?");
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("excerpt");
	TCase *tcase = unit_tcase(suite, "excerpt", 20);

	tcase_add_loop_test(tcase, lines_are_cut, 0, UNIT_ROWS(rows));
	tcase_add_test(tcase, nul_is_shown);
	return unit_run(suite);
}
