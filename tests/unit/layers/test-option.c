/* SPDX-License-Identifier: Apache-2.0 */
/* option: variables, copies of them, and lists with exclusions. */
#include <stdlib.h>
#include <string.h>

#include "layers/common/option.h"
#include "unit/unit.h"

#define NAME "OPENCL_TEST_OPTION"

static const struct {
	const char *value;	/* NULL: not set */
	bool fallback;
	bool expected;
} flags[] = {
	{ NULL, false, false },	{ NULL, true, true },	{ "", false, false },
	{ "", true, true },	{ "yes", false, true },	{ "On", false, true },
	{ "TRUE", false, true }, { "1", false, true },	{ "no", true, false },
	{ "Off", true, false },	{ "false", true, false }, { "0", true, false },
	{ "maybe", true, true }, { "maybe", false, false }, { "yes ", false, false },
};

static void set(const char *value)
{
	if (value != NULL)
		setenv(NAME, value, 1);
	else
		unsetenv(NAME);
}

START_TEST(reads_flags)
{
	set(flags[_i].value);
	ck_assert_int_eq(option_flag(NAME, flags[_i].fallback), flags[_i].expected);
}
END_TEST

START_TEST(reads_words)
{
	set(NULL);
	ck_assert_ptr_null(option_text(NAME));
	ck_assert_ptr_null(option_word(NAME, NULL));
	ck_assert_str_eq(option_word(NAME, "other"), "other");
	set("");
	ck_assert_str_eq(option_text(NAME), "");
	ck_assert_str_eq(option_word(NAME, "other"), "other");
	set("word");
	ck_assert_str_eq(option_word(NAME, "other"), "word");
}
END_TEST

static const size_t lengths[] = { 0, 1, OPTION_SHORT - 1, OPTION_SHORT, 100000 };

START_TEST(keeps_a_copy)
{
	static struct option_copy copy;
	char *text = calloc(1, lengths[_i] + 1);

	ck_assert_ptr_nonnull(text);
	memset(text, 'a', lengths[_i]);
	for (int i = 0; i < 2; i++) {
		ck_assert(option_keep(&copy, text));
		ck_assert_str_eq(copy.text, text);
		ck_assert_ptr_ne(copy.text, text);
		ck_assert_int_eq(copy.longer != NULL, lengths[_i] >= OPTION_SHORT);
	}
	ck_assert(option_keep(&copy, "short"));
	ck_assert_str_eq(copy.text, "short");
	ck_assert(option_keep(&copy, NULL));
	ck_assert_ptr_null(copy.text);
	ck_assert_ptr_null(copy.longer);
	free(text);
}
END_TEST

static const struct {
	const char *list;
	const char *name;
	bool expected;
} lists[] = {
	{ "", "clFinish", false },
	{ "*", "clFinish", true },
	{ "clFinish", "clFinish", true },
	{ "clfinish", "clFinish", true },
	{ "clFin", "clFinish", false },
	{ "clGet*,clFinish", "clFinish", true },
	{ " clGet* ,\tclFinish ", "clFinish", true },
	{ "!clGet*", "clFinish", true },
	{ "!clGet*", "clGetDeviceIDs", false },
	{ " !clGet*", "clGetDeviceIDs", false },
	{ "clGet*,!*IDs", "clGetDeviceIDs", false },
	{ "clGet*,!*IDs,*Device*", "clGetDeviceIDs", true },
	{ "!", "clFinish", true },
	{ ",clFinish", "clFinish", true },
	{ ",!clFlush", "clFinish", false },
	{ "*,", "clFinish", true },
};

START_TEST(selects_names)
{
	ck_assert_int_eq(option_selects_name(lists[_i].list, lists[_i].name), lists[_i].expected);
}
END_TEST

static bool is_cut_there(const char *word, const void *length)
{
	return strlen(word) == *(const size_t *)length;
}

START_TEST(cuts_long_words)
{
	const size_t length = 255;
	char list[1000];

	memset(list, 'a', sizeof(list));
	list[sizeof(list) - 1] = '\0';
	ck_assert(option_selects(list, is_cut_there, &length));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("option");
	TCase *tcase = unit_tcase(suite, "option", 5);

	tcase_add_loop_test(tcase, reads_flags, 0, UNIT_ROWS(flags));
	tcase_add_test(tcase, reads_words);
	tcase_add_loop_test(tcase, keeps_a_copy, 0, UNIT_ROWS(lengths));
	tcase_add_loop_test(tcase, selects_names, 0, UNIT_ROWS(lists));
	tcase_add_test(tcase, cuts_long_words);
	return unit_run(suite);
}
