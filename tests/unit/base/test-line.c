/* SPDX-License-Identifier: Apache-2.0 */
/* line: texts are appended, and "..." at the end shows that something did not fit. */
#include <string.h>

#include "base/common/line.h"
#include "unit/unit.h"

/* Texts around the size of the buffer, which is 16 with the NUL byte. */
static const struct {
	const char *text;
	const char *expected;
} fits[] = {
	{ "", "" },
	{ "abc", "abc" },
	{ "123456789012345", "123456789012345" },
	{ "1234567890123456", "123456789012..." },
	{ "12345678901234567890", "123456789012..." },
	/* A character that does not fit is left out as a whole. */
	{ "1234567890\xE8\xB7\xAF"
	  "567890",
	  "1234567890..." },
	{ "12345678901\xC3\xA4"
	  "567890",
	  "12345678901..." },
	{ "1234567890\xC3\xA4"
	  "567890",
	  "1234567890\xC3\xA4..." },
};

START_TEST(truncates_text_that_does_not_fit)
{
	const char *text = fits[_i].text;
	char buffer[17];

	for (int way = 0; way < 2; way++) {
		struct line line = line_in(buffer, sizeof(buffer) - 1);

		buffer[16] = '#';
		if (way == 0)
			line_add(&line, "%s", text);
		else
			line_add_bytes(&line, text, strlen(text));
		ck_assert_str_eq(line.text, fits[_i].expected);
		ck_assert_uint_eq(line.length, strlen(fits[_i].expected));
		ck_assert_int_eq(line.is_truncated, strlen(text) > 15);
		ck_assert_int_eq(buffer[16], '#');
	}
}
END_TEST

/* _i: the length of the text before. */
START_TEST(stays_truncated)
{
	char buffer[16];
	struct line line = line_in(buffer, sizeof(buffer));

	for (int i = 0; i < _i; i++)
		line_add(&line, "x");
	line_add(&line, "%s", "1234567890123456");
	ck_assert(line.is_truncated);
	line_add(&line, "y");
	line_add_bytes(&line, "y", 1);
	line_add_quoted(&line, "y", 1, 1);
	line_add_json(&line, "y");
	ck_assert_uint_lt(line.length, sizeof(buffer));
	ck_assert_uint_eq(strlen(buffer), line.length);
	ck_assert_str_eq(buffer + line.length - 3, "...");
	ck_assert_ptr_null(strchr(buffer, 'y'));
}
END_TEST

static const struct {
	const char *bytes;
	size_t length;
	size_t limit;
	const char *expected;
} quotes[] = {
	{ "", 0, 8, "\"\"" },
	{ "abc", 3, 8, "\"abc\"" },
	{ "abc", 3, 3, "\"abc\"" },
	{ "abc", 3, 2, "\"ab\"..." },
	{ "a\"b\\c", 5, 8, "\"a\\\"b\\\\c\"" },
	{ "\n\t\r", 3, 8, "\"\\n\\t\\r\"" },
	{ "\0"
	  "1",
	  2, 8, "\"\\0001\"" },
	{ "\x7f\xff\x1b", 3, 8, "\"\\177\\377\\033\"" },
	{ " ~", 2, 8, "\" ~\"" },
	{ "\xC3\xA4\xC2\x9B\xE2\x80\xAE", 7, 8, "\"\xC3\xA4\\302\\233\\342\\200\\256\"" },
	/* At the limit, and at the end of the bytes. */
	{ "a\xC3\xA4"
	  "b",
	  4, 2, "\"a\xC3\xA4\"..." },
	{ "a\xC3\xA4"
	  "b",
	  2, 8, "\"a\\303\"" },
};

START_TEST(quotes_as_c_does)
{
	char buffer[64];
	struct line line = line_in(buffer, sizeof(buffer));

	line_add_quoted(&line, quotes[_i].bytes, quotes[_i].length, quotes[_i].limit);
	ck_assert_str_eq(line.text, quotes[_i].expected);
}
END_TEST

START_TEST(quotes_as_json_does)
{
	char buffer[64];
	struct line line = line_in(buffer, sizeof(buffer));

	line_add_json(&line, "a \"b\" \\c\n\xC3\xA4\xC2\x9B\xFF");
	ck_assert_str_eq(line.text, "\"a \\\"b\\\" \\\\c\\u000A\xC3\xA4\\u009B\\uFFFD\"");
}
END_TEST

START_TEST(escapes_without_quotes)
{
	char buffer[64];
	struct line line = line_in(buffer, sizeof(buffer));

	line_add_escaped(&line, "C:\\a \"b\"\n\xC3\xA4\xC2\x9B\xFF");
	ck_assert_str_eq(line.text, "C:\\a \"b\"\\x0A\xC3\xA4\\xC2\\x9B\\xFF");
}
END_TEST

static const struct {
	uint64_t number;
	unsigned int digits;
	const char *decimal;
	const char *hex;
} numbers[] = {
	{ 0, 0, "0", "0x0" },
	{ 0, 3, "000", "0x0" },
	{ 7, 1, "7", "0x7" },
	{ 42, 6, "000042", "0x2a" },
	{ 1234567, 6, "1234567", "0x12d687" },
	{ 5, 1000, "00000000000000000005", "0x5" },
	{ UINT64_MAX, 1, "18446744073709551615", "0xffffffffffffffff" },
};

START_TEST(writes_numbers)
{
	char buffer[64];
	struct line line = line_in(buffer, sizeof(buffer));

	line_add_decimal(&line, numbers[_i].number, numbers[_i].digits);
	line_add_text(&line, " ");
	line_add_hex(&line, numbers[_i].number);
	ck_assert_uint_eq(line.length, strlen(buffer));
	ck_assert_uint_eq(strcspn(buffer, " "), strlen(numbers[_i].decimal));
	ck_assert_int_eq(strncmp(buffer, numbers[_i].decimal, strlen(numbers[_i].decimal)), 0);
	ck_assert_str_eq(strchr(buffer, ' ') + 1, numbers[_i].hex);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("line");
	TCase *tcase = unit_tcase(suite, "line", 5);

	tcase_add_loop_test(tcase, truncates_text_that_does_not_fit, 0, UNIT_ROWS(fits));
	tcase_add_loop_test(tcase, stays_truncated, 0, 16);
	tcase_add_loop_test(tcase, quotes_as_c_does, 0, UNIT_ROWS(quotes));
	tcase_add_test(tcase, quotes_as_json_does);
	tcase_add_test(tcase, escapes_without_quotes);
	tcase_add_loop_test(tcase, writes_numbers, 0, UNIT_ROWS(numbers));
	return unit_run(suite);
}
