/* SPDX-License-Identifier: Apache-2.0 */
/* compare: which numbers are the same by a rule, and which difference is the first. */
#include "tool/replay/compare.h"

#include <math.h>
#include <string.h>

#include "capture/numbers.h"
#include "unit/unit.h"

static const struct capture_rule bits = { .as = CAPTURE_BITS, .size = 1, .components = 1 };
static const struct capture_rule words = { .as = CAPTURE_BITS, .size = 4, .components = 1 };
static const struct capture_rule strict = { .as = CAPTURE_FLOAT32, .size = 4, .components = 1 };
static const struct capture_rule ulps = { .as = CAPTURE_FLOAT32, .size = 4, .components = 1, .ulps = 2 };
static const struct capture_rule relative = {
	.as = CAPTURE_FLOAT32, .size = 4, .components = 1, .relative = 1e-3
};
static const struct capture_rule absolute = {
	.as = CAPTURE_FLOAT32, .size = 4, .components = 1, .absolute = 0.5
};
static const struct capture_rule vector = { .as = CAPTURE_FLOAT32, .size = 4, .components = 3 };

static const struct {
	const struct capture_rule *rule;
	float a;
	float b;
	bool is_equal;
} rows[] = {
	{ &bits, 1, 1, true }, { &bits, 0.0F, -0.0F, false }, { &strict, 0.0F, -0.0F, true },
	{ &strict, 1, 1.0000001F, false }, { &ulps, 1, 1.0000001F, true },
	{ &ulps, 1, 1.0000002F, true }, { &ulps, 1, 1.0000004F, false },
	{ &ulps, 1e-45F, -1e-45F, true }, { &ulps, 3e-45F, -3e-45F, false },
	{ &relative, 1000, 1000.9F, true }, { &relative, 1000, 1001.1F, false },
	{ &relative, -1000, 1000, false }, { &absolute, -0.25F, 0.25F, true },
	{ &absolute, 1, 1.75F, false }, { &absolute, INFINITY, 3e38F, false },
	{ &relative, INFINITY, INFINITY, true }, { &relative, INFINITY, -INFINITY, false },
	{ &ulps, INFINITY, 3.40282347e38F, false }, { &strict, NAN, NAN, true },
	{ &absolute, NAN, 0, false }, { &absolute, 0, NAN, false },
};

START_TEST(numbers_are_compared_by_the_rule)
{
	struct difference difference = compare_contents(rows[_i].rule, (const void *)&rows[_i].a,
							(const void *)&rows[_i].b, sizeof(float));

	ck_assert_msg((difference.count == 0) == rows[_i].is_equal, "row %d", _i);
}
END_TEST

START_TEST(nans_of_other_bits_are_the_same)
{
	const uint32_t a = 0x7fc00000;
	const uint32_t b = 0xffc12345;
	const uint16_t half_a = 0x7e00;
	const uint16_t half_b = 0xfe01;
	const struct capture_rule half = { .as = CAPTURE_FLOAT16, .size = 2, .components = 1 };

	ck_assert_uint_eq(compare_contents(&strict, (const void *)&a, (const void *)&b, 4).count, 0);
	ck_assert_uint_eq(compare_contents(&words, (const void *)&a, (const void *)&b, 4).count, 1);
	ck_assert_uint_eq(
		compare_contents(&half, (const void *)&half_a, (const void *)&half_b, 2).count, 0);
}
END_TEST

/* One step, which is the bound, and two; of signed numbers also across 0. */
START_TEST(numbers_of_images_have_steps)
{
	static const struct {
		enum capture_as as;
		uint16_t a;
		uint16_t b;
		bool is_equal;
	} steps[] = {
		{ CAPTURE_UNORM8, 0x7f, 0x80, true },	     { CAPTURE_UNORM8, 0x7f, 0x81, false },
		{ CAPTURE_UNORM8, 0, 0xff, false },	     { CAPTURE_SNORM8, 0, 0xff, true },
		{ CAPTURE_SNORM8, 0x7f, 0x80, false },	     { CAPTURE_SNORM8, 0x80, 0x81, true },
		{ CAPTURE_UNORM16, 0x7fff, 0x8000, true },   { CAPTURE_UNORM16, 0xffff, 0, false },
		{ CAPTURE_SNORM16, 0xffff, 0, true },	     { CAPTURE_SNORM16, 1, 0xffff, false },
		{ CAPTURE_SNORM16, 0x7fff, 0x8000, false }, { CAPTURE_UNORM16, 0x0100, 0x0200, false },
	};

	for (size_t i = 0; i < sizeof(steps) / sizeof(steps[0]); i++) {
		const struct capture_rule rule = numbers_rule(steps[i].as, 1);
		const uint8_t bytes[] = { (uint8_t)steps[i].a, (uint8_t)steps[i].b };
		const bool is_byte = rule.size == 1;
		const struct difference difference = compare_contents(
			&rule, is_byte ? &bytes[0] : (const void *)&steps[i].a,
			is_byte ? &bytes[1] : (const void *)&steps[i].b, rule.size);

		ck_assert_msg((difference.count == 0) == steps[i].is_equal, "row %zu", i);
	}
}
END_TEST

