/* SPDX-License-Identifier: Apache-2.0 */
/*
 * draft: the warnings about unknown names and values, each with its line, and all forms of lists.
 */
#include "config/draft.h"

#include <stdio.h>
#include <string.h>

#include "unit/fake-root.h"

struct warning {
	const char *text;
	unsigned line;
	const char *expected;	/* part of the message */
};

static const struct warning warnings[] = {
	{ "[order]\nsorrt = name\n", 2, "unknown key \"sorrt\" in [order], ignored" },
	{ "[order]\nfrist = a,\n  b\n", 2, "unknown key \"frist\" in [order]" },
	{ "[order]\nSort = name\n", 2, "unknown key \"Sort\"" },
	{ "[driver x]\nassume-icd = yes\n", 2, "unknown key \"assume-icd\" in [driver]" },
	{ "[driver x]\nguardtable = yes\n", 2, "unknown key \"guardtable\"" },
	{ "[order]\nxyzzy = 1\n", 2, "unknown key \"xyzzy\" in [order], ignored" },
	{ "[loader]\nsort = name\n", 2, "belongs in [order]" },
	{ "[order]\n= name\n", 2, "unknown key \"\"" },
	{ "[ordr]\nsort = name\nx = y\n", 1, "unknown section [ordr], its lines are ignored" },
	{ "[Loader]\nlog = debug\n", 1, "unknown section [Loader]" },
	{ "[]\n", 1, "unknown section []" },
	{ "[nonsense]\nfirst = a\n  b\n", 1, "unknown section [nonsense], its lines are ignored" },
	{ "[layers]\nload = trace\n", 1, "belongs in layers.conf" },
	{ "[layer trace]\n", 1, "belongs in layers.conf" },
	{ "[driver]\nload = no\n", 1, "expected [driver GLOB], found [driver]" },
	{ "[order x]\n", 1, "expected [order], found [order x]" },
	{ "sort = name\n[order]\n", 1, "is in no section" },
	{ "[order]\nsort = nmae\n", 2,
	  "expected file, devices, name or version for \"sort\", found \"nmae\"" },
	{ "[order]\nsort =\n", 2, "expected file" },
	{ "[loader]\nhide_empty = perhaps\n", 2, "expected yes or no" },
	{ "[loader]\nenvironment = no\n", 2, "expected use or ignore" },
	{ "[loader]\nlog = loud\n", 2, "expected none, error" },
	{ "[loader]\nlog_file = a.log\n", 2, "expected an absolute path" },
	{ "[loader]\nnull_platform =\n", 2, "expected first, error or a glob" },
	{ "[loader]\nvendor_dirs = vendors\n", 2, "expected a colon list of absolute paths" },
	{ "[loader]\nvendor_dirs = /a\n  b:c\n", 3, "expected a colon list of absolute paths" },
	{ "[driver x]\ndlopen = lazy, now\n", 2, "expected lazy or now, and deepbind" },
	{ "[driver x]\ndlopen = global\n", 2, "expected lazy or now, and deepbind" },
	{ "[driver x]\nunload = yes\n", 2, "expected auto or never" },
	{ "[program p]\nenvironment = ignore\n", 2, "belongs in [loader]" },
};

START_TEST(ignored_line_gives_a_warning)
{
	const struct warning *row = &warnings[_i];
	const struct settings *settings;

	fake_root_write(MAIN_CONF, row->text);
	fake_root_append(MAIN_CONF, "[drivers]\ndisable = counts\n");
	settings = fake_root_read();
	ck_assert_str_eq(fake_root_join(&settings->disable), "counts");
	ck_assert_int_eq(fake_root_verdict(MAIN_CONF)->reason, REASON_OK);
	ck_assert_uint_eq(fake_root_count_problems(), 1);
	ck_assert_int_eq(settings->problems->level, LOG_WARNING);
	ck_assert_msg(strstr(settings->problems->text, row->expected) != NULL, "%s",
		      settings->problems->text);
	ck_assert_uint_eq(settings->problems->origin.line, row->line);
	ck_assert_int_eq(settings->sort.value, SETTINGS_SORT_FILE);
	ck_assert_str_eq(settings->log.text, "none");
	ck_assert_uint_ge(settings->vendor_dirs.count, 1);
}
END_TEST

