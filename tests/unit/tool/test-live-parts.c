/* SPDX-License-Identifier: Apache-2.0 */
/* live-map, live-names, live-depth, live-threads: what is kept of a program that runs. */
#include "tool/report/live/live-depth.h"
#include "tool/report/live/live-map.h"
#include "tool/report/live/live-names.h"
#include "tool/report/live/live-threads.h"

#include <stdio.h>
#include <string.h>

#include "unit/unit.h"

#define MANY 10000

/* Keys near each other, of which each third one goes again. */
START_TEST(numbers)
{
	struct pointer_map map = { 0 };

	ck_assert_uint_eq(live_map_get(&map, 1), 0);
	live_map_remove(&map, 1);
	for (size_t i = 0; i < MANY; i++)
		ck_assert(live_map_set(&map, i * 8, i + 1));
	for (size_t i = 0; i < MANY; i += 3)
		live_map_remove(&map, i * 8);
	for (size_t i = 0; i < MANY; i++)
		ck_assert_uint_eq(live_map_get(&map, i * 8), i % 3 == 0 ? 0 : i + 1);
	ck_assert_uint_eq(map.used, MANY - (MANY + 2) / 3);
	ck_assert(live_map_set(&map, 8, 77));
	ck_assert_uint_eq(live_map_get(&map, 8), 77);
	pointer_map_done(&map);
}
END_TEST

START_TEST(texts)
{
	struct live_names names = { .list = NULL };
	char text[32];

	for (size_t i = 0; i < MANY; i++) {
		snprintf(text, sizeof(text), "kernel %zu", i / 2);
		ck_assert_uint_eq(live_names_add(&names, text), i / 2);
	}
	ck_assert_uint_eq(live_names_add(&names, ""), MANY / 2);
	ck_assert_str_eq(names.list[7].text, "kernel 7");
	live_names_done(&names);
}
END_TEST

/* More than are kept: their number is right, and none of them costs more than one that is. */
START_TEST(deep)
{
	struct live_depth depth = { 0 };

	for (uint64_t i = 1; i <= 3 * LIVE_DEPTH_MOST; i++)
		ck_assert(live_depth_add(&depth, i));
	ck_assert_uint_eq(live_depth_settle(&depth), 3 * LIVE_DEPTH_MOST);
	live_depth_done_until(&depth, LIVE_DEPTH_MOST / 2);
	ck_assert_uint_eq(live_depth_settle(&depth), 3 * LIVE_DEPTH_MOST - LIVE_DEPTH_MOST / 2);
	live_depth_done_until(&depth, 3 * LIVE_DEPTH_MOST);
	ck_assert_uint_eq(live_depth_settle(&depth), 0);
	live_depth_free(&depth);
}
END_TEST

/* Another thread's finish can be read before what it has waited for. */
START_TEST(order_of_depth)
{
	struct live_depth depth = { 0 };

	live_depth_done_until(&depth, 10);
	ck_assert(live_depth_add(&depth, 9));
	ck_assert(live_depth_add(&depth, 11));
	ck_assert_uint_eq(live_depth_settle(&depth), 1);
	ck_assert(live_depth_done_alone(&depth, 12));
	ck_assert(live_depth_add(&depth, 12));
	ck_assert(live_depth_add(&depth, 13));
	ck_assert_uint_eq(live_depth_settle(&depth), 2);
	live_depth_free(&depth);
}
END_TEST

START_TEST(many_threads)
{
	struct live_threads threads = { .list = NULL };

	for (uint32_t id = 1; id <= 100; id++) {
		struct live_thread *thread = live_threads_find(&threads, id);

		ck_assert_ptr_nonnull(thread);
		thread->has_ended = id % 2 == 0;
		live_thread_set_name(thread, "a name that is longer than what is kept of the name "
					     "of a thread",
				     63 + id % 2);
	}
	live_threads_settle(&threads, 0);
	ck_assert_uint_eq(threads.count, 50);
	for (uint32_t id = 1; id <= 100; id += 2) {
		ck_assert_uint_eq(live_threads_find(&threads, id)->id, id);
		ck_assert_uint_lt(strlen(live_threads_find(&threads, id)->name), LIVE_THREAD_NAME);
	}
	ck_assert_uint_eq(threads.count, 50);
	live_threads_done(&threads);
}
END_TEST

/* Deeper calls are not kept, and one that is lost does not count. */
START_TEST(nested)
{
	struct live_threads threads = { .list = NULL };
	struct live_thread *thread = live_threads_find(&threads, 1);
	struct record_call call = { .begin = 10 };

	for (uint64_t i = 0; i < 2 * LIVE_THREAD_DEPTH; i++)
		live_thread_begin(thread, &call, i + 1);
	ck_assert_uint_eq(thread->depth, LIVE_THREAD_DEPTH);
	ck_assert(live_thread_is_in(thread, 1));
	ck_assert(!live_thread_is_in(thread, LIVE_THREAD_DEPTH + 1));
	live_threads_settle(&threads, 30);
	ck_assert_uint_eq(thread->now.inside, 20);
	while (thread->depth > 1)
		live_thread_end(thread, thread->depth - 1, NULL);
	call.end = 50;
	live_thread_end(thread, 0, &call);
	live_threads_settle(&threads, 60);
	ck_assert_uint_eq(thread->now.inside, 40);
	live_threads_done(&threads);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("live-parts");
	TCase *tcase = unit_tcase(suite, "live-parts", 20);

	tcase_add_test(tcase, numbers);
	tcase_add_test(tcase, texts);
	tcase_add_test(tcase, deep);
	tcase_add_test(tcase, order_of_depth);
	tcase_add_test(tcase, many_threads);
	tcase_add_test(tcase, nested);
	return unit_run(suite);
}
