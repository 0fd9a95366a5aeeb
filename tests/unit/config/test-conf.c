/* SPDX-License-Identifier: Apache-2.0 */
/*
 * conf: what the text of one file may be: every refusal with its line, every
 * warning with the name that was meant, every form of a value; in a locale that
 * calls all bytes above ASCII blanks, too. Rows, and few words of prose.
 */
#include <check.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "unit/fake-root.h"

/*
 * inih asks isspace(), which asks the table that this returns. In the hostile
 * setting a byte above ASCII is a blank, as in no locale of glibc: worse. The
 * isspace() of other C libraries knows ASCII only.
 */
static bool is_hostile;

#ifdef __GLIBC__

const unsigned short **__ctype_b_loc(void)
{
	static unsigned short table[384];
	static const unsigned short *at = table + 128;

	memset(table, 0, sizeof(table));
	for (int c = 0; c < 256; c++)
		if (c == ' ' || (c >= '\t' && c <= '\r') || (c > 127 && is_hostile))
			table[c + 128] = (unsigned short)_ISspace;
	return &at;
}

#endif

static struct fake_root root;

static void setup(void)
{
	fake_root_init(&root);
	fake_root_write(&root, LOCAL_CONF "90-good.conf", "[loader]\nnull_platform = good\n");
}

static void teardown(void)
{
	fake_root_done(&root);
}

#define TEN "0123456789"
#define FIFTY TEN TEN TEN TEN TEN
#define LONG_198 "#" FIFTY FIFTY FIFTY TEN TEN TEN TEN "0123456"