static const struct {
	const char *text;
	const char *unknown;
	enum settings_section section;
} unknowns[] = {
	{ "[order]\nsorrt = name\n", "sorrt", SECTION_ORDER },
	{ "[driver x]\nassume-icd = yes\n", "assume-icd", SECTION_DRIVER },
	{ "[ordr x]\nsort = name\n", "ordr", SECTION_UNKNOWN },
	{ "[]\n", "", SECTION_UNKNOWN },
	{ "[loader]\nsort = name\n", NULL, SECTION_LOADER },
	{ "[layers]\n", NULL, SECTION_LOADER },
	{ "[order]\nsort = nmae\n", NULL, SECTION_LOADER },
};

/* An unknown name is kept, so that the tool can suggest a known one. */
START_TEST(unknown_name_is_kept)
{
	const struct settings_problem *problem = fake_root_read_text(unknowns[_i].text)->problems;

	ck_assert_ptr_nonnull(problem);
	if (!unknowns[_i].unknown) {
		ck_assert_ptr_null(problem->unknown);
		return;
	}
	ck_assert_str_eq(problem->unknown, unknowns[_i].unknown);
	ck_assert_int_eq(problem->section, unknowns[_i].section);
	ck_assert_int_eq(problem->family, FAMILY_LOADER);
}
END_TEST

struct list_row {
	const char *value;	/* after "first =" or "vendor_dirs =" */
	const char *items;
};

static const struct list_row comma_rows[] = {
	{ "", "" },
	{ "a", "a" },
	{ " a , b ", "a|b" },
	{ "a,,b,", "a|b" },
	{ "a b, c", "a b|c" },
	{ "a\n  b", "a|b" },
	{ "a,\n\tb, c\n   d ; comment", "a|b|c|d" },
	{ "\n  a\n  b", "a|b" },
	{ "a ; comment", "a" },
	{ "a;b", "a;b" },
	{ "a # b", "a # b" },
	{ "\n  # comment\n\n  b", "b" },
	{ "[a-z]*", "[a-z]*" },
	{ "a=b", "a=b" },
	{ "x\n  lib a=b.so", "x|lib a=b.so" },
	{ "a\nfirst = b, ...", "b|a" },
	{ "a\nfirst = ..., b, ...", "a|b" },
	{ "a\nfirst = b", "b" },
	{ "...", "" },
	{ "....", "...." },
};

START_TEST(comma_lists)
{
	const struct settings *settings;

	fake_root_write(MAIN_CONF, "[order]\nfirst = ");
	fake_root_append(MAIN_CONF, comma_rows[_i].value);
	settings = fake_root_read();
	ck_assert_str_eq(fake_root_join(&settings->first), comma_rows[_i].items);
	ck_assert_uint_eq(fake_root_count_problems(), 0);
}
END_TEST

static const struct list_row colon_rows[] = {
	{ "/a", "/a" },
	{ "/a : /b", "/a|/b" },
	{ "", "D" },
	{ "...", "D" },
	{ "/a:", "/a|D" },
	{ ":/a", "D|/a" },
	{ "/a:...:/b", "/a|D|/b" },
	{ "/a::/b", "/a|D|/b" },
	{ "/a:\n  /b", "/a|/b" },
	{ "/a\n  :/b", "/a|D|/b" },
	{ "\n  /a\n  /b", "/a|/b" },
	{ "/a,b:/c d", "/a,b|/c d" },
	{ "relative", "D" },
	{ "relative\n  /a", "D" },
	{ "/a\n  relative\n  /b", "/a|/b" },
};

START_TEST(colon_lists)
{
	const struct settings *settings = fake_root_read();
	char built_in[512];
	char expected[1024] = "";

	snprintf(built_in, sizeof(built_in), "%s", fake_root_join(&settings->vendor_dirs));
	for (const char *c = colon_rows[_i].items; *c; c++)
		snprintf(expected + strlen(expected), sizeof(expected) - strlen(expected), "%.*s",
			 *c == 'D' ? 500 : 1, *c == 'D' ? built_in : c);
	fake_root_write(MAIN_CONF, "[loader]\nvendor_dirs = ");
	fake_root_append(MAIN_CONF, colon_rows[_i].value);
	settings = fake_root_read();
	ck_assert_str_eq(fake_root_join(&settings->vendor_dirs), expected);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("draft");
	TCase *tcase = fake_root_tcase(suite, "draft", 20);

	tcase_add_loop_test(tcase, ignored_line_gives_a_warning, 0, UNIT_ROWS(warnings));
	tcase_add_loop_test(tcase, unknown_name_is_kept, 0, UNIT_ROWS(unknowns));
	tcase_add_loop_test(tcase, comma_lists, 0, UNIT_ROWS(comma_rows));
	tcase_add_loop_test(tcase, colon_lists, 0, UNIT_ROWS(colon_rows));
	return unit_run(suite);
}