START_TEST(halves_have_their_values)
{
	static const struct {
		uint16_t half;
		const char *text;
	} halves[] = {
		{ 0x3c00, "1 (0x3c00)" },	 { 0xc000, "-2 (0xc000)" },
		{ 0x0001, "5.96046448e-08 (0x0001)" }, { 0x7bff, "65504 (0x7bff)" },
		{ 0x3555, "0.333251953 (0x3555)" },    { 0x7c00, "inf (0x7c00)" },
		{ 0x8000, "-0 (0x8000)" },
	};
	const struct capture_rule half = { .as = CAPTURE_FLOAT16, .size = 2, .components = 1 };
	char text[COMPARE_TEXT];

	for (size_t i = 0; i < sizeof(halves) / sizeof(halves[0]); i++) {
		compare_put_value(&half, (const void *)&halves[i].half, 2, text);
		ck_assert_str_eq(text, halves[i].text);
	}
}
END_TEST

START_TEST(the_first_difference_is_found)
{
	float a[9] = { 0 };
	float b[9] = { 0 };
	struct difference difference;

	b[3] = 1;	/* the fourth component of three */
	ck_assert_uint_eq(compare_contents(&vector, (const void *)a, (const void *)b, sizeof(a)).count, 0);
	b[5] = 1;
	b[6] = 1;
	difference = compare_contents(&vector, (const void *)a, (const void *)b, sizeof(a));
	ck_assert_uint_eq(difference.count, 2);
	ck_assert_uint_eq(difference.first, 20);
	ck_assert_uint_eq(difference.size, 4);
	/* Zeros that are not there, and bytes after the last number. */
	difference = compare_contents(&vector, NULL, (const void *)b, sizeof(a));
	ck_assert_uint_eq(difference.first, 20);
	memset(b, 0, sizeof(b));
	((char *)b)[33] = 1;
	difference = compare_contents(&strict, (const void *)a, (const void *)b, 34);
	ck_assert_uint_eq(difference.count, 1);
	ck_assert_uint_eq(difference.first, 33);
	ck_assert_uint_eq(difference.size, 1);
}
END_TEST

START_TEST(bytes_of_two_runs_are_compared)
{
	const unsigned char a[] = { 1, 2, 3, 4 };
	const unsigned char b[] = { 1, 2, 9, 4 };
	const unsigned char c[] = { 1, 7, 3, 4 };
	struct difference difference = compare_bytes(a, b, c, sizeof(a));

	ck_assert_uint_eq(difference.count, 2);
	ck_assert_uint_eq(difference.first, 1);
	ck_assert_uint_eq(compare_bytes(a, a, a, sizeof(a)).count, 0);
	ck_assert_uint_eq(compare_bytes(a, b, b, sizeof(a)).count, 1);
	ck_assert_uint_eq(compare_bytes(NULL, a, a, sizeof(a)).count, 4);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("compare");
	TCase *tcase = unit_tcase(suite, "compare", 20);

	tcase_add_loop_test(tcase, numbers_are_compared_by_the_rule, 0, sizeof(rows) / sizeof(rows[0]));
	tcase_add_test(tcase, nans_of_other_bits_are_the_same);
	tcase_add_test(tcase, numbers_of_images_have_steps);
	tcase_add_test(tcase, halves_have_their_values);
	tcase_add_test(tcase, the_first_difference_is_found);
	tcase_add_test(tcase, bytes_of_two_runs_are_compared);
	return unit_run(suite);
}
