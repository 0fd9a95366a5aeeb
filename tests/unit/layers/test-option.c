/* SPDX-License-Identifier: Apache-2.0 */
/* option: variables, and copies of them. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <clrouter/layer.h>

#include "layers/frame/option.h"
#include "unit/unit.h"

#define NAME "OPENCL_TEST_OPTION"

/* CLROUTER_LAYER would define the target; here it has no function of the loader. */
struct clrouter_table clrouter_target;

static const struct known_option known = {
	.layer = "test", .name = "word", .variable = NAME,
	.words = (const char *const[]){ "no", "yes", "only", NULL }
};
static const struct known_option known_flag = {
	.layer = "test", .name = "word", .variable = NAME,
	.words = (const char *const[]){ "yes", "no", NULL }
};
static struct option option = { .known = &known };
static struct option flag = { .known = &known_flag };

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
	if (value)
		setenv(NAME, value, 1);
	else
		unsetenv(NAME);
}

START_TEST(reads_flags)
{
	set(flags[_i].value);
	ck_assert_int_eq(option_flag(&flag, flags[_i].fallback), flags[_i].expected);
}
END_TEST

START_TEST(reads_words)
{
	set(NULL);
	ck_assert_ptr_null(option_text(&option));
	ck_assert_ptr_null(option_word(&option, NULL));
	ck_assert_str_eq(option_word(&option, "other"), "other");
	set("");
	ck_assert_str_eq(option_text(&option), "");
	ck_assert_str_eq(option_word(&option, "other"), "other");
	set("word");
	ck_assert_str_eq(option_word(&option, "other"), "word");
}
END_TEST

/* The option in layers.conf, as the loader answers it. */
static const char *in_file;

static const char *CL_API_CALL get_option(const char *layer, const char *name)
{
	ck_assert_str_eq(layer, "test");
	ck_assert_str_eq(name, "word");
	return in_file;
}

static void *CL_API_CALL get_function(const char *name)
{
	return strcmp(name, "clGetLayerOptionCLROUTER") == 0 ? (void *)get_option : NULL;
}

static const struct {
	const char *variable;	/* NULL: not set */
	const char *file;	/* NULL: not there */
	const char *word;
	bool is_from_file;
} strengths[] = {
	{ NULL, NULL, "fallback", true }, { NULL, "file", "file", true },
	{ "variable", "file", "variable", false }, { "", "file", "file", true },
	{ NULL, "", "fallback", true }, { "", "", "fallback", true },
};

START_TEST(variable_is_stronger)
{
	clrouter_target.clGetExtensionFunctionAddress = get_function;
	set(strengths[_i].variable);
	in_file = strengths[_i].file;
	ck_assert_str_eq(option_word(&option, "fallback"), strengths[_i].word);
	ck_assert_int_eq(option.is_from_file, strengths[_i].is_from_file);
	if (strcmp(strengths[_i].word, "fallback") == 0)
		ck_assert_ptr_null(option_file(&option));
	else
		ck_assert_str_eq(option_file(&option), strengths[_i].word);
}
END_TEST

#define EXPECTED(word) "\"" word "\" is ignored, expected no, yes or only\n"

static const struct {
	const char *value;	/* NULL: not set */
	unsigned expected;
	const char *error;
} choices[] = {
	{ NULL, 0, "" },      { "", 0, "" },	    { "no", 0, "" },	{ "YES", 1, "" },
	{ "only", 2, "" },    { "1", 1, "" },	    { "off", 0, "" },	{ "True", 1, "" },
	{ "o", 0, EXPECTED("o") },	 { "yes ", 0, EXPECTED("yes ") },
	{ "\033[2J", 0, EXPECTED("\\033[2J") },
};

static void check_error(const char *origin, const char *error)
{
	char expected[1024] = "";

	if (*error)
		snprintf(expected, sizeof(expected), "clrouter: layer test: %s: %s", origin, error);
	ck_assert_str_eq(unit_read(unit_path("error"), NULL), expected);
}

static void catch_errors(void)
{
	int error = open(unit_path("error"), O_WRONLY | O_CREAT | O_APPEND, 0600);

	ck_assert_int_eq(dup2(error, STDERR_FILENO), STDERR_FILENO);
}

START_TEST(reports_wrong_words)
{
	catch_errors();
	set(choices[_i].value);
	ck_assert_uint_eq(option_choice(&option), choices[_i].expected);
	check_error(NAME, choices[_i].error);
}
END_TEST

START_TEST(reports_wrong_words_of_the_file)
{
	catch_errors();
	clrouter_target.clGetExtensionFunctionAddress = get_function;
	set(NULL);
	in_file = choices[_i].value;
	ck_assert_uint_eq(option_choice(&option), choices[_i].expected);
	check_error("layers.conf: option.word", choices[_i].error);
}
END_TEST

START_TEST(reports_wrong_flags)
{
	catch_errors();
	set("ja");
	ck_assert(option_flag(&flag, true));
	check_error(NAME, "\"ja\" is ignored, expected yes or no\n");
}
END_TEST

static const size_t lengths[] = { 0, 1, OPTION_SHORT - 1, OPTION_SHORT, 100000 };

/* A text that was kept can still be read when there is another one: threads may do so. */
START_TEST(keeps_a_copy)
{
	static struct option_copy copy;
	const char *longer;
	char *text = calloc(1, lengths[_i] + 1);

	ck_assert_ptr_nonnull(text);
	memset(text, 'a', lengths[_i]);
	for (int i = 0; i < 2; i++) {
		ck_assert(option_keep(&copy, text));
		ck_assert_str_eq(copy.text, text);
		ck_assert_ptr_ne(copy.text, text);
		ck_assert_int_eq(copy.longer != NULL, lengths[_i] >= OPTION_SHORT);
	}
	longer = copy.longer ? copy.text : text;
	ck_assert(option_keep(&copy, "short"));
	ck_assert_str_eq(copy.text, "short");
	ck_assert(option_keep(&copy, NULL));
	ck_assert_ptr_null(copy.text);
	ck_assert_str_eq(longer, text);
	free(text);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("option");
	TCase *tcase = unit_tcase(suite, "option", 5);

	tcase_add_loop_test(tcase, reads_flags, 0, UNIT_ROWS(flags));
	tcase_add_test(tcase, reads_words);
	tcase_add_loop_test(tcase, variable_is_stronger, 0, UNIT_ROWS(strengths));
	tcase_add_loop_test(tcase, reports_wrong_words, 0, UNIT_ROWS(choices));
	tcase_add_loop_test(tcase, reports_wrong_words_of_the_file, 0, UNIT_ROWS(choices));
	tcase_add_test(tcase, reports_wrong_flags);
	tcase_add_loop_test(tcase, keeps_a_copy, 0, UNIT_ROWS(lengths));
	return unit_run(suite);
}
