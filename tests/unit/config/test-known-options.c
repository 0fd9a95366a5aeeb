/* SPDX-License-Identifier: Apache-2.0 */
/* known-options: which values the settings of the shipped layers accept. */
#include <string.h>

#include "base/array.h"
#include "config/known-options.h"
#include "unit/unit.h"

static const struct {
	enum known_option_id id;
	const char *value;
	bool accepts;
} values[] = {
	{ KNOWN_VALIDATION_RACES, "yes", true },
	{ KNOWN_VALIDATION_RACES, "OFF", true },
	{ KNOWN_VALIDATION_RACES, "1", true },
	{ KNOWN_VALIDATION_RACES, "", true },
	{ KNOWN_VALIDATION_RACES, "ja", false },
	{ KNOWN_VALIDATION_RACES, "only", false },
	{ KNOWN_VALIDATION_FORMAT, "JSON", true },
	{ KNOWN_VALIDATION_FORMAT, "xml", false },
	{ KNOWN_VALIDATION_FORMAT, "yes", false },
	{ KNOWN_TRACE_SUMMARY, "true", true },
	{ KNOWN_TRACE_SUMMARY, "0", true },
	{ KNOWN_LIFETIME_STOP, "off", true },
	{ KNOWN_LIFETIME_STOP, "yes", false },
	{ KNOWN_VALIDATION_LEVELS, "", true },
	{ KNOWN_VALIDATION_LEVELS, ",", true },
	{ KNOWN_VALIDATION_LEVELS, "*,!limit", true },
	{ KNOWN_VALIDATION_LEVELS, " ERROR , w* ", true },
	{ KNOWN_VALIDATION_LEVELS, "error,errors", false },
	{ KNOWN_RECORD_LIMIT, "64", true },
	{ KNOWN_RECORD_LIMIT, "0", false },
	{ KNOWN_RECORD_LIMIT, "00", false },
	{ KNOWN_RECORD_LIMIT, "-1", false },
	{ KNOWN_RECORD_LIMIT, "64M", false },
	{ KNOWN_RECORD_LIMIT, " 64", false },
	{ KNOWN_TRACE_FILE, "any text", true },
	{ KNOWN_TRACE_FILTER, "clNone", true },
	{ KNOWN_COMPATIBILITY_PROVIDE, "all, command_buffer", true },
	{ KNOWN_COMPATIBILITY_PROVIDE, "NONE", true },
	{ KNOWN_COMPATIBILITY_PROVIDE, "sem*@*GPU*,!core", true },
	{ KNOWN_COMPATIBILITY_PROVIDE, "svm", false },
	{ KNOWN_COMPATIBILITY_FORCE, "semaphore,comand_buffer@*", false },
	{ KNOWN_COMPATIBILITY_FORCE, "@*", false },
	{ KNOWN_COMPATIBILITY_HIDE, "cl_khr_fp*, 2.0+", true },
	{ KNOWN_COMPATIBILITY_HIDE, "2.0", false },
	{ KNOWN_COMPATIBILITY_HIDE, "1.0+", false },
	{ KNOWN_COMPATIBILITY_VERSIONS, "cl_khr_command_buffer:0.9.8", true },
	{ KNOWN_COMPATIBILITY_VERSIONS, "cl_khr_comand_buffer:0.9.8", false },
	{ KNOWN_COMPATIBILITY_VERSIONS, "cl_khr_semaphore", false },
	{ KNOWN_COMPATIBILITY_VERSIONS, "cl_khr_semaphore:", false },
	{ KNOWN_COMPATIBILITY_VERSIONS, "cl_khr_semaphore:new", false },
};

START_TEST(judges_values)
{
	const struct known_option *option = &known_options[values[_i].id];

	ck_assert_int_eq(known_option_accepts(option, values[_i].value), values[_i].accepts);
}
END_TEST

static const struct {
	enum known_option_id id;
	const char *text;
} texts[] = {
	{ KNOWN_VALIDATION_FORMAT, "text or json" },
	{ KNOWN_VALIDATION_LEVELS, "error, warning, limit or performance" },
	{ KNOWN_RECORD_DURATION, "a number above 0" },
	{ KNOWN_TRACE_FILE, "" },
	{ KNOWN_COMPATIBILITY_HIDE,
	  "names of extensions, 1.1+, 1.2+, 2.0+, 2.1+, 2.2+, 3.0+ or 3.1+" },
};

START_TEST(says_what_it_expects)
{
	char text[KNOWN_EXPECTED_SIZE];

	known_option_expected(&known_options[texts[_i].id], text);
	ck_assert_str_eq(text, texts[_i].text);
}
END_TEST

/* Two of one name would hide each other, and a text that is cut would expect the wrong thing. */
START_TEST(table_is_consistent)
{
	for (size_t i = 0; i < ARRAY_SIZE(known_options); i++) {
		const struct known_option *option = &known_options[i];
		char text[KNOWN_EXPECTED_SIZE];

		known_option_expected(option, text);
		ck_assert_uint_lt(strlen(text), KNOWN_EXPECTED_SIZE - 1);
		ck_assert_int_eq(option->words[0] == NULL, option->kind == KNOWN_TEXT ||
								   option->kind == KNOWN_NUMBER ||
								   option->kind == KNOWN_FUNCTIONS);
		for (size_t j = 0; j < i; j++) {
			ck_assert_str_ne(option->variable, known_options[j].variable);
			ck_assert(strcmp(option->layer, known_options[j].layer) != 0 ||
				  strcmp(option->name, known_options[j].name) != 0);
		}
	}
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("known-options");
	TCase *tcase = unit_tcase(suite, "known-options", 5);

	tcase_add_loop_test(tcase, judges_values, 0, UNIT_ROWS(values));
	tcase_add_loop_test(tcase, says_what_it_expects, 0, UNIT_ROWS(texts));
	tcase_add_test(tcase, table_is_consistent);
	return unit_run(suite);
}
