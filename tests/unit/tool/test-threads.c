/* SPDX-License-Identifier: Apache-2.0 */
/* threads: time inside of OpenCL, nested calls, threads that are added more than once. */
#include "tool/report/threads.h"

#include "unit/unit.h"

START_TEST(nested_time_counts_once)
{
	struct thread thread = { 0 };

	ck_assert_uint_eq(thread_enter(&thread, 10, 50), 0);
	ck_assert_uint_eq(thread_enter(&thread, 20, 30), 1);
	ck_assert_uint_eq(thread_enter(&thread, 22, 25), 2);
	ck_assert_uint_eq(thread_enter(&thread, 30, 40), 1);
	ck_assert_uint_eq(thread_enter(&thread, 50, 60), 0);
	ck_assert_uint_eq(thread.inside, 50);
	ck_assert_uint_eq(thread.calls, 5);
}
END_TEST

/* Times of a damaged record: calls that end before they begin, and more depth than there can be. */
START_TEST(strange_times_do_no_harm)
{
	struct thread thread = { 0 };

	thread_enter(&thread, 50, 10);
	ck_assert_uint_eq(thread.inside, 0);
	for (uint64_t i = 0; i < 100; i++)
		ck_assert_uint_lt(thread_enter(&thread, 100 + i, UINT64_MAX), THREAD_DEPTH);
	ck_assert_uint_eq(thread.inside, UINT64_MAX - 100);
}
END_TEST

START_TEST(threads_are_found)
{
	struct threads threads = { 0 };
	struct threads copy;

	ck_assert(threads_add(&threads, 9, NULL));
	ck_assert(threads_add(&threads, 4, NULL));
	ck_assert(threads_add(&threads, 9, "nine"));
	ck_assert(threads_add(&threads, 9, NULL));
	threads_sort(&threads);
	ck_assert_uint_eq(threads.count, 2);
	ck_assert_str_eq(threads_find(&threads, 9)->name, "nine");
	ck_assert_ptr_null(threads_find(&threads, 4)->name);
	ck_assert_ptr_null(threads_find(&threads, 5));
	thread_enter(threads_find(&threads, 9), 1, 2);
	ck_assert(threads_copy(&copy, &threads));
	ck_assert_str_eq(threads_find(&copy, 9)->name, "nine");
	ck_assert_uint_eq(threads_find(&copy, 9)->calls, 0);
	threads_done(&copy);
	threads_done(&threads);
	ck_assert_ptr_null(threads_find(&threads, 9));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("threads");
	TCase *tcase = unit_tcase(suite, "threads", 10);

	tcase_add_test(tcase, nested_time_counts_once);
	tcase_add_test(tcase, strange_times_do_no_harm);
	tcase_add_test(tcase, threads_are_found);
	return unit_run(suite);
}
