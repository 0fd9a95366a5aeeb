/* SPDX-License-Identifier: Apache-2.0 */
/* lines: their forms, their colours, and control characters in them. */
#include "table/lines.h"

#include "unit/table/capture.h"
#include "unit/unit.h"

START_TEST(forms_of_lines)
{
	struct capture capture;
	struct output *output = &capture.output;

	capture_init(&capture, OUTPUT_LINES);
	lines_head(output, LINES_GOOD, "platform", "%d: %s", 0, "PoCL");
	lines_fact(output, "key", "%s", "text");
	lines_fact(output, "eleven-long", "%s", "text");
	lines_empty(output);
	lines_plain(output, "[%s]", "section");
	ck_assert_str_eq(capture_text(&capture), "platform: 0: PoCL\n"
						 "    key        text\n"
						 "    eleven-long text\n"
						 "\n"
						 "[section]\n");
	capture_done(&capture);
}
END_TEST

static const struct {
	const char *text;
	const char *expected;
} texts[] = {
	{ "", "\n" },
	{ "two\nlines", "two\\x0Alines\n" },
	{ "\x1B[31mred\x7F\r\t", "\\x1B[31mred\\x7F\\x0D\\x09\n" },
	{ "%s %n", "%s %n\n" },
	{ "back\\slash", "back\\slash\n" },
	{ "\xC3\xA9\xFF", "\xC3\xA9\\xFF\n" },
	{ "\xC2\x9B"
	  "2J\xE2\x80\xAE",
	  "\\xC2\\x9B2J\\xE2\\x80\\xAE\n" },
};

START_TEST(control_characters_are_escaped)
{
	struct capture capture;

	capture_init(&capture, OUTPUT_LINES);
	lines_plain(&capture.output, "%s", texts[_i].text);
	ck_assert_str_eq(capture_text(&capture), texts[_i].expected);
	capture_done(&capture);
}
END_TEST

static const struct {
	enum lines_shade shade;
	const char *expected;
} shades[] = {
	{ LINES_PLAIN, "kind: text\n" },
	{ LINES_GOOD, "\033[32mkind:\033[0m text\n" },
	{ LINES_WARNING, "\033[33mkind:\033[0m text\n" },
	{ LINES_PROBLEM, "\033[1;31mkind:\033[0m text\n" },
	{ LINES_DIM, "\033[2mkind:\033[0m text\n" },
};

/* Only the kind has a colour: what is copied from the terminal stays plain. */
START_TEST(kind_has_the_colour)
{
	struct capture capture;

	capture_init(&capture, OUTPUT_LINES);
	ck_assert(!capture.output.has_colour);
	capture.output.has_colour = true;
	lines_head(&capture.output, shades[_i].shade, "kind", "text");
	ck_assert_str_eq(capture_text(&capture), shades[_i].expected);
	capture_done(&capture);
}
END_TEST

START_TEST(json_has_no_lines)
{
	struct capture capture;
	struct output *output = &capture.output;

	capture_init(&capture, OUTPUT_JSON);
	lines_head(output, LINES_GOOD, "platform", "%s", "PoCL");
	lines_fact(output, "key", "%s", "text");
	lines_empty(output);
	lines_plain(output, "%s", "text");
	ck_assert_str_eq(capture_text(&capture), "");
	capture_done(&capture);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("lines");
	TCase *tcase = unit_tcase(suite, "lines", 10);

	tcase_add_test(tcase, forms_of_lines);
	tcase_add_loop_test(tcase, control_characters_are_escaped, 0, UNIT_ROWS(texts));
	tcase_add_loop_test(tcase, kind_has_the_colour, 0, UNIT_ROWS(shades));
	tcase_add_test(tcase, json_has_no_lines);
	return unit_run(suite);
}
