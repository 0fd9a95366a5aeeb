/* SPDX-License-Identifier: Apache-2.0 */
/* Tests of base/common/list.c. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/common/list.h"
#include "unit/unit.h"

START_TEST(elements_stay)
{
	unsigned int *list = NULL;

	for (unsigned int i = 0; i < 1000; i++) {
		ck_assert(list_make_space(&list, i, sizeof(*list)));
		list[i] = i;
	}
	for (unsigned int i = 0; i < 1000; i++)
		ck_assert_uint_eq(list[i], i);
	free(list);
}
END_TEST

START_TEST(elements_stay_in_an_arena)
{
	unsigned int *list = NULL;

	for (unsigned int i = 0; i < 1000; i++) {
		ck_assert(list_make_space_in(&unit_arena, &list, i, sizeof(*list)));
		ck_assert_uint_eq(list[i], 0);
		list[i] = i + 1;
	}
	for (unsigned int i = 0; i < 1000; i++)
		ck_assert_uint_eq(list[i], i + 1);
	ck_assert(!list_make_space_in(&unit_arena, &list, SIZE_MAX / 8 + 1, 16));
	ck_assert_uint_eq(list[999], 1000);
}
END_TEST

/* The size of what would be asked for does not fit into a size_t. A sanitizer would end the program. */
START_TEST(too_much_is_refused)
{
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
	puts("not tested: a size that is too large: a sanitizer ends the program");
#else
	char *list = NULL;
	char *before;

	ck_assert(list_make_space(&list, 0, 1));
	list[0] = 'x';
	before = list;
	ck_assert(!list_make_space(&list, (size_t)1 << (sizeof(size_t) * 8 - 2), 16));
	ck_assert_ptr_eq(list, before);
	ck_assert_int_eq(list[0], 'x');
	ck_assert(!list_make_space(&list, 16, SIZE_MAX / 2));
	ck_assert_ptr_eq(list, before);
	free(list);
#endif
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("list");
	TCase *tcase = unit_tcase(suite, "list", 20);

	tcase_add_test(tcase, elements_stay);
	tcase_add_test(tcase, elements_stay_in_an_arena);
	tcase_add_test(tcase, too_much_is_refused);
	return unit_run(suite);
}
