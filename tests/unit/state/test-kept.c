/* SPDX-License-Identifier: Apache-2.0 */
/* kept: calls by sort and index, in place of older ones, copied, forgotten, and from two threads.
 */
#include "state/kept.h"

#include <pthread.h>
#include <stdlib.h>

#include "layers/short-memory.h"
#include "unit/state/fake-driver.h"
#include "unit/unit.h"

static struct fake_call fake;

static void set(kept_calls *calls, size_t index, int value)
{
	const struct setup_value given =
		setup_bytes(CLROUTER_SLOT_clSetKernelArg, sizeof(value), &value);

	kept_set_argument(calls, index, &given);
}

/* The value of argument INDEX, -1 if it has none. */
static int get(kept_calls *calls, size_t index)
{
	struct setup_value *copy = kept_get_argument(calls, index);
	int value = -1;

	if (copy)
		memcpy(&value, setup_bytes_of(copy), sizeof(value));
	free(copy);
	return value;
}

START_TEST(keeps_the_last_call)
{
	kept_calls calls = NULL;

	ck_assert_ptr_null(kept_get(&calls, KEPT_MADE, 0));
	ck_assert(!kept_has(&calls, KEPT_MADE, 0));
	set(&calls, 3, 30);
	set(&calls, 0, 1);
	set(&calls, 3, 31);
	ck_assert_int_eq(get(&calls, 0), 1);
	ck_assert_int_eq(get(&calls, 1), -1);
	ck_assert_int_eq(get(&calls, 3), 31);
	ck_assert_int_eq(get(&calls, 4), -1);
	ck_assert_ptr_null(kept_get(&calls, KEPT_MADE, 0));
	kept_forget(&calls);
	ck_assert_int_eq(get(&calls, 3), -1);
	free(calls);
}
END_TEST

START_TEST(sorts_are_apart)
{
	kept_calls calls = NULL;
	struct call *made, *built;

	kept_set(&calls, KEPT_MADE, 0, FAKE_CALL(&fake, clCreateProgramWithSource, 0));
	kept_set(&calls, KEPT_BUILT, 0, FAKE_CALL(&fake, clBuildProgram, 0));
	kept_set(&calls, KEPT_BUILT, 0, FAKE_CALL(&fake, clCompileProgram, 0));
	made = kept_get(&calls, KEPT_MADE, 0);
	built = kept_get(&calls, KEPT_BUILT, 0);
	ck_assert_uint_eq(made->slot, CLROUTER_SLOT_clCreateProgramWithSource);
	ck_assert_uint_eq(built->slot, CLROUTER_SLOT_clCompileProgram);
	free(made);
	free(built);
	kept_forget(&calls);
	free(calls);
}
END_TEST

START_TEST(copies_a_setup)
{
	kept_calls from = NULL, to = NULL;

	kept_copy_setup(&to, &from);
	set(&to, 5, 50);
	set(&from, 1, 10);
	kept_copy_setup(&to, &from);
	ck_assert_int_eq(get(&to, 1), 10);
	ck_assert_int_eq(get(&to, 5), -1);
	set(&from, 1, 11);
	ck_assert_int_eq(get(&to, 1), 10);
	kept_copy_setup(&to, &to);
	ck_assert_int_eq(get(&to, 1), 10);
	kept_forget(&from);
	kept_forget(&to);
	free(from);
	free(to);
}
END_TEST

START_TEST(an_absurd_index_is_not_kept)
{
	kept_calls calls = NULL;

	set(&calls, SETUP_ARGUMENTS - 1, 1);
	set(&calls, SETUP_ARGUMENTS, 2);
	set(&calls, UINT32_MAX, 3);
	ck_assert_int_eq(get(&calls, SETUP_ARGUMENTS - 1), 1);
	ck_assert_int_eq(get(&calls, SETUP_ARGUMENTS), -1);
	ck_assert(!kept_has_lost(&calls));
	kept_forget(&calls);
	free(calls);
}
END_TEST

