/* SPDX-License-Identifier: Apache-2.0 */
/*
 * parse: which texts are well-formed: each refusal with its line, values with comments, and
 * continued lines. The results must be the same in a locale in which all bytes above ASCII are
 * blanks.
 */
#include "config/parse.h"

#include <ctype.h>
#include <string.h>

#include "unit/fake-root.h"

/*
 * inih calls isspace(), which in glibc reads the table that __ctype_b_loc() returns. If this is
 * set, all bytes above ASCII are blanks there, which is worse than any real locale. The isspace()
 * of musl does not depend on the locale.
 */
static bool high_bytes_are_blanks;

#ifdef __GLIBC__
const unsigned short **__ctype_b_loc(void)
{
	static unsigned short table[384];
	static const unsigned short *at = table + 128;

	memset(table, 0, sizeof(table));
	for (int c = 0; c < 256; c++)
		if (c == ' ' || (c >= '\t' && c <= '\r') || (c > 127 && high_bytes_are_blanks))
			table[c + 128] = (unsigned short)_ISspace;
	return &at;
}
#endif

#define TEN "0123456789"
#define FIFTY TEN TEN TEN TEN TEN
#define LONG_198 "#" FIFTY FIFTY FIFTY TEN TEN TEN TEN "0123456"

/* A file that is read, even if others are refused. */
static void write_good(void)
{
	fake_root_write(LOCAL_CONF "90-good.conf", "[loader]\nnull_platform = good\n");
}

struct refusal {
	const char *text;
	unsigned line;
	const char *expected;	/* part of the message; NULL: the file is accepted */
};

static const struct refusal refusals[] = {
	{ "", 0, NULL },
	{ "\n\n", 0, NULL },
	{ "\xEF\xBB\xBF[order]\nsort = name\n", 0, NULL },
	{ "\xEF\xBB\xBF", 0, NULL },
	{ "[order]\r\nsort = name\r\n", 0, NULL },
	{ "[order]\nsort = name", 0, NULL },
	{ "; comment\n  # comment\n\t; comment\n[order] ; comment\n[drivers]   \n", 0, NULL },
	{ LONG_198 "\n", 0, NULL },
	{ LONG_198 "\r\n", 0, NULL },
	{ "\n" LONG_198 "8\n", 2, "a line of less than 199 bytes" },
	{ "[order]\nfirst = " FIFTY FIFTY FIFTY FIFTY, 2, "a line of less than 199 bytes" },
	{ "[program [a-z]*]\n", 1, "without brackets" },
	{ "[[order]]\n", 1, "without brackets" },
	{ "\n\n[order\n", 3, "\"]\" after" },
	{ "[order ;]\n", 1, "\"]\" after" },
	{ "[", 1, "\"]\" after" },
	{ "[order] x\n", 1, "after \"]\"" },
	{ "[order];x\n", 1, "after \"]\"" },
	{ "[order] # x\n", 1, "after \"]\"" },
	{ "[order]]\n", 1, "after \"]\"" },
	{ "[order] sort = name\n", 1, "after \"]\"" },
	{ "[program " TEN TEN TEN TEN "ab]\n", 1, "at most 49 bytes" },
	{ "[program " TEN TEN TEN TEN "a]\n", 0, NULL },
	{ "[order]\n" FIFTY " = x\n", 2, "a key of less than 50 bytes" },
	{ "[order]\nsort\n", 2, "\"key = value\"" },
	{ "[order]\nsort ; = name\n", 2, "\"key = value\"" },
	{ "GIF89a", 1, "\"key = value\"" },
	{ "[order]\n  sort = name\n", 2, "to continue a list" },
	{ "  [order]\n", 1, "to continue a list" },
	{ "  x\n", 1, "to continue a list" },
	{ "[order]\nfirst = a\n[drivers]\n  b\n", 4, "to continue a list" },
	{ "[order]\nsort = name\n  b\n", 3, "to continue a list" },
	{ "[order]\nsort = bad\n  b\n", 3, "to continue a list" },
	{ "[order]\nfirst = a\n  last = b\n", 3, "at the beginning of its line" },
	{ "[order]\nfirst = a\n\tb=y\n", 3, "at the beginning of its line" },
	{ "[order]\nfrist = a\n  b = y\n", 3, "at the beginning of its line" },
	{ "[order]\nfirst = a\n\n# c\n  b\n", 0, NULL },
};

