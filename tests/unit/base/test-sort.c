/* SPDX-License-Identifier: Apache-2.0 */
/* sort: every number of pointers, whatever order they are in. */
#include "base/sort.h"

#include "unit/unit.h"

#define MOST 200

enum shape { RISING, FALLING, EQUAL, FEW_VALUES, MANY_VALUES, SHAPES };

static unsigned value_of(enum shape shape, unsigned i)
{
	switch (shape) {
	case RISING:
		return i;
	case FALLING:
		return MOST - i;
	case FEW_VALUES:
		return i * 7919 % 3;
	case MANY_VALUES:
		return i * 7919 % 1009;
	case EQUAL:
	case SHAPES:
		break;
	}
	return 1;
}

static bool is_greater(const void *a, const void *b, const void *rules)
{
	ck_assert_ptr_eq(rules, &unit_arena);
	return *(const unsigned *)a > *(const unsigned *)b;
}

START_TEST(any_number_in_any_order)
{
	for (unsigned count = 0; count <= MOST; count++) {
		unsigned values[MOST];
		void *items[MOST + 1];
		unsigned sums[2] = { 0, 0 };

		for (unsigned i = 0; i < count; i++) {
			values[i] = value_of((enum shape)_i, i);
			items[i] = &values[i];
			sums[0] += values[i];
		}
		items[count] = &sums;
		sort_pointers(items, count, is_greater, &unit_arena);
		for (unsigned i = 0; i < count; i++) {
			ck_assert(i == 0 || !is_greater(items[i - 1], items[i], &unit_arena));
			sums[1] += *(unsigned *)items[i];
		}
		ck_assert_uint_eq(sums[0], sums[1]);
		ck_assert_ptr_eq(items[count], &sums);
	}
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("sort");
	TCase *tcase = unit_tcase(suite, "sort", 30);

	tcase_add_loop_test(tcase, any_number_in_any_order, 0, SHAPES);
	return unit_run(suite);
}