/* Whichever allocation fails: an argument has its value or none, and never an older one. */
START_TEST(short_memory_leaves_no_old_value)
{
	const char large[SETUP_SMALL + 1] = { 2 };
	kept_calls calls = NULL;
	struct setup_value given;

	set(&calls, 0, 1);
	short_memory_set(SHORT_FOR_GOOD, 1);
	set(&calls, 0, 2);
	short_memory_set(SHORT_ONCE, 0);
	ck_assert_int_eq(get(&calls, 0), 2);
	ck_assert(!kept_has_lost(&calls));
	short_memory_set(SHORT_FOR_GOOD, 1);
	given = setup_bytes(CLROUTER_SLOT_clSetKernelArg, sizeof(large), large);
	kept_set_argument(&calls, 0, &given);
	set(&calls, 1, 1);
	short_memory_set(SHORT_ONCE, 0);
	ck_assert_int_eq(get(&calls, 0), -1);
	ck_assert_int_eq(get(&calls, 1), -1);
	ck_assert(kept_has_lost(&calls));
	kept_forget(&calls);
	ck_assert(!kept_has_lost(&calls));
	set(&calls, 0, 3);
	short_memory_set(SHORT_ONCE, 1);
	ck_assert_ptr_null(kept_get_argument(&calls, 0));
	short_memory_set(SHORT_ONCE, 0);
	ck_assert(kept_has_lost(&calls));
	kept_forget(&calls);
	free(calls);
}
END_TEST

/* -- constants and parts --------------------------------------------------------- */

static void set_constant(kept_calls *calls, uint64_t id, int value)
{
	kept_set(calls, KEPT_CONSTANT, id,
		 FAKE_CALL(&fake, clSetProgramSpecializationConstant, 0, id, sizeof(value),
			   FAKE_POINTER(&value)));
}

/* The id and the value of the constant at POSITION. */
static bool constant_is(kept_calls *calls, size_t position, uint64_t id, int expected)
{
	struct call *call = kept_get_constant(calls, position);
	int value = -1;
	bool is_equal;

	if (!call)
		return false;
	memcpy(&value, call_pointer(call, ARG_clSetProgramSpecializationConstant_spec_value),
	       sizeof(value));
	is_equal = value == expected &&
		   call_number(call, ARG_clSetProgramSpecializationConstant_spec_id) == id;
	free(call);
	return is_equal;
}

START_TEST(constants_have_the_order_of_the_first_call)
{
	kept_calls calls = NULL;

	ck_assert_ptr_null(kept_get_constant(&calls, 0));
	ck_assert(!kept_has_lost(&calls));
	set_constant(&calls, UINT32_MAX, 1);
	set_constant(&calls, 3, 2);
	set_constant(&calls, UINT32_MAX, 3);
	ck_assert(constant_is(&calls, 0, UINT32_MAX, 3));
	ck_assert(constant_is(&calls, 1, 3, 2));
	ck_assert_ptr_null(kept_get_constant(&calls, 2));
	ck_assert(!kept_has_lost(&calls));
	kept_forget(&calls);
	ck_assert_ptr_null(kept_get_constant(&calls, 0));
	free(calls);
}
END_TEST

START_TEST(too_many_constants_are_lost)
{
	kept_calls calls = NULL;

	for (uint64_t i = 0; i < KEPT_CONSTANTS; i++)
		set_constant(&calls, i, 1);
	ck_assert(!kept_has_lost(&calls));
	set_constant(&calls, KEPT_CONSTANTS, 1);
	ck_assert(kept_has_lost(&calls));
	ck_assert_ptr_null(kept_get_constant(&calls, KEPT_CONSTANTS));
	kept_forget(&calls);
	ck_assert(!kept_has_lost(&calls));
	free(calls);
}
END_TEST

static void make(kept_calls *calls, const char *source)
{
	kept_set(calls, KEPT_MADE, 0,
		 FAKE_CALL(&fake, clCreateProgramWithSource, 0, 1, FAKE_POINTER(&source)));
}

/* Is PART, which the caller gives up, the program with SOURCE? */
static bool part_is(struct kept *part, const char *source)
{
	kept_calls calls = part;
	struct call *made = part ? kept_get(&calls, KEPT_MADE, 0) : NULL;
	const char *const *strings;
	bool is_equal;

	if (!made)
		return false;
	strings = call_pointer(made, ARG_clCreateProgramWithSource_strings);
	is_equal = strcmp(strings[0], source) == 0;
	free(made);
	kept_give_back(part);
	return is_equal;
}

