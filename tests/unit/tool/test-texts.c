/* SPDX-License-Identifier: Apache-2.0 */
/* texts: equal texts have one number, and there is a limit; packed: numbers as a page has them. */
#include "tool/report/strings.h"

#include <stdlib.h>

#include "base/array.h"
#include "tool/report/timeline/protobuf.h"
#include "unit/unit.h"

START_TEST(equal_texts_have_one_number)
{
	struct strings texts = { .count = 0 };
	char text[16];

	for (uint32_t i = 0; i < 6000; i++) {
		snprintf(text, sizeof(text), "text %u", (unsigned)(i % 3000));
		ck_assert_uint_eq(strings_add(&texts, text), i % 3000);
	}
	ck_assert_uint_eq(texts.count, 3000);
	ck_assert_str_eq(texts.list[2999].text, "text 2999");
	strings_done(&texts);
}
END_TEST

START_TEST(there_is_a_limit)
{
	struct strings texts = { .most = 10 };

	ck_assert_uint_eq(strings_add(&texts, "12345"), 0);
	ck_assert_uint_eq(strings_add(&texts, "12346"), STRINGS_FULL);
	ck_assert_uint_eq(strings_add(&texts, "123"), 1);
	ck_assert_uint_eq(strings_add(&texts, "12345"), 0);
	strings_done(&texts);
}
END_TEST

static const struct {
	int64_t number;
	const char *text;
} rows[] = {
	{ 0, "\"AA==\"" },
	{ -1, "\"AQ==\"" },
	{ 1, "\"Ag==\"" },
	{ 63, "\"fg==\"" },
	{ 64, "\"gAE=\"" },
	{ -65, "\"gQE=\"" },
	{ INT64_MAX, "\"/v//////////AQ==\"" },
	{ INT64_MIN, "\"////////////AQ==\"" },
};

START_TEST(numbers_are_packed)
{
	struct protobuf bytes = { 0 };
	char *text = NULL;
	size_t size = 0;
	FILE *file = open_memstream(&text, &size);

	ck_assert(file);
	protobuf_put_signed(&bytes, rows[_i].number);
	protobuf_put_base64(file, &bytes);
	fclose(file);
	ck_assert_str_eq(text, rows[_i].text);
	free(text);
	protobuf_done(&bytes);
}
END_TEST

START_TEST(a_part_has_its_size)
{
	static const unsigned char expected[] = { 7, 2, 0x80, 1, 0 };
	struct protobuf bytes = { 0 };
	struct protobuf part = { 0 };

	protobuf_put_bare(&bytes, 7);
	protobuf_put_bare(&part, 128);
	protobuf_put_part(&bytes, &part);
	protobuf_put_part(&bytes, &part);
	ck_assert_uint_eq(bytes.size, sizeof(expected));
	ck_assert_mem_eq(bytes.bytes, expected, sizeof(expected));
	protobuf_done(&bytes);
	protobuf_done(&part);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("texts");
	TCase *tcase = unit_tcase(suite, "texts", 30);

	tcase_add_test(tcase, equal_texts_have_one_number);
	tcase_add_test(tcase, there_is_a_limit);
	tcase_add_loop_test(tcase, numbers_are_packed, 0, (int)ARRAY_SIZE(rows));
	tcase_add_test(tcase, a_part_has_its_size);
	return unit_run(suite);
}
