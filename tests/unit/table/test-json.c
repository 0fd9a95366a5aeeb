/* SPDX-License-Identifier: Apache-2.0 */
/* json: brackets, commas and indentation, and strings of any bytes. */
#include "table/json.h"

#include <limits.h>
#include <stdio.h>

#include "unit/table/capture.h"
#include "unit/unit.h"

static const struct {
	const char *text;
	const char *expected;	/* as an element of an array */
} strings[] = {
	{ NULL, "null" },
	{ "", "\"\"" },
	{ "plain text", "\"plain text\"" },
	{ "\"quoted\" \\", "\"\\\"quoted\\\" \\\\\"" },
	{ "/slash", "\"/slash\"" },
	{ "\x01\t\n\x1F\x7F", "\"\\u0001\\u0009\\u000A\\u001F\\u007F\"" },
	{ "\xC3\xA9\xC2\x9B", "\"\xC3\xA9\\u009B\"" },
	/* Each byte that is no UTF-8 is one replacement character. */
	{ "a\xFFz", "\"a\\uFFFDz\"" },
	{ "\xED\xA0\x80", "\"\\uFFFD\\uFFFD\\uFFFD\"" },
	{ "\xC3\"", "\"\\uFFFD\\\"\"" },
};

START_TEST(string_is_escaped)
{
	struct capture capture;
	char expected[128];

	capture_init(&capture, OUTPUT_JSON);
	json_open_array(&capture.output, NULL);
	json_text(&capture.output, NULL, strings[_i].text);
	json_close_array(&capture.output);
	snprintf(expected, sizeof(expected), "[\n  %s\n]\n", strings[_i].expected);
	ck_assert_str_eq(capture_text(&capture), expected);
	capture_done(&capture);
}
END_TEST

START_TEST(members_are_separated)
{
	struct capture capture;
	struct output *output = &capture.output;
	char expected[128];

	capture_init(&capture, OUTPUT_JSON);
	json_open_object(output, NULL);
	json_text(output, "te\"xt", "a");
	json_number(output, "most", LONG_MAX);
	json_number(output, "negative", -1);
	json_flag(output, "yes", true);
	json_flag(output, "no", false);
	json_close_object(output);
	snprintf(expected, sizeof(expected),
		 "{\n  \"te\\\"xt\": \"a\",\n  \"most\": %ld,\n  \"negative\": -1,\n"
		 "  \"yes\": true,\n  \"no\": false\n}\n", LONG_MAX);
	ck_assert_str_eq(capture_text(&capture), expected);
	capture_done(&capture);
}
END_TEST

START_TEST(brackets_are_nested)
{
	struct capture capture;
	struct output *output = &capture.output;

	capture_init(&capture, OUTPUT_JSON);
	json_open_object(output, NULL);
	json_open_array(output, "empty");
	json_close_array(output);
	json_open_array(output, "full");
	json_open_object(output, NULL);
	json_close_object(output);
	json_open_object(output, NULL);
	json_text(output, "key", "value");
	json_close_object(output);
	json_number(output, NULL, 7);
	json_close_array(output);
	json_flag(output, "last", true);
	json_close_object(output);
	ck_assert_str_eq(capture_text(&capture), "{\n"
						 "  \"empty\": [],\n"
						 "  \"full\": [\n"
						 "    {},\n"
						 "    {\n"
						 "      \"key\": \"value\"\n"
						 "    },\n"
						 "    7\n"
						 "  ],\n"
						 "  \"last\": true\n"
						 "}\n");
	capture_done(&capture);
}
END_TEST

START_TEST(unsigned_has_64_bits)
{
	struct capture capture;

	capture_init(&capture, OUTPUT_JSON);
	json_open_object(&capture.output, NULL);
	json_unsigned(&capture.output, "most", UINT64_MAX);
	json_close_object(&capture.output);
	ck_assert_str_eq(capture_text(&capture), "{\n  \"most\": 18446744073709551615\n}\n");
	capture_done(&capture);
}
END_TEST

START_TEST(lines_have_no_json)
{
	struct capture capture;
	struct output *output = &capture.output;

	capture_init(&capture, OUTPUT_LINES);
	json_open_object(output, NULL);
	json_open_array(output, "array");
	json_text(output, NULL, "a");
	json_number(output, NULL, 1);
	json_unsigned(output, NULL, 1);
	json_flag(output, NULL, true);
	json_close_array(output);
	json_close_object(output);
	ck_assert_str_eq(capture_text(&capture), "");
	capture_done(&capture);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("json");
	TCase *tcase = unit_tcase(suite, "json", 10);

	tcase_add_loop_test(tcase, string_is_escaped, 0, UNIT_ROWS(strings));
	tcase_add_test(tcase, members_are_separated);
	tcase_add_test(tcase, brackets_are_nested);
	tcase_add_test(tcase, unsigned_has_64_bits);
	tcase_add_test(tcase, lines_have_no_json);
	return unit_run(suite);
}
