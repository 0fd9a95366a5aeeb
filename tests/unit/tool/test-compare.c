/* SPDX-License-Identifier: Apache-2.0 */
/* compare: which numbers launch/engine.c takes for the same, and which difference is the first. */
#include <math.h>
#include <string.h>

#include "api/api.h"
#include "unit/unit.h"

/* No function is called. */
static const struct api_table *functions;

#define CL(function) functions->function
#define CL_HAS(function) (functions->function != NULL)

#include "launch/engine.c"
#include "launch/launch-rules.h"

static const struct {
	enum launch_as as;
	struct launch_bounds bounds;
	float a;
	float b;
	bool is_equal;
} rows[] = {
	{ LAUNCH_BITS, { 0 }, 1, 1, true },
	{ LAUNCH_BITS, { 0 }, 0.0F, -0.0F, false },
	{ LAUNCH_BITS, { 9, 1, 1 }, 1, 1.0000001F, false },
	{ LAUNCH_FLOAT32, { 0 }, 0.0F, -0.0F, true },
	{ LAUNCH_FLOAT32, { 0 }, 1, 1.0000001F, false },
	{ LAUNCH_FLOAT32, { .ulps = 2 }, 1, 1.0000001F, true },
	{ LAUNCH_FLOAT32, { .ulps = 2 }, 1, 1.0000002F, true },
	{ LAUNCH_FLOAT32, { .ulps = 2 }, 1, 1.0000004F, false },
	{ LAUNCH_FLOAT32, { .ulps = 2 }, 1e-45F, -1e-45F, true },
	{ LAUNCH_FLOAT32, { .ulps = 2 }, 3e-45F, -3e-45F, false },
	{ LAUNCH_FLOAT32, { .relative = 1e-3 }, 1000, 1000.9F, true },
	{ LAUNCH_FLOAT32, { .relative = 1e-3 }, 1000, 1001.1F, false },
	{ LAUNCH_FLOAT32, { .relative = 1e-3 }, -1000, 1000, false },
	{ LAUNCH_FLOAT32, { .absolute = 0.5 }, -0.25F, 0.25F, true },
	{ LAUNCH_FLOAT32, { .absolute = 0.5 }, 1, 1.75F, false },
	{ LAUNCH_FLOAT32, { .absolute = 0.5 }, INFINITY, 3e38F, false },
	{ LAUNCH_FLOAT32, { .relative = 1e-3 }, INFINITY, INFINITY, true },
	{ LAUNCH_FLOAT32, { .relative = 1e-3 }, INFINITY, -INFINITY, false },
	{ LAUNCH_FLOAT32, { .ulps = 2 }, INFINITY, 3.40282347e38F, false },
	{ LAUNCH_FLOAT32, { 0 }, NAN, NAN, true },
	{ LAUNCH_FLOAT32, { .absolute = 0.5 }, NAN, 0, false },
	{ LAUNCH_FLOAT32, { .absolute = 0.5 }, 0, NAN, false },
};

/* Compares SIZE bytes of A, as captured, with B. */
static struct difference compare_as(enum launch_as as, struct launch_bounds bounds, size_t element,
				    uint64_t components, const void *a, const void *b, size_t size)
{
	struct launch_bounds all[LAUNCH_KINDS] = { { 0 } };
	const struct engine engine = { .bounds = all };
	const struct launch_range range = { .as = as, .element = element, .components = components,
					    .size = size, .new_bytes = a };

	all[as] = bounds;
	return compare_range(&engine, &range, b);
}

static struct difference compare_floats(enum launch_as as, uint64_t components, const float *a,
					const float *b, size_t size)
{
	return compare_as(as, (struct launch_bounds){ 0 }, sizeof(*a), components, a, b, size);
}

START_TEST(numbers_are_compared_by_the_bounds)
{
	struct difference difference = compare_as(rows[_i].as, rows[_i].bounds, sizeof(float), 1,
						  &rows[_i].a, &rows[_i].b, sizeof(float));

	ck_assert_msg((difference.count == 0) == rows[_i].is_equal, "row %d", _i);
}
END_TEST