struct refusal {
	const char *text;
	unsigned line;
	const char *expected;	/* part of the message; NULL: the file is good */
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
	{ "\n\n[order\n", 3, "\"]\" behind" },
	{ "[order ;]\n", 1, "\"]\" behind" },
	{ "[", 1, "\"]\" behind" },
	{ "[order] x\n", 1, "behind \"]\"" },
	{ "[order];x\n", 1, "behind \"]\"" },
	{ "[order] # x\n", 1, "behind \"]\"" },
	{ "[order]]\n", 1, "behind \"]\"" },
	{ "[order] sort = name\n", 1, "behind \"]\"" },
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

START_TEST(test_refusal)
{
	const struct refusal *row = &refusals[_i];
	const struct settings *settings;
	const struct settings_problem *problem;

	is_hostile = _i % 2;
	fake_root_write(&root, MAIN_CONF, row->text);
	/* What stands in a refused file counts nowhere, what others say does. */
	fake_root_append(&root, MAIN_CONF, "\n[loader]\nhide_empty = yes\n");
	settings = fake_root_read(&root);
	ck_assert_str_eq(settings->null_platform.text, "good");
	ck_assert_msg(settings->hide_empty.value == !row->expected, "%s", row->text);
	ck_assert_ptr_nonnull(fake_root_verdict(&root, MAIN_CONF));
	if (!row->expected) {
		ck_assert_int_eq(fake_root_verdict(&root, MAIN_CONF)->reason, REASON_OK);
		return;
	}
	ck_assert_int_eq(fake_root_verdict(&root, MAIN_CONF)->reason, REASON_CONFIG_REFUSED);
	ck_assert_ptr_nonnull(strstr(fake_root_verdict(&root, MAIN_CONF)->detail, row->expected));
	problem = fake_root_problem(&root, row->expected);
	ck_assert_msg(problem != NULL, "%s: %s", row->text, settings->problems->text);
	ck_assert_int_eq(problem->level, LOG_ERROR);
	ck_assert_str_eq(problem->origin.name, MAIN_CONF);
	ck_assert_uint_eq(problem->origin.line, row->line);
	ck_assert_ptr_nonnull(strstr(problem->text, "found"));
}
END_TEST

START_TEST(test_nul)
{
	static const char bytes[] = "[loader]\nhide_empty = yes\n# \0\n[order]\n";

	fake_root_write_bytes(&root, MAIN_CONF, bytes, sizeof(bytes) - 1);
	ck_assert(!fake_root_read(&root)->hide_empty.value);
	ck_assert_ptr_nonnull(fake_root_problem(&root, "NUL"));
	ck_assert_uint_eq(fake_root_problem(&root, "NUL")->origin.line, 3);
}
END_TEST

struct warning {
	const char *text;
	unsigned line;
	const char *told;
};

static const struct warning warnings[] = {
	{ "[order]\nsorrt = name\n", 2, "unknown key \"sorrt\" in [order], ignored; did you mean \"sort\"?" },
	{ "[order]\nfrist = a,\n  b\n", 2, "did you mean \"first\"?" },
	{ "[order]\nSort = name\n", 2, "did you mean \"sort\"?" },
	{ "[driver x]\nassume-icd = yes\n", 2, "did you mean \"assume_icd\"?" },
	{ "[driver x]\nguardtable = yes\n", 2, "did you mean \"guard_table\"?" },
	{ "[order]\nxyzzy = 1\n", 2, "unknown key \"xyzzy\" in [order], ignored" },
	{ "[loader]\nsort = name\n", 2, "belongs into [order]" },
	{ "[order]\n= name\n", 2, "unknown key \"\"" },
	{ "[ordr]\nsort = name\nx = y\n", 1, "unknown section [ordr], its lines are ignored; did you mean [order]?" },
	{ "[Loader]\nlog = debug\n", 1, "did you mean [loader]?" },
	{ "[]\n", 1, "unknown section []" },
	{ "[nonsense]\nfirst = a\n  b\n", 1, "unknown section [nonsense], its lines are ignored" },
	{ "[layers]\nload = trace\n", 1, "belongs into layers.conf" },
	{ "[layer trace]\n", 1, "belongs into layers.conf" },
	{ "[driver]\nload = no\n", 1, "expected [driver GLOB], found [driver]" },
	{ "[order x]\n", 1, "expected [order], found [order x]" },
	{ "sort = name\n[order]\n", 1, "stands in no section" },
	{ "[order]\nsort = nmae\n", 2, "expected file, devices, name or version for \"sort\", found \"nmae\"" },
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
	{ "[program p]\nenvironment = ignore\n", 2, "belongs into [loader]" },
};

START_TEST(test_warning)
{
	const struct warning *row = &warnings[_i];
	const struct settings *settings;

	is_hostile = _i % 2;
	fake_root_write(&root, MAIN_CONF, row->text);
	fake_root_append(&root, MAIN_CONF, "[drivers]\ndisable = counts\n");
	settings = fake_root_read(&root);
	ck_assert_str_eq(fake_root_join(&settings->disable), "counts");
	ck_assert_int_eq(fake_root_verdict(&root, MAIN_CONF)->reason, REASON_OK);
	ck_assert_uint_eq(fake_root_count_problems(&root), 1);
	ck_assert_int_eq(settings->problems->level, LOG_WARNING);
	ck_assert_msg(strstr(settings->problems->text, row->told) != NULL, "%s",
		      settings->problems->text);
	ck_assert_uint_eq(settings->problems->origin.line, row->line);
	ck_assert_int_eq(settings->sort.value, SETTINGS_SORT_FILE);
	ck_assert_str_eq(settings->log.text, "none");
	ck_assert_uint_ge(settings->vendor_dirs.count, 1);
}
END_TEST

struct list_row {
	const char *value;	/* behind "first =" or "vendor_dirs =" */
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
	{ "\xC3\xA9\xA0, \xA0x\xFF", "\xC3\xA9\xA0|\xA0x\xFF" },
	{ "\xA0\n  \xA0\xA0;x\n \xFF", "\xA0|\xA0\xA0;x|\xFF" },
	{ "\xA0; x \xA0;y ;z", "\xA0; x \xA0;y" },
};

START_TEST(test_comma_list)
{
	const struct settings *settings;

	is_hostile = true;
	fake_root_write(&root, MAIN_CONF, "[order]\nfirst = ");
	fake_root_append(&root, MAIN_CONF, comma_rows[_i].value);
	settings = fake_root_read(&root);
	ck_assert_str_eq(fake_root_join(&settings->first), comma_rows[_i].items);
	ck_assert_uint_eq(fake_root_count_problems(&root), 0);
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

START_TEST(test_colon_list)
{
	const struct settings *settings = fake_root_read(&root);
	char built_in[512];
	char expected[1024] = "";

	snprintf(built_in, sizeof(built_in), "%s", fake_root_join(&settings->vendor_dirs));
	for (const char *c = colon_rows[_i].items; *c; c++)
		snprintf(expected + strlen(expected), sizeof(expected) - strlen(expected), "%.*s",
			 *c == 'D' ? 500 : 1, *c == 'D' ? built_in : c);
	fake_root_write(&root, MAIN_CONF, "[loader]\nvendor_dirs = ");
	fake_root_append(&root, MAIN_CONF, colon_rows[_i].value);
	settings = fake_root_read(&root);
	ck_assert_str_eq(fake_root_join(&settings->vendor_dirs), expected);
}
END_TEST

START_TEST(test_every_key)
{
	const struct settings *s;
	const struct settings_driver *d;

	fake_root_write(&root, LOCAL_CONF "95-keys.conf",
			"[loader]\nlog = Info\nlog_file = /var/log/cl\nnull_platform = ERROR\n"
			"hide_empty = ON\n[order]\nsort = Version\n[drivers]\nenable = e\n"
			"[driver x*]\nload = no\nassume_icd = 1\ndlopen = now, deepbind\n"
			"unload = never\nguard_table = TRUE\n");
	s = fake_root_read(&root);
	ck_assert_uint_eq(fake_root_count_problems(&root), 0);
	ck_assert_str_eq(s->log.text, "info");
	ck_assert_uint_eq(s->log.origin.line, 2);
	ck_assert_str_eq(s->log_file.text, "/var/log/cl");
	ck_assert_str_eq(s->null_platform.text, "error");
	ck_assert(s->hide_empty.value);
	ck_assert_int_eq(s->sort.value, SETTINGS_SORT_VERSION);
	ck_assert_str_eq(fake_root_join(&s->enable), "e");
	ck_assert_uint_eq(s->driver_count, 1);
	d = s->drivers;
	ck_assert_str_eq(d->glob, "x*");
	ck_assert_uint_eq(d->origin.line, 10);
	ck_assert(d->load.is_set && !d->load.value && d->assume_icd.value);
	ck_assert(d->dlopen_now.value && d->deepbind.value && d->never_unload.value);
	ck_assert(d->guard_table.value);
}
END_TEST

START_TEST(test_layer_keys)
{
	const struct settings *s;
	const struct settings_layer *l;

	fake_root_write(&root, SHIPPED_LAYERS "50-a.conf",
			"[layer a]\nlibrary = liba.so\n[layer b]\nlibrary = /b\nprograms = p, q\n");
	fake_root_write(&root, MAIN_LAYERS,
			"[layers]\nlayer_dirs = ...:/x\nload = b, a\ndisable = z\n"
			"[layer b]\nprograms = ..., r\nenabled = no\nunload = never\n"
			"[layer a]\nlibrary =\n[loader]\nlog = debug\n");
	s = fake_root_read(&root);
	ck_assert_uint_eq(fake_root_count_problems(&root), 2);
	ck_assert_ptr_nonnull(fake_root_problem(&root, "belongs into loader.conf"));
	ck_assert_ptr_nonnull(fake_root_problem(&root, "the name or path of a library"));
	ck_assert_str_eq(fake_root_join(&s->layers), "b|a");
	ck_assert_str_eq(fake_root_join(&s->layers_disable), "z");
	ck_assert_str_eq(s->layer_dirs.items[s->layer_dirs.count - 1].text, "/x");
	ck_assert_uint_eq(s->layer_count, 2);
	l = &s->layer_sections[1];
	ck_assert_str_eq(l->name, "b");
	ck_assert_str_eq(l->library.text, "/b");
	ck_assert_str_eq(fake_root_join(&l->programs), "p|q|r");
	ck_assert(l->enabled.is_set && !l->enabled.value && l->never_unload.value);
	ck_assert_str_eq(s->layer_sections[0].library.text, "liba.so");
	ck_assert(s->layer_sections[0].enabled.value && !s->layer_sections[0].enabled.is_set);
}
END_TEST

/* A mebibyte of one line over and over, as large as a file may be. */
static const char *const repeated[] = {
	"first = ..., a\n", "first = ..., ...\n", "  b\n", "[layer abcde%d]\n", "[driver a]\n",
	"x = y\n", "[x]\n", "vendor_dirs = /a:\n", " /a:\n", "\n", "[program *]\nmatch = ..., x\n",
};

/* Writes about SIZE bytes of LINE; returns the file they are in. */
static const char *write_repeated(const char *line, size_t size)
{
	bool is_layers = strstr(line, "[layer ") != NULL;
	const char *path = is_layers ? MAIN_LAYERS : MAIN_CONF;
	char *text = malloc(size);
	size_t used = (size_t)sprintf(text, "%s", is_layers ? "" : strstr(line, "/a") ?
				      "[loader]\nvendor_dirs = /a\n" : "[order]\nfirst = b\n");

	for (int i = 0; used < size - 64; i++)
		used += (size_t)snprintf(text + used, 64, line, i);
	fake_root_write_bytes(&root, path, text, used);
	free(text);
	return path;
}

/* Nothing is timed: what grew with the square of the size would not end in time. */
START_TEST(test_large)
{
	const char *path = write_repeated(repeated[_i], 1 << 20);

	ck_assert_str_eq(fake_root_read(&root)->null_platform.text, "good");
	ck_assert_int_eq(fake_root_verdict(&root, path)->reason, REASON_OK);
	ck_assert_uint_le(fake_root_count_problems(&root), 33);
}
END_TEST

#define COUNT(array) ((int)(sizeof(array) / sizeof((array)[0])))

int main(void)
{
	Suite *suite = suite_create("conf");
	TCase *tcase = tcase_create("conf");
	TCase *large;
	SRunner *runner;
	int failed;

	tcase_add_checked_fixture(tcase, setup, teardown);
	tcase_add_loop_test(tcase, test_refusal, 0, COUNT(refusals));
	tcase_add_test(tcase, test_nul);
	tcase_add_loop_test(tcase, test_warning, 0, COUNT(warnings));
	tcase_add_loop_test(tcase, test_comma_list, 0, COUNT(comma_rows));
	tcase_add_loop_test(tcase, test_colon_list, 0, COUNT(colon_rows));
	tcase_add_test(tcase, test_every_key);
	tcase_add_test(tcase, test_layer_keys);
	suite_add_tcase(suite, tcase);
	large = tcase_create("large files");
	tcase_add_checked_fixture(large, setup, teardown);
	tcase_set_timeout(large, 120);
	tcase_add_loop_test(large, test_large, 0, COUNT(repeated));
	suite_add_tcase(suite, large);
	runner = srunner_create(suite);
	srunner_run_all(runner, CK_NORMAL);
	failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
