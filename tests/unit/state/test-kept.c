/* SPDX-License-Identifier: Apache-2.0 */
/* kept: calls by sort and index, in place of older ones, copied, forgotten, and from two threads.
 */
#include "state/kept.h"

#include <pthread.h>
#include <stdlib.h>

#include "layers/short-memory.h"
#include "state/kernels.h"
#include "unit/state/fake-driver.h"
#include "unit/unit.h"

static struct fake_call fake;

static void set(kept_calls *calls, size_t index, int value)
{
	kept_set(calls, KEPT_ARGUMENT, index,
		 FAKE_CALL(&fake, clSetKernelArg, 0, index, sizeof(value), FAKE_POINTER(&value)));
}

/* The value of argument INDEX, -1 if it has none. */
static int get(kept_calls *calls, size_t index)
{
	struct call *copy = kept_get(calls, KEPT_ARGUMENT, index);
	int value = -1;

	if (copy != NULL)
		memcpy(&value, call_pointer(copy, ARG_clSetKernelArg_arg_value), sizeof(value));
	free(copy);
	return value;
}

START_TEST(keeps_the_last_call)
{
	kept_calls calls = NULL;

	ck_assert_ptr_null(kept_get(&calls, KEPT_MADE, 0));
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

START_TEST(copies_arguments)
{
	kept_calls from = NULL, to = NULL;

	kept_copy_arguments(&to, &from);
	set(&to, 5, 50);
	set(&from, 1, 10);
	kept_copy_arguments(&to, &from);
	ck_assert_int_eq(get(&to, 1), 10);
	ck_assert_int_eq(get(&to, 5), -1);
	set(&from, 1, 11);
	ck_assert_int_eq(get(&to, 1), 10);
	kept_copy_arguments(&to, &to);
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

	set(&calls, KERNELS_ARGUMENTS - 1, 1);
	set(&calls, KERNELS_ARGUMENTS, 2);
	set(&calls, UINT32_MAX, 3);
	ck_assert_int_eq(get(&calls, KERNELS_ARGUMENTS - 1), 1);
	ck_assert_int_eq(get(&calls, KERNELS_ARGUMENTS), -1);
	kept_forget(&calls);
	free(calls);
}
END_TEST

/* Whichever allocation fails: an argument has its value or none, and never an older one. */
START_TEST(short_memory_leaves_no_old_call)
{
	const int new_value = 2;
	kept_calls calls = NULL;
	int value;

	for (unsigned int number = 1; number < 4; number++) {
		set(&calls, 0, 1);
		FAKE_CALL(&fake, clSetKernelArg, 0, 0, sizeof(new_value), FAKE_POINTER(&new_value));
		short_memory_set(SHORT_FOR_GOOD, number);
		kept_set(&calls, KEPT_ARGUMENT, 0, &fake.call);
		short_memory_set(SHORT_ONCE, 0);
		value = get(&calls, 0);
		ck_assert_int_eq(value, number == 1 ? -1 : 2);
	}
	kept_forget(&calls);
	free(calls);
}
END_TEST

#define ROUNDS 2000

static void *set_and_get(void *data)
{
	kept_calls *calls = data;
	struct fake_call own;
	struct call *copy;

	for (int i = 0; i < ROUNDS; i++) {
		kept_set(calls, KEPT_ARGUMENT, (size_t)(i % 9),
			 FAKE_CALL(&own, clSetKernelArg, 0, 0, sizeof(i), FAKE_POINTER(&i)));
		copy = kept_get(calls, KEPT_ARGUMENT, (size_t)(i % 7));
		ck_assert(copy == NULL || copy->slot == CLROUTER_SLOT_clSetKernelArg);
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
	tcase_add_test(tcase, copies_arguments);
	tcase_add_test(tcase, an_absurd_index_is_not_kept);
	tcase_add_test(tcase, short_memory_leaves_no_old_call);
	tcase_add_test(tcase, two_threads_set_and_get);
	return unit_run(suite);
}
