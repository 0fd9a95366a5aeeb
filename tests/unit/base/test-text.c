/* SPDX-License-Identifier: Apache-2.0 */
/* text: a table of arguments and results for each function. */
#include "base/text.h"

#include <string.h>

#include "unit/unit.h"

static const struct {
	const char *text;
	const char *suffix;
	bool expected;
} suffixes[] = {
	{ "pocl.icd", ".icd", true },
	{ ".icd", ".icd", true },
	{ "icd", ".icd", false },
	{ "pocl.icd~", ".icd", false },
	{ "pocl.icd.dpkg-old", ".icd", false },
	{ "pocl.ICD", ".icd", false },
	{ "pocl", "", true },
	{ "", "", true },
	{ "", "x", false },
	{ "clFooSTUB", "STUB", true },
	{ "STUB", "clFooSTUB", false },
};

START_TEST(has_suffix)
{
	ck_assert_int_eq(text_has_suffix(suffixes[_i].text, suffixes[_i].suffix),
			 suffixes[_i].expected);
}
END_TEST

static const struct {
	const char *path;
	const char *expected;
} bases[] = {
	{ "libpocl.so", "libpocl.so" }, { "/usr/lib/libpocl.so", "libpocl.so" },
	{ "./a", "a" },			{ "a/", "" },
	{ "/", "" },			{ "", "" },
	{ "//a//b", "b" },
};

START_TEST(base_name)
{
	ck_assert_str_eq(text_base_name(bases[_i].path), bases[_i].expected);
}
END_TEST

START_TEST(single_bytes)
{
	char c = (char)_i;
	bool is_upper = _i >= 'A' && _i <= 'Z';

	ck_assert_int_eq(text_is_blank(c), _i == ' ' || _i == '\t');
	ck_assert_int_eq(text_lower(c), is_upper ? (char)(_i + 32) : c);
}
END_TEST

static const struct {
	const char *a;
	const char *b;
	bool expected;
} pairs[] = {
	{ "", "", true },	  { "NVIDIA", "nvidia", true },	    { "a", "", false },
	{ "", "a", false },	  { "aB1", "Ab1", true },	    { "ab", "abc", false },
	{ "abc", "ab", false },	  { "\xC4", "\xE4", false },	    { "@", "`", false },
	{ "[", "{", false },	  { "\xC4\xB0", "\xC4\xB0", true }, { "I", "\xC4\xB1", false },
};

START_TEST(equal_nocase)
{
	ck_assert_int_eq(text_equal_nocase(pairs[_i].a, pairs[_i].b), pairs[_i].expected);
}
END_TEST

static const struct {
	const char *text;
	int expected;		/* -1: TEXT is none of the words */
} flags[] = {
	{ "yes", 1 },  { "no", 0 },   { "true", 1 }, { "false", 0 }, { "on", 1 },    { "off", 0 },
	{ "1", 1 },    { "0", 0 },    { "YES", 1 },  { "oFF", 0 },   { "False", 0 }, { "", -1 },
	{ "y", -1 },   { "2", -1 },   { "00", -1 },  { "yes ", -1 }, { " no", -1 },  { "noo", -1 },
	{ "tru", -1 }, { "falsehood", -1 },
};

START_TEST(parse_bool)
{
	for (int before = 0; before < 2; before++) {
		bool value = before;
		int expected = flags[_i].expected;

		ck_assert_int_eq(text_parse_bool(flags[_i].text, &value), expected >= 0);
		ck_assert_int_eq(value, expected >= 0 ? expected : before);
	}
}
END_TEST

static const struct {
	const char *text;
	bool expected;
} truths[] = {
	{ "True", true },  { "true", true }, { "T", true },   { "1", true },  { "TRUE", false },
	{ "t", false },	   { "yes", false }, { "", false },   { "0", false }, { "1 ", false },
	{ "true1", false },
};

