/* SPDX-License-Identifier: Apache-2.0 */
/* longest-parts: which parts stay, in their order, and how many are left out. */
#include "tool/report/page/longest-parts.h"

#include <stdlib.h>

#include "unit/unit.h"

struct part {
	struct time_part time;
	int number;
};

#define MOST 4

static struct longest_parts parts;

static void setup(void)
{
	parts = (struct longest_parts){ .size = sizeof(struct part), .most = MOST };
}

static void teardown(void)
{
	free(parts.list);
}

static void add(uint64_t length, int number)
{
	const struct part part = { { 7, 7 + length }, number };

	ck_assert(longest_parts_add(&parts, &part));
}

static int number_of(size_t index)
{
	return ((const struct part *)parts.list)[index].number;
}

START_TEST(few_parts_stay)
{
	for (int i = 0; i < MOST; i++)
		add((uint64_t)i, i);
	ck_assert_uint_eq(parts.count, MOST);
	ck_assert_uint_eq(parts.left_out, 0);
}
END_TEST

START_TEST(the_longest_of_many_stay_in_order)
{
	for (int i = 0; i < 100; i++)
		add(i % 40 == 7 ? 1000 : 3, i);
	ck_assert_uint_eq(parts.count, 3);
	ck_assert_int_eq(number_of(0), 7);
	ck_assert_int_eq(number_of(1), 47);
	ck_assert_int_eq(number_of(2), 87);
	ck_assert_uint_eq(parts.left_out, 97);
}
END_TEST

/* No length is between them. */
START_TEST(parts_without_an_end_are_left_out_at_last)
{
	for (int i = 0; i <= MOST; i++)
		add(UINT64_MAX - 7, i);
	ck_assert_uint_eq(parts.count + parts.left_out, MOST + 1);
	ck_assert_uint_le(parts.count, MOST);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("longest-parts");
	TCase *tcase = unit_tcase(suite, "longest-parts", 20);

	tcase_add_checked_fixture(tcase, setup, teardown);
	tcase_add_test(tcase, few_parts_stay);
	tcase_add_test(tcase, the_longest_of_many_stay_in_order);
	tcase_add_test(tcase, parts_without_an_end_are_left_out_at_last);
	return unit_run(suite);
}