START_TEST(nans_of_other_bits_are_the_same)
{
	const struct launch_bounds none = { 0 };
	const uint32_t a = 0x7fc00000;
	const uint32_t b = 0xffc12345;
	const uint16_t half_a = 0x7e00;
	const uint16_t half_b = 0xfe01;

	ck_assert_uint_eq(compare_as(LAUNCH_FLOAT32, none, 4, 1, &a, &b, 4).count, 0);
	ck_assert_uint_eq(compare_as(LAUNCH_BITS, none, 4, 1, &a, &b, 4).count, 1);
	ck_assert_uint_eq(compare_as(LAUNCH_FLOAT16, none, 2, 1, &half_a, &half_b, 2).count, 0);
}
END_TEST

/* One step, which is the bound, and two; of signed numbers also across 0. */
START_TEST(numbers_of_images_have_steps)
{
	static const struct {
		enum launch_as as;
		uint16_t a;
		uint16_t b;
		bool is_equal;
	} steps[] = {
		{ LAUNCH_UNORM8, 0x7f, 0x80, true },
		{ LAUNCH_UNORM8, 0x7f, 0x81, false },
		{ LAUNCH_UNORM8, 0, 0xff, false },
		{ LAUNCH_SNORM8, 0, 0xff, true },
		{ LAUNCH_SNORM8, 0x7f, 0x80, false },
		{ LAUNCH_SNORM8, 0x80, 0x81, true },
		{ LAUNCH_UNORM16, 0x7fff, 0x8000, true },
		{ LAUNCH_UNORM16, 0xffff, 0, false },
		{ LAUNCH_SNORM16, 0xffff, 0, true },
		{ LAUNCH_SNORM16, 1, 0xffff, false },
		{ LAUNCH_SNORM16, 0x7fff, 0x8000, false },
		{ LAUNCH_UNORM16, 0x0100, 0x0200, false },
	};

	for (size_t i = 0; i < sizeof(steps) / sizeof(steps[0]); i++) {
		const uint8_t bytes[] = { (uint8_t)steps[i].a, (uint8_t)steps[i].b };
		const bool is_byte = steps[i].as == LAUNCH_UNORM8 || steps[i].as == LAUNCH_SNORM8;
		const struct difference difference = compare_as(
			steps[i].as, launch_bounds[steps[i].as], is_byte ? 1 : 2, 1,
			is_byte ? &bytes[0] : (const void *)&steps[i].a,
			is_byte ? &bytes[1] : (const void *)&steps[i].b, is_byte ? 1 : 2);

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
	const struct launch_range range = { .as = LAUNCH_FLOAT16, .element = 2 };
	char text[64];

	for (size_t i = 0; i < sizeof(halves) / sizeof(halves[0]); i++) {
		put_value(&range, (const void *)&halves[i].half, 2, text);
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
	ck_assert_uint_eq(compare_floats(LAUNCH_FLOAT32, 3, a, b, sizeof(a)).count, 0);
	ck_assert_uint_eq(compare_floats(LAUNCH_FLOAT32, 0, a, b, sizeof(a)).count, 1);
	ck_assert_uint_eq(compare_floats(LAUNCH_BITS, 3, a, b, sizeof(a)).count, 1);
	b[5] = 1;
	b[6] = 1;
	difference = compare_floats(LAUNCH_FLOAT32, 3, a, b, sizeof(a));
	ck_assert_uint_eq(difference.count, 2);
	ck_assert_uint_eq(difference.first, 20);
	ck_assert_uint_eq(difference.size, 4);
	/* Zeros that are not there, and bytes after the last number. */
	difference = compare_floats(LAUNCH_FLOAT32, 3, NULL, b, sizeof(a));
	ck_assert_uint_eq(difference.first, 20);
	memset(b, 0, sizeof(b));
	((char *)b)[33] = 1;
	difference = compare_floats(LAUNCH_FLOAT32, 1, a, b, 34);
	ck_assert_uint_eq(difference.count, 1);
	ck_assert_uint_eq(difference.first, 33);
	ck_assert_uint_eq(difference.size, 1);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("compare");
	TCase *tcase = unit_tcase(suite, "compare", 20);

	(void)prepare_and_run;
	(void)release;
	tcase_add_loop_test(tcase, numbers_are_compared_by_the_bounds, 0,
			    sizeof(rows) / sizeof(rows[0]));
	tcase_add_test(tcase, nans_of_other_bits_are_the_same);
	tcase_add_test(tcase, numbers_of_images_have_steps);
	tcase_add_test(tcase, halves_have_their_values);
	tcase_add_test(tcase, the_first_difference_is_found);
	return unit_run(suite);
}