START_TEST(means_true)
{
	ck_assert_int_eq(text_means_true(truths[_i].text), truths[_i].expected);
}
END_TEST

static const struct {
	const char *text;
	bool expected;
	unsigned value;
} numbers[] = {
	{ "0", true, 0 },	   { "7", true, 7 },	   { "999999999", true, 999999999 },
	{ "000000001", true, 1 },  { "1000000000", false, 0 }, { "0000000001", false, 0 },
	{ "", false, 0 },	   { "-1", false, 0 },	   { "+1", false, 0 },
	{ " 1", false, 0 },	   { "1 ", false, 0 },	   { "0x1", false, 0 },
	{ "1e3", false, 0 },	   { "99999999999999999999", false, 0 },
};

START_TEST(parse_number)
{
	unsigned value = 12345;

	ck_assert_int_eq(text_parse_number(numbers[_i].text, &value), numbers[_i].expected);
	ck_assert_uint_eq(value, numbers[_i].expected ? numbers[_i].value : 12345);
}
END_TEST

static const struct {
	const char *list;
	const char *elements[4];
} lists[] = {
	{ "", { "" } },
	{ "a", { "a" } },
	{ "a:b", { "a", "b" } },
	{ "a:", { "a", "" } },
	{ ":a", { "", "a" } },
	{ ":", { "", "" } },
	{ "a::b", { "a", "", "b" } },
	{ "/x y/z:,;", { "/x y/z", ",;" } },
};

START_TEST(next_element)
{
	const char *rest = lists[_i].list;

	for (int i = 0; i < 4 && lists[_i].elements[i]; i++) {
		const char *expected = lists[_i].elements[i];
		const char *element;
		size_t length = 99;

		ck_assert_ptr_nonnull(rest);
		element = text_next_element(&rest, ':', &length);
		ck_assert_uint_eq(length, strlen(expected));
		ck_assert_mem_eq(element, expected, length);
	}
	ck_assert_ptr_null(rest);
}
END_TEST

static const struct {
	const char *text;
	const char *prefix;
	const char *expected;
} prefixes[] = {
	{ "libOpenCL.so.1", "libOpenCL.so", ".1" }, { "abc", "", "abc" }, { "abc", "abc", "" },
	{ "", "", "" }, { "ab", "abc", NULL }, { "abc", "b", NULL }, { "Abc", "a", NULL },
};

START_TEST(skip_prefix)
{
	const char *rest = text_skip_prefix(prefixes[_i].text, prefixes[_i].prefix);

	ck_assert_pstr_eq(rest, prefixes[_i].expected);
}
END_TEST

static const struct {
	size_t size;
	const char *expected;
} formats[] = {
	{ 100, "a 12 b" }, { 7, "a 12 b" }, { 6, "a 12 " }, { 2, "a" }, { 1, "" },
};

START_TEST(format)
{
	char buffer[100];
	size_t length;

	memset(buffer, '!', sizeof(buffer));
	length = text_format(buffer, formats[_i].size, "a %d %s", 12, "b");
	ck_assert_str_eq(buffer, formats[_i].expected);
	ck_assert_uint_eq(length, strlen(formats[_i].expected));
	ck_assert_uint_eq(text_format(NULL, 0, "a"), 0);
}
END_TEST

static const struct {
	const char *words, *word;
	bool is_there;
} words[] = {
	{ "cl_a cl_b cl_c", "cl_a", true }, { "cl_a cl_b cl_c", "cl_b", true },
	{ "cl_a cl_b cl_c", "cl_c", true }, { "cl_a cl_b", "cl", false },
	{ "cl_ab cl_a", "cl_a", true },	    { "xcl_a", "cl_a", false },
	{ "cl_ab", "cl_a", false },	    { "", "cl_a", false },
};

START_TEST(has_word)
{
	ck_assert_int_eq(text_has_word(words[_i].words, words[_i].word), words[_i].is_there);
}
END_TEST