START_TEST(malformed_file_is_refused)
{
	const struct refusal *row = &refusals[_i];
	const struct settings *settings;
	const struct settings_problem *problem;

	high_bytes_are_blanks = _i % 2;
	fake_root_write(MAIN_CONF, row->text);
	/* No line of a refused file has an effect; the lines of other files have. */
	fake_root_append(MAIN_CONF, "\n[loader]\nhide_empty = yes\n");
	settings = fake_root_read();
	ck_assert_str_eq(settings->null_platform.text, "good");
	ck_assert_msg(settings->hide_empty.value == !row->expected, "%s", row->text);
	ck_assert_ptr_nonnull(fake_root_verdict(MAIN_CONF));
	if (!row->expected) {
		ck_assert_int_eq(fake_root_verdict(MAIN_CONF)->reason, REASON_OK);
		return;
	}
	ck_assert_int_eq(fake_root_verdict(MAIN_CONF)->reason, REASON_CONFIG_REFUSED);
	ck_assert_ptr_nonnull(strstr(fake_root_verdict(MAIN_CONF)->detail, row->expected));
	problem = fake_root_problem(row->expected);
	ck_assert_msg(problem != NULL, "%s: %s", row->text, settings->problems->text);
	ck_assert_int_eq(problem->level, LOG_ERROR);
	ck_assert_str_eq(problem->origin.name, MAIN_CONF);
	ck_assert_uint_eq(problem->origin.line, row->line);
	ck_assert_ptr_nonnull(strstr(problem->text, "found"));
}
END_TEST

START_TEST(nul_byte_is_refused)
{
	static const char bytes[] = "[loader]\nhide_empty = yes\n# \0\n[order]\n";

	unit_write(MAIN_CONF, bytes, sizeof(bytes) - 1);
	ck_assert(!fake_root_read()->hide_empty.value);
	ck_assert_ptr_nonnull(fake_root_problem("NUL"));
	ck_assert_uint_eq(fake_root_problem("NUL")->origin.line, 3);
}
END_TEST

/* Bytes above ASCII are part of a value in every locale. */
static const struct {
	const char *value;	/* after "first =" */
	const char *items;
} byte_rows[] = {
	{ "\xC3\xA9\xA0, \xA0x\xFF", "\xC3\xA9\xA0|\xA0x\xFF" },
	{ "\xA0\n  \xA0\xA0;x\n \xFF", "\xA0|\xA0\xA0;x|\xFF" },
	{ "\xA0; x \xA0;y ;z", "\xA0; x \xA0;y" },
	{ "a,\n\tb, c\n   d ; comment", "a|b|c|d" },
	{ "\n  # comment\n\n  b", "b" },
	{ "x\n  lib a=b.so", "x|lib a=b.so" },
};

START_TEST(bytes_above_ascii_are_no_blanks)
{
	const struct settings *settings;

	high_bytes_are_blanks = true;
	fake_root_write(MAIN_CONF, "[order]\nfirst = ");
	fake_root_append(MAIN_CONF, byte_rows[_i].value);
	settings = fake_root_read();
	ck_assert_str_eq(fake_root_join(&settings->first), byte_rows[_i].items);
	ck_assert_uint_eq(fake_root_count_problems(), 0);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("parse");
	TCase *tcase = fake_root_tcase(suite, "parse", 20);

	tcase_add_checked_fixture(tcase, write_good, NULL);
	tcase_add_loop_test(tcase, malformed_file_is_refused, 0, UNIT_ROWS(refusals));
	tcase_add_test(tcase, nul_byte_is_refused);
	tcase_add_loop_test(tcase, bytes_above_ascii_are_no_blanks, 0, UNIT_ROWS(byte_rows));
	return unit_run(suite);
}
