/* SPDX-License-Identifier: Apache-2.0 */
/* Tests of state/left-over.c: which objects are one group, and in which order groups come. */
#include "state/left-over.h"

#include <stdio.h>
#include <stdlib.h>

#include <clrouter/layer.h>

#include "unit/unit.h"

static char objects[8];	/* their addresses are the handles */
static char places[3];

static void make(int object, enum object_kind kind, unsigned int by, int place)
{
	live_made(kind, &objects[object], by, &places[place]);
}

static void expect(const struct left_group *group, int first, size_t count, long references)
{
	ck_assert_ptr_eq(group->first, live_object(&objects[first]));
	ck_assert_uint_eq(group->count, count);
	ck_assert_int_eq(group->references, references);
}

START_TEST(nothing_is_left)
{
	size_t count = 1;
	struct left_group *groups;

	make(0, OBJECT_MEM, CLROUTER_SLOT_clCreateBuffer, 0);
	live_release(live_object(&objects[0]), CLROUTER_SLOT_clReleaseMemObject);
	groups = left_over_groups(false, &count);
	ck_assert_ptr_nonnull(groups);
	ck_assert_uint_eq(count, 0);
	free(groups);
}
END_TEST

/* Kind, function and place are the same in a group; the oldest object is its first. */
START_TEST(groups_of_one_place)
{
	struct left_group *groups;
	size_t count;

	make(0, OBJECT_MEM, CLROUTER_SLOT_clCreateBuffer, 1);
	make(1, OBJECT_MEM, CLROUTER_SLOT_clCreateBuffer, 0);
	make(2, OBJECT_MEM, CLROUTER_SLOT_clCreateBuffer, 1);
	make(3, OBJECT_MEM, CLROUTER_SLOT_clCreateImage, 1);
	make(4, OBJECT_EVENT, CLROUTER_SLOT_clCreateUserEvent, 1);
	make(5, OBJECT_MEM, CLROUTER_SLOT_clCreateBuffer, 1);
	live_retain(live_object(&objects[5]));
	live_release(live_object(&objects[1]), CLROUTER_SLOT_clReleaseMemObject);
	groups = left_over_groups(false, &count);
	ck_assert_uint_eq(count, 3);
	expect(&groups[0], 0, 3, 4);
	expect(&groups[1], 3, 1, 1);
	expect(&groups[2], 4, 1, 1);
	free(groups);
}
END_TEST

static __attribute__((noinline)) void make_deeper(int object)
{
	make(object, OBJECT_MEM, CLROUTER_SLOT_clCreateBuffer, 0);
	unit_path("");	/* no call at the end, which would be a jump */
}

/* The place is the same, but what called it is not. */
START_TEST(groups_of_one_stack)
{
	struct left_group *groups;
	struct stack *stack;
	size_t count;

	live_keep_stacks();
	stack = live_take_stack();
	free(stack);
	if (!stack) {
		printf("not tested: groups by stack: this C library has no backtrace()\n");
		return;
	}
	make_deeper(0);
	make(1, OBJECT_MEM, CLROUTER_SLOT_clCreateBuffer, 0);
	groups = left_over_groups(true, &count);
	ck_assert_uint_eq(count, 2);
	free(groups);
	groups = left_over_groups(false, &count);
	ck_assert_uint_eq(count, 1);
	expect(&groups[0], 0, 2, 2);
	free(groups);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("left-over");
	TCase *tcase = unit_tcase(suite, "left-over", 20);

	tcase_add_test(tcase, nothing_is_left);
	tcase_add_test(tcase, groups_of_one_place);
	tcase_add_test(tcase, groups_of_one_stack);
	return unit_run(suite);
}