/* The first character of each text. */
static const struct {
	const char *text;
	const char *shown;
	const char *json;
} characters[] = {
	{ "ab", "a", "a" },
	{ "\"", "\"", "\\\"" },
	{ "\\", "\\", "\\\\" },
	{ "~", "~", "~" },
	/* Letters, and the first and the last character of each length. */
	{ "\xC3\xA4", "\xC3\xA4", "\xC3\xA4" },
	{ "\xE8\xB7\xAF", "\xE8\xB7\xAF", "\xE8\xB7\xAF" },
	{ "\xDF\xBF", "\xDF\xBF", "\xDF\xBF" },
	{ "\xE0\xA0\x80", "\xE0\xA0\x80", "\xE0\xA0\x80" },
	{ "\xEF\xBF\xBF", "\xEF\xBF\xBF", "\xEF\xBF\xBF" },
	{ "\xF0\x90\x80\x80", "\xF0\x90\x80\x80", "\xF0\x90\x80\x80" },
	{ "\xF4\x8F\xBF\xBF", "\\xF4", "\\uDBFF\\uDFFF" },
	/* The neighbours of the surrogates. */
	{ "\xED\x9F\xBF", "\xED\x9F\xBF", "\xED\x9F\xBF" },
	{ "\xEE\x80\x80", "\xEE\x80\x80", "\xEE\x80\x80" },
	/* C0, DEL and C1, with their neighbours. */
	{ "\x01", "\\x01", "\\u0001" },
	{ "\n", "\\x0A", "\\u000A" },
	{ "\x1F", "\\x1F", "\\u001F" },
	{ "\x7F", "\\x7F", "\\u007F" },
	{ "\xC2\x80", "\\xC2", "\\u0080" },
	{ "\xC2\x9B", "\\xC2", "\\u009B" },
	{ "\xC2\x9F", "\\xC2", "\\u009F" },
	{ "\xC2\xA0", "\xC2\xA0", "\xC2\xA0" },
	/* Marks of direction, separators of lines, and what nobody sees, with their neighbours. */
	{ "\xC2\xAD", "\\xC2", "\\u00AD" },
	{ "\xD8\x9C", "\\xD8", "\\u061C" },
	{ "\xE2\x80\x8A", "\xE2\x80\x8A", "\xE2\x80\x8A" },
	{ "\xE2\x80\x8B", "\\xE2", "\\u200B" },
	{ "\xE2\x80\x8E", "\\xE2", "\\u200E" },
	{ "\xE2\x80\x8F", "\\xE2", "\\u200F" },
	{ "\xE2\x80\x90", "\xE2\x80\x90", "\xE2\x80\x90" },
	{ "\xE2\x80\xA8", "\\xE2", "\\u2028" },
	{ "\xE2\x80\xA9", "\\xE2", "\\u2029" },
	{ "\xE2\x80\xAA", "\\xE2", "\\u202A" },
	{ "\xE2\x80\xAE", "\\xE2", "\\u202E" },
	{ "\xE2\x80\xAF", "\xE2\x80\xAF", "\xE2\x80\xAF" },
	{ "\xE2\x81\xA6", "\\xE2", "\\u2066" },
	{ "\xE2\x81\xA9", "\\xE2", "\\u2069" },
	{ "\xE3\x85\xA4", "\\xE3", "\\u3164" },
	{ "\xEF\xB8\x8F", "\xEF\xB8\x8F", "\xEF\xB8\x8F" },
	{ "\xEF\xBB\xBF", "\\xEF", "\\uFEFF" },
	{ "\xF0\x9D\x85\xB3", "\\xF0", "\\uD834\\uDD73" },
	{ "\xF3\xA0\x80\x81", "\\xF3", "\\uDB40\\uDC01" },
	/* No UTF-8: stray bytes, longer forms than needed, surrogates, too high, cut. */
	{ "\x80", "\\x80", "\\uFFFD" },
	{ "\x9B", "\\x9B", "\\uFFFD" },
	{ "\xFF", "\\xFF", "\\uFFFD" },
	{ "\xC0\xAF", "\\xC0", "\\uFFFD" },
	{ "\xC1\xBF", "\\xC1", "\\uFFFD" },
	{ "\xE0\x9F\xBF", "\\xE0", "\\uFFFD" },
	{ "\xED\xA0\x80", "\\xED", "\\uFFFD" },
	{ "\xF0\x8F\xBF\xBF", "\\xF0", "\\uFFFD" },
	{ "\xF4\x90\x80\x80", "\\xF4", "\\uFFFD" },
	{ "\xF8\x88\x80\x80\x80", "\\xF8", "\\uFFFD" },
	{ "\xC3", "\\xC3", "\\uFFFD" },
	{ "\xE2\x82", "\\xE2", "\\uFFFD" },
	{ "\xF0\x9F\x98\"", "\\xF0", "\\uFFFD" },
};