/* What becomes of the programs later changes no part, nor does another whole. */
START_TEST(parts_stay_as_they_were)
{
	kept_calls header = NULL, object = NULL, linked = NULL, unknown = NULL;
	kept_calls *const headers[] = { &header };
	kept_calls *const objects[] = { &object, NULL, &object, &unknown };
	kept_calls part;
	struct kept *taken;

	make(&header, "header");
	make(&object, "object");
	set_constant(&object, 5, 6);
	kept_set_parts(&object, headers, 1);
	kept_set_parts(&linked, objects, 4);
	kept_forget(&header);
	make(&object, "another");
	kept_set_parts(&object, NULL, 0);
	ck_assert_uint_eq(kept_part_count(&object), 0);
	ck_assert_uint_eq(kept_part_count(&linked), 4);
	ck_assert_ptr_null(kept_take_part(&linked, 1));
	ck_assert_ptr_null(kept_take_part(&linked, 3));
	ck_assert_ptr_null(kept_take_part(&linked, 4));
	ck_assert(part_is(kept_take_part(&linked, 2), "object"));
	taken = kept_take_part(&linked, 0);
	kept_forget(&linked);
	part = taken;
	ck_assert(constant_is(&part, 0, 5, 6));
	ck_assert(part_is(kept_take_part(&part, 0), "header"));
	ck_assert(part_is(taken, "object"));
	kept_forget(&object);
	free(header);
	free(object);
	free(linked);
}
END_TEST

/* Whichever allocation fails: a part is what it was, or it is not known. */
START_TEST(short_memory_leaves_no_half_part)
{
	kept_calls object = NULL, linked = NULL;
	kept_calls *const objects[] = { &object };
	kept_calls part;
	bool is_whole = false;
	struct kept *taken;

	make(&object, "object");
	kept_set(&object, KEPT_BUILT, 0, FAKE_CALL(&fake, clCompileProgram, 0));
	set_constant(&object, 5, 6);
	for (unsigned int number = 1; !is_whole; number++) {
		ck_assert_uint_lt(number, 30);
		short_memory_set(SHORT_ONCE, number);
		kept_set_parts(&linked, objects, 1);
		short_memory_set(SHORT_ONCE, 0);
		taken = kept_take_part(&linked, 0);
		if (!taken)
			continue;
		part = taken;
		is_whole = !kept_has_lost(&part);
		ck_assert(!is_whole || constant_is(&part, 0, 5, 6));
		ck_assert(part_is(taken, "object"));
	}
	kept_forget(&object);
	kept_forget(&linked);
	free(object);
	free(linked);
}
END_TEST

#define ROUNDS 2000

static void *set_and_get(void *data)
{
	kept_calls *calls = data;
	struct fake_call own;
	struct call *copy;

	for (int i = 0; i < ROUNDS; i++) {
		set(calls, (size_t)(i % 9), i);
		ck_assert_int_lt(get(calls, (size_t)(i % 7)), ROUNDS);
		kept_set(calls, KEPT_CONSTANT, (size_t)(i % 9),
			 FAKE_CALL(&own, clSetProgramSpecializationConstant, 0, 0, sizeof(i),
				   FAKE_POINTER(&i)));
		copy = kept_get(calls, KEPT_CONSTANT, (size_t)(i % 7));
		ck_assert(!copy ||
			  copy->slot == CLROUTER_SLOT_clSetProgramSpecializationConstant);
		free(copy);
	}
	return NULL;
}

START_TEST(two_threads_set_and_get)
{
	kept_calls calls = NULL;
	pthread_t other;

	ck_assert_int_eq(pthread_create(&other, NULL, set_and_get, &calls), 0);
	set_and_get(&calls);
	ck_assert_int_eq(pthread_join(other, NULL), 0);
	ck_assert_int_ge(get(&calls, 8), 0);
	kept_forget(&calls);
	free(calls);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("kept");
	TCase *tcase = unit_tcase(suite, "kept", 20);

	tcase_add_test(tcase, keeps_the_last_call);
	tcase_add_test(tcase, sorts_are_apart);
	tcase_add_test(tcase, copies_a_setup);
	tcase_add_test(tcase, an_absurd_index_is_not_kept);
	tcase_add_test(tcase, short_memory_leaves_no_old_value);
	tcase_add_test(tcase, constants_have_the_order_of_the_first_call);
	tcase_add_test(tcase, too_many_constants_are_lost);
	tcase_add_test(tcase, parts_stay_as_they_were);
	tcase_add_test(tcase, short_memory_leaves_no_half_part);
	tcase_add_test(tcase, two_threads_set_and_get);
	return unit_run(suite);
}
