/* SPDX-License-Identifier: Apache-2.0 */
/* json-text: what is JSON and what is not, and the values that are taken from it. */
#include "capture/json-text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "unit/unit.h"

static const struct {
	const char *text;
	bool is_right;
} rows[] = {
	{ "{}", true }, { " [ ] ", true }, { "[1,2]", true }, { "{\"a\":1,\"b\":[{}]}", true },
	{ "null", true }, { "-0.5e+10", true }, { "\"\\u00fF\\n\"", true }, { "[[[[]]]]", true },
	{ "", false }, { "{", false }, { "[1,]", false }, { "{,}", false }, { "{\"a\"}", false },
	{ "{\"a\":}", false }, { "{\"a\":1,}", false }, { "[1 2]", false }, { "01", false },
	{ "1.", false }, { ".5", false }, { "1e", false }, { "+1", false }, { "-", false },
	{ "nul", false }, { "True", false }, { "nullx", false }, { "\"", false }, { "\"\\", false },
	{ "\"\\x\"", false }, { "\"\\u12\"", false }, { "\"\t\"", false }, { "[}", false },
	{ "{]", false }, { "]", false }, { "[] []", false }, { "{1:2}", false }, { "[1]x", false },
	{ "[[[[[]]]]]", false }, { "'a'", false }, { "[1,,2]", false }, { "{\"a\":1 \"b\":2}", false },
};

START_TEST(text_is_checked)
{
	const char *problem;
	size_t where;

	ck_assert_msg(json_text_check(rows[_i].text, strlen(rows[_i].text), 4, &problem, &where) ==
			      rows[_i].is_right, "%s", rows[_i].text);
	ck_assert(where <= strlen(rows[_i].text));
	/* A NUL byte is not the end. */
	ck_assert(!json_text_check(rows[_i].text, strlen(rows[_i].text) + 1, 4, &problem, &where));
}
END_TEST

static const char text[] =
	"{\"skip\": [{\"n\": \"]}\"}, \"\\\"\"], \"n\": 18446744073709551615, \"more\": 18446744073709551616,"
	" \"real\": 1.5e-3, \"huge\": 1e999, \"minus\": -9223372036854775807, \"bytes\": \"00fF\","
	" \"odd\": \"0\", \"text\": \"a\\u00e9\\/\xC3\xA9\", \"wide\": \"\\u0100\", \"utf\": \"\xE2\x82\xAC\","
	" \"nul\": \"\\u0000\", \"twice\": 1, \"twice\": 2, \"list\": [1, [2, 3], {\"x\": 4}]}";

START_TEST(values_are_taken)
{
	struct arena arena = ARENA_INIT;
	const char *value = json_text_value(text);
	const unsigned char *bytes;
	const char *problem;
	uint64_t number;
	int64_t code;
	double real;
	size_t size;

	ck_assert(json_text_check(text, strlen(text), 4, &problem, &size));
	ck_assert(json_text_unsigned(json_text_member(value, "n"), &number) && number == UINT64_MAX);
	ck_assert(!json_text_unsigned(json_text_member(value, "more"), &number));
	ck_assert(!json_text_unsigned(json_text_member(value, "real"), &number));
	ck_assert(!json_text_unsigned(json_text_member(value, "minus"), &number));
	ck_assert(json_text_signed(json_text_member(value, "minus"), &code) && code == -INT64_MAX);
	ck_assert(!json_text_signed(json_text_member(value, "n"), &code));
	ck_assert(json_text_real(json_text_member(value, "real"), &real) && real == 1.5e-3);
	ck_assert(!json_text_real(json_text_member(value, "huge"), &real));
	ck_assert(!json_text_real(json_text_member(value, "text"), &real));
	ck_assert_ptr_null(json_text_member(value, "twice"));
	ck_assert_ptr_null(json_text_member(value, "absent"));
	ck_assert_str_eq(json_text_string(json_text_member(value, "text"), &arena), "a\xE9/\xE9");
	ck_assert_ptr_null(json_text_string(json_text_member(value, "wide"), &arena));
	ck_assert_ptr_null(json_text_string(json_text_member(value, "utf"), &arena));
	ck_assert_ptr_null(json_text_string(json_text_member(value, "nul"), &arena));
	ck_assert_ptr_null(json_text_string(json_text_member(value, "n"), &arena));
	bytes = json_text_bytes(json_text_member(value, "bytes"), 2, &size, &arena);
	ck_assert(bytes && size == 2 && bytes[0] == 0 && bytes[1] == 0xFF);
	ck_assert_ptr_null(json_text_bytes(json_text_member(value, "bytes"), 1, &size, &arena));
	ck_assert_ptr_null(json_text_bytes(json_text_member(value, "odd"), 9, &size, &arena));
	ck_assert_ptr_null(json_text_bytes(json_text_member(value, "text"), 9, &size, &arena));
	value = json_text_member(value, "list");
	ck_assert_uint_eq(json_text_count(value), 3);
	value = json_text_next(json_text_next(json_text_first(value)));
	ck_assert(json_text_unsigned(json_text_member(value, "x"), &number) && number == 4);
	ck_assert_ptr_null(json_text_next(value));
	arena_done(&arena);
}
END_TEST

/* Each byte but NUL is read as it was written, and no character of the text needs another one's help. */
START_TEST(bytes_are_written)
{
	struct arena arena = ARENA_INIT;
	char bytes[256];
	char *written = NULL;
	size_t size = 0;
	const char *problem;
	size_t where;
	FILE *file = open_memstream(&written, &size);

	for (int i = 0; i < 255; i++)
		bytes[i] = (char)(i + 1);
	bytes[255] = '\0';
	ck_assert_ptr_nonnull(file);
	json_text_put(file, bytes);
	ck_assert_int_eq(fclose(file), 0);
	for (size_t i = 0; i < size; i++)
		ck_assert(written[i] >= ' ' && written[i] <= '~');
	ck_assert(json_text_check(written, size, 1, &problem, &where));
	ck_assert_str_eq(json_text_string(json_text_value(written), &arena), bytes);
	free(written);
	arena_done(&arena);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("json-text");
	TCase *tcase = unit_tcase(suite, "json-text", 20);

	tcase_add_loop_test(tcase, text_is_checked, 0, sizeof(rows) / sizeof(rows[0]));
	tcase_add_test(tcase, values_are_taken);
	tcase_add_test(tcase, bytes_are_written);
	return unit_run(suite);
}