/* A character is taken as a whole, or the first byte of what is escaped as bytes. */
START_TEST(first_character)
{
	const char *const text = characters[_i].text;
	const bool is_one = *characters[_i].shown != '\\';
	const char *at = text;
	char shown[TEXT_JSON_SIZE];

	ck_assert_uint_eq(text_take_shown(&at, shown), strlen(characters[_i].shown));
	ck_assert_str_eq(shown, characters[_i].shown);
	ck_assert_ptr_eq(at, text + (is_one ? strlen(shown) : 1));
	at = text;
	ck_assert_uint_eq(text_take_json(&at, shown), strlen(characters[_i].json));
	ck_assert_str_eq(shown, characters[_i].json);
	ck_assert(strcmp(shown, "\\uFFFD") != 0 || at == text + 1);
	ck_assert(strcmp(shown, "\\uFFFD") == 0 || *at == text[1] || *at == '\0');
}
END_TEST

/* What may not be read is not looked at. */
START_TEST(cut_characters)
{
	static const char text[] = "\xF0\x9F\x98\x80";
	uint32_t code;

	for (size_t size = 0; size < 4; size++)
		ck_assert_uint_eq(text_character(text, size, &code), 0);
	ck_assert_uint_eq(text_character(text, 4, &code), 4);
	ck_assert_uint_eq(code, 0x1F600);
}
END_TEST

/* As the authors of FNV-1a give them. */
START_TEST(hashes)
{
	ck_assert_uint_eq(text_hash(""), 0x811c9dc5);
	ck_assert_uint_eq(text_hash("a"), 0xe40c292c);
	ck_assert_uint_eq(text_hash("foobar"), 0xbf9cf968);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("text");
	TCase *tcase = unit_tcase(suite, "text", 10);

	tcase_add_loop_test(tcase, has_suffix, 0, UNIT_ROWS(suffixes));
	tcase_add_loop_test(tcase, base_name, 0, UNIT_ROWS(bases));
	tcase_add_loop_test(tcase, single_bytes, 0, 256);
	tcase_add_loop_test(tcase, equal_nocase, 0, UNIT_ROWS(pairs));
	tcase_add_loop_test(tcase, parse_bool, 0, UNIT_ROWS(flags));
	tcase_add_loop_test(tcase, means_true, 0, UNIT_ROWS(truths));
	tcase_add_loop_test(tcase, parse_number, 0, UNIT_ROWS(numbers));
	tcase_add_loop_test(tcase, next_element, 0, UNIT_ROWS(lists));
	tcase_add_loop_test(tcase, skip_prefix, 0, UNIT_ROWS(prefixes));
	tcase_add_loop_test(tcase, format, 0, UNIT_ROWS(formats));
	tcase_add_loop_test(tcase, has_word, 0, UNIT_ROWS(words));
	tcase_add_loop_test(tcase, first_character, 0, UNIT_ROWS(characters));
	tcase_add_test(tcase, cut_characters);
	tcase_add_test(tcase, hashes);
	return unit_run(suite);
}
