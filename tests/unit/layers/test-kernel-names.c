/* SPDX-License-Identifier: Apache-2.0 */
/* kernel-names: a number for each name, whatever the handles are. */
#include "layers/record/file/kernel-names.h"

#include <stdio.h>

#include "unit/unit.h"

static char handles[4];
#define HANDLE(number) ((cl_kernel)&handles[number])

START_TEST(kernels_of_one_name_have_one_number)
{
	kernel_names_set(HANDLE(0), "add");
	kernel_names_set(HANDLE(1), "multiply");
	kernel_names_set(HANDLE(2), "add");
	ck_assert_uint_ge(kernel_names_find(HANDLE(0)), KERNEL_FIRST);
	ck_assert_uint_eq(kernel_names_find(HANDLE(0)), kernel_names_find(HANDLE(2)));
	ck_assert_uint_ne(kernel_names_find(HANDLE(0)), kernel_names_find(HANDLE(1)));
	ck_assert_str_eq(kernel_names_text(kernel_names_find(HANDLE(1))), "multiply");
}
END_TEST

START_TEST(another_kernel_at_the_same_address)
{
	kernel_names_set(HANDLE(0), "add");
	kernel_names_set(HANDLE(0), "divide");
	ck_assert_str_eq(kernel_names_text(kernel_names_find(HANDLE(0))), "divide");
}
END_TEST

START_TEST(what_has_no_name)
{
	kernel_names_set(NULL, "add");
	kernel_names_set(HANDLE(0), NULL);
	ck_assert_uint_eq(kernel_names_find(NULL), KERNEL_NONE);
	ck_assert_uint_eq(kernel_names_find(HANDLE(0)), KERNEL_UNKNOWN);
	ck_assert_str_eq(kernel_names_text(KERNEL_UNKNOWN), "(unknown)");
}
END_TEST

/* Names beyond the last number count together; those before keep theirs. */
START_TEST(too_many_names)
{
	char name[32];

	for (int i = 0; i < 5000; i++) {
		snprintf(name, sizeof(name), "kernel%d", i);
		kernel_names_set(HANDLE(0), name);
		if (i < KERNEL_NAMES - KERNEL_FIRST)
			ck_assert_str_eq(kernel_names_text(kernel_names_find(HANDLE(0))), name);
		else
			ck_assert_uint_eq(kernel_names_find(HANDLE(0)), KERNEL_OTHER);
	}
	kernel_names_set(HANDLE(0), "kernel7");
	ck_assert_str_eq(kernel_names_text(kernel_names_find(HANDLE(0))), "kernel7");
	ck_assert_str_eq(kernel_names_text(KERNEL_OTHER), "(other)");
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("kernel-names");
	TCase *tcase = unit_tcase(suite, "numbers", 20);

	tcase_add_test(tcase, kernels_of_one_name_have_one_number);
	tcase_add_test(tcase, another_kernel_at_the_same_address);
	tcase_add_test(tcase, what_has_no_name);
	tcase_add_test(tcase, too_many_names);
	return unit_run(suite);
}
