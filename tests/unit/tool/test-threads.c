/* SPDX-License-Identifier: Apache-2.0 */
/* threads: time inside of OpenCL, nested calls, calls that go on. */
#include "tool/report/threads.h"

#include "unit/unit.h"

START_TEST(nested_calls)
{
	struct thread_nesting nesting = { .depth = 0 };

	ck_assert_uint_eq(thread_enter(&nesting, 10, 50), 0);
	ck_assert_uint_eq(thread_enter(&nesting, 20, 30), 1);
	ck_assert_uint_eq(thread_enter(&nesting, 22, 25), 2);
	ck_assert_uint_eq(thread_enter(&nesting, 30, 40), 1);
	ck_assert_uint_eq(thread_enter(&nesting, 50, 60), 0);
	for (uint64_t i = 0; i < 100; i++)
		ck_assert_uint_lt(thread_enter(&nesting, 100 + i, UINT64_MAX), THREAD_DEPTH);
}
END_TEST

/* Times of a damaged record: calls that end before they begin, and that overlap. */
START_TEST(time_counts_once)
{
	struct thread thread = { .id = 1 };

	thread_cover(&thread, 10, 50);
	thread_cover(&thread, 50, 60);
	ck_assert_uint_eq(thread.returned, 50);
	thread_cover(&thread, 40, 70);
	ck_assert_uint_eq(thread.returned, 60);
	thread_cover(&thread, 90, 80);
	thread_cover(&thread, 20, 30);
	ck_assert_uint_eq(thread.returned, 60);
}
END_TEST

START_TEST(threads_are_found)
{
	struct threads threads = { .list = NULL };

	for (uint32_t id = 1; id <= 1000; id++)
		ck_assert_uint_eq(threads_find(&threads, 7 * id)->id, 7 * id);
	ck_assert_uint_eq(threads.count, 1000);
	for (uint32_t id = 1; id <= 1000; id++)
		ck_assert_ptr_eq(threads_find(&threads, 7 * id), &threads.list[id - 1]);
	ck_assert_ptr_eq(threads_get(&threads, 14), &threads.list[1]);
	ck_assert_ptr_null(threads_get(&threads, 15));
	threads_done(&threads);
}
END_TEST

/* Deeper calls are not kept. */
START_TEST(calls_that_go_on)
{
	struct thread thread = { .id = 1 };

	for (uint64_t i = 1; i <= 2 * THREAD_DEPTH; i++)
		thread_begin(&thread, &(struct thread_call){ .reference = i });
	ck_assert_uint_eq(thread.depth, THREAD_DEPTH);
	ck_assert_ptr_nonnull(thread_find_call(&thread, THREAD_DEPTH));
	ck_assert_ptr_null(thread_find_call(&thread, THREAD_DEPTH + 1));
	thread_end(&thread, 1);
	ck_assert_uint_eq(thread.depth, THREAD_DEPTH - 1);
	ck_assert_uint_eq(thread.calls[1].reference, 3);
	ck_assert_ptr_null(thread_find_call(&thread, 2));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("threads");
	TCase *tcase = unit_tcase(suite, "threads", 10);

	tcase_add_test(tcase, nested_calls);
	tcase_add_test(tcase, time_counts_once);
	tcase_add_test(tcase, threads_are_found);
	tcase_add_test(tcase, calls_that_go_on);
	return unit_run(suite);
}
