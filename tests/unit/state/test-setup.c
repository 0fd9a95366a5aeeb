/* SPDX-License-Identifier: Apache-2.0 */
/* setup: values of each kind and size, in place of older ones, copied, and short of memory. */
#include "state/setup.h"

#include <stdlib.h>
#include <string.h>

#include "layers/short-memory.h"
#include "unit/unit.h"

#define BY 7 /* the slot of a function, which nothing looks at here */

static unsigned char bytes[2 * SETUP_SMALL];

static struct setup_value bytes_of(size_t size)
{
	memset(bytes, (int)size, sizeof(bytes));
	return setup_bytes(BY, size, bytes);
}

static bool has_bytes(const struct setup_value *value, size_t size)
{
	memset(bytes, (int)size, sizeof(bytes));
	return value->sort == SETUP_BYTES && value->by == BY && value->size == size &&
	       memcmp(setup_bytes_of(value), bytes, size) == 0;
}

static void set(struct setup *setup, size_t index, struct setup_value value)
{
	free(setup_set_argument(setup, index, &value));
}

static void set_info(struct setup *setup, unsigned name, struct setup_value value)
{
	value.name = name;
	free(setup_set_info(setup, &value));
}

START_TEST(a_value_is_copied)
{
	struct setup_value value = bytes_of((size_t)_i);

	ck_assert(has_bytes(&value, (size_t)_i));
	ck_assert_int_eq(value.large != NULL, _i > SETUP_SMALL);
	free(value.large);
}
END_TEST

START_TEST(local_memory_and_pointers_have_no_value)
{
	const struct setup_value local = setup_bytes(BY, 64, NULL);
	const struct setup_value pointer = setup_pointer(BY, bytes);

	ck_assert_int_eq(local.sort, SETUP_LOCAL);
	ck_assert_uint_eq(local.size, 64);
	ck_assert_int_eq(pointer.sort, SETUP_POINTER);
	ck_assert_ptr_eq(pointer.pointer, bytes);
}
END_TEST

START_TEST(new_arguments_are_not_set)
{
	struct setup setup = { .count = 0 };

	ck_assert(setup_make_space(&setup, 1));
	set(&setup, 0, bytes_of(4));
	ck_assert(setup_make_space(&setup, SETUP_ARGUMENTS));
	ck_assert(!setup_make_space(&setup, SETUP_ARGUMENTS + 1));
	ck_assert(has_bytes(&setup.arguments[0], 4));
	for (size_t i = 1; i < SETUP_ARGUMENTS; i++)
		ck_assert_int_eq(setup.arguments[i].sort, SETUP_UNSET);
	ck_assert_ptr_null(setup_get(&setup.arguments[1]));
	setup_done(&setup);
	ck_assert_uint_eq(setup.count, 0);
}
END_TEST

START_TEST(a_name_has_one_value)
{
	struct setup setup = { .count = 0 };

	set_info(&setup, 1, bytes_of(20));
	set_info(&setup, 2, bytes_of(2));
	set_info(&setup, 1, bytes_of(30));
	ck_assert_uint_eq(setup.info_count, 2);
	ck_assert(has_bytes(&setup.infos[0], 30));
	ck_assert(has_bytes(&setup.infos[1], 2));
	setup_done(&setup);
}
END_TEST

static void fill(struct setup *setup)
{
	*setup = (struct setup){ .count = 0 };
	ck_assert(setup_make_space(setup, 3));
	set(setup, 0, bytes_of(4));
	set(setup, 1, bytes_of(20));
	set_info(setup, 5, bytes_of(30));
}

START_TEST(a_copy_has_its_own_values)
{
	struct setup setup, copy;
	struct setup_value *value;

	fill(&setup);
	ck_assert(setup_copy(&copy, &setup));
	value = setup_get(&setup.arguments[1]);
	setup_done(&setup);
	ck_assert(has_bytes(&copy.arguments[0], 4));
	ck_assert(has_bytes(&copy.arguments[1], 20));
	ck_assert_int_eq(copy.arguments[2].sort, SETUP_UNSET);
	ck_assert_uint_eq(copy.infos[0].name, 5);
	ck_assert(has_bytes(&copy.infos[0], 30));
	ck_assert(has_bytes(value, 20));
	setup_done(&copy);
	free(value);
}
END_TEST

/* Whichever allocation fails, the copy says so, and nothing is lost of the original. */
START_TEST(a_copy_that_is_short_says_so)
{
	struct setup setup, copy;
	bool is_whole = false;

	fill(&setup);
	for (unsigned number = 1; !is_whole; number++) {
		ck_assert_uint_lt(number, 6);
		short_memory_set(SHORT_ONCE, number);
		is_whole = setup_copy(&copy, &setup);
		is_whole &= short_memory_set(SHORT_ONCE, 0) < number;
		setup_done(&copy);
	}
	ck_assert(has_bytes(&setup.infos[0], 30));
	setup_done(&setup);
}
END_TEST

/* There is no value then, not an older one; the next one is known again. */
START_TEST(a_lost_value_is_known)
{
	struct setup setup, copy;
	struct setup_value lost;

	fill(&setup);
	short_memory_set(SHORT_ONCE, 1);
	lost = bytes_of(20);
	short_memory_set(SHORT_ONCE, 0);
	ck_assert_int_eq(lost.sort, SETUP_LOST);
	set(&setup, 0, lost);
	ck_assert_ptr_null(setup_get(&setup.arguments[0]));
	ck_assert(!setup_copy(&copy, &setup));
	setup_done(&copy);
	set(&setup, 0, bytes_of(4));
	ck_assert(setup_copy(&copy, &setup));
	setup_done(&copy);
	short_memory_set(SHORT_FOR_GOOD, 1);
	for (unsigned name = 6; !setup.has_lost; name++)
		set_info(&setup, name, bytes_of(2));
	short_memory_set(SHORT_ONCE, 0);
	ck_assert(has_bytes(&setup.infos[0], 30));
	ck_assert(!setup_copy(&copy, &setup));
	setup_done(&copy);
	setup_done(&setup);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("setup");
	TCase *tcase = unit_tcase(suite, "setup", 20);

	tcase_add_loop_test(tcase, a_value_is_copied, 0, 2 * SETUP_SMALL);
	tcase_add_test(tcase, local_memory_and_pointers_have_no_value);
	tcase_add_test(tcase, new_arguments_are_not_set);
	tcase_add_test(tcase, a_name_has_one_value);
	tcase_add_test(tcase, a_copy_has_its_own_values);
	tcase_add_test(tcase, a_copy_that_is_short_says_so);
	tcase_add_test(tcase, a_lost_value_is_known);
	return unit_run(suite);
}
