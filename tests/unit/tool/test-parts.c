/* SPDX-License-Identifier: Apache-2.0 */
/* number-map, strings, depth, busy: what is kept of many calls and commands. */
#include "tool/report/busy.h"
#include "tool/report/depth.h"
#include "tool/report/numbers.h"
#include "tool/report/strings.h"

#include <stdio.h>

#include "unit/unit.h"

#define MANY 10000

/* Keys near each other, of which each third one goes again. */
START_TEST(numbers)
{
	struct pointer_map map = { 0 };

	ck_assert_uint_eq(number_map_get(&map, 1), 0);
	number_map_remove(&map, 1);
	for (size_t i = 0; i < MANY; i++)
		ck_assert(number_map_set(&map, i * 8, i + 1));
	for (size_t i = 0; i < MANY; i += 3)
		number_map_remove(&map, i * 8);
	for (size_t i = 0; i < MANY; i++)
		ck_assert_uint_eq(number_map_get(&map, i * 8), i % 3 == 0 ? 0 : i + 1);
	ck_assert_uint_eq(map.used, MANY - (MANY + 2) / 3);
	ck_assert(number_map_set(&map, 8, 77));
	ck_assert_uint_eq(number_map_get(&map, 8), 77);
	pointer_map_done(&map);
}
END_TEST

START_TEST(texts)
{
	struct strings names = { .list = NULL };
	char text[32];

	for (size_t i = 0; i < MANY; i++) {
		snprintf(text, sizeof(text), "kernel %zu", i / 2);
		ck_assert_uint_eq(strings_add(&names, text), i / 2);
	}
	ck_assert_uint_eq(strings_add(&names, ""), MANY / 2);
	ck_assert_str_eq(names.list[7].text, "kernel 7");
	strings_done(&names);
}
END_TEST

/* More than are kept: their number is right, and none of them costs more than one that is. */
START_TEST(deep)
{
	struct depth depth = { 0 };

	for (uint64_t i = 1; i <= 3 * DEPTH_MOST; i++)
		ck_assert(depth_add(&depth, i));
	ck_assert_uint_eq(depth_settle(&depth), 3 * DEPTH_MOST);
	depth_done_until(&depth, DEPTH_MOST / 2);
	ck_assert_uint_eq(depth_settle(&depth), 3 * DEPTH_MOST - DEPTH_MOST / 2);
	depth_done_until(&depth, 3 * DEPTH_MOST);
	ck_assert_uint_eq(depth_settle(&depth), 0);
	depth_free(&depth);
}
END_TEST

/* Another thread's finish can be read before what it has waited for. */
START_TEST(order_of_depth)
{
	struct depth depth = { 0 };

	depth_done_until(&depth, 10);
	ck_assert(depth_add(&depth, 9));
	ck_assert(depth_add(&depth, 11));
	ck_assert_uint_eq(depth_settle(&depth), 1);
	ck_assert(depth_done_alone(&depth, 12));
	ck_assert(depth_add(&depth, 12));
	ck_assert(depth_add(&depth, 13));
	ck_assert_uint_eq(depth_settle(&depth), 2);
	depth_free(&depth);
}
END_TEST

static void add_span(struct busy *busy, uint64_t start, uint64_t end, const char *name)
{
	ck_assert(busy_add(busy, &(struct busy_span){
						.start = start, .end = end, .reference = start, .name = name }));
}

/* Spans that overlap, that touch, that come later than others that begin after them. */
START_TEST(union_of_spans)
{
	struct busy busy = { .spans = NULL };
	struct busy_sum sum = busy_sum(&busy);

	ck_assert(!sum.has_any);
	ck_assert_uint_eq(sum.busy, 0);
	add_span(&busy, 100, 200, "a");
	add_span(&busy, 150, 250, "b");
	add_span(&busy, 400, 500, "d");
	ck_assert_uint_eq(busy_sum(&busy).busy, 250);
	add_span(&busy, 250, 300, "c");
	sum = busy_sum(&busy);
	ck_assert_uint_eq(sum.busy, 300);
	ck_assert_uint_eq(sum.idle, 100);
	ck_assert_uint_eq(sum.longest.time, 100);
	ck_assert_str_eq(sum.longest.after, "c");
	ck_assert_uint_eq(sum.longest.reference, 400);
	ck_assert(busy_settle(&busy));
	add_span(&busy, 500, 600, "e");
	ck_assert_uint_eq(busy_sum(&busy).busy, 400);
	busy_settle(&busy);
}
END_TEST

/* Memory is bounded, and what comes nearly in order is added up exactly. */
START_TEST(many_spans)
{
	struct busy busy = { .spans = NULL };
	const uint64_t count = 20 * BUSY_SPANS;

	for (uint64_t i = 0; i < count; i += 2) {
		add_span(&busy, 10 * (i + 1), 10 * (i + 1) + 8, "odd");
		add_span(&busy, 10 * i, 10 * i + 8, "even");
		ck_assert_uint_le(busy.count, BUSY_SPANS);
	}
	ck_assert_uint_eq(busy_sum(&busy).busy, 8 * count);
	ck_assert_uint_eq(busy_sum(&busy).idle, 2 * (count - 1));
	/* Much later than those after it: it gets what the others leave. */
	add_span(&busy, 0, 20, "late");
	ck_assert_uint_le(busy_sum(&busy).busy, 8 * count + 20);
	busy_settle(&busy);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("parts");
	TCase *tcase = unit_tcase(suite, "parts", 20);

	tcase_add_test(tcase, numbers);
	tcase_add_test(tcase, texts);
	tcase_add_test(tcase, deep);
	tcase_add_test(tcase, order_of_depth);
	tcase_add_test(tcase, union_of_spans);
	tcase_add_test(tcase, many_spans);
	return unit_run(suite);
}
