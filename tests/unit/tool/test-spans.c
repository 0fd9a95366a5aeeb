/* SPDX-License-Identifier: Apache-2.0 */
/* spans: few stay as they are; of many, short neighbours in a row become one, and none is lost. */
#include "tool/report/page/spans.h"

#include "unit/unit.h"

#define MOST 20000

enum { LONG, ODD, EVEN, ONE, TWO, SAME };

static void add(struct spans *spans, uint64_t row, uint64_t begin, uint64_t end, uint32_t name)
{
	const struct span span = { .row = row, .begin = begin, .end = end, .name = name };

	spans_add(spans, &span);
}

static uint64_t count_all(const struct spans *spans)
{
	uint64_t count = spans->left_out;

	for (size_t i = 0; i < spans->count; i++)
		count += spans->list[i].count;
	return count;
}

START_TEST(few_stay)
{
	struct spans spans;

	ck_assert(spans_init(&spans, MOST, SPANS_ROWS));
	add(&spans, 2, 10, 20, TWO);
	add(&spans, 1, 30, 40, ONE);
	add(&spans, 1, 10, 20, ONE);
	spans_finish(&spans);
	ck_assert_uint_eq(spans.count, 3);
	ck_assert_uint_eq(spans.merged, 0);
	ck_assert_uint_eq(spans.list[0].begin, 10);
	ck_assert_uint_eq(spans.list[1].begin, 30);
	ck_assert_uint_eq(spans.list[2].row, 2);
	spans_done(&spans);
}
END_TEST

/* A long span among many short ones is not merged with them. */
START_TEST(many_are_merged)
{
	const uint64_t count = 10 * MOST;
	struct spans spans;
	bool has_long = false;

	ck_assert(spans_init(&spans, MOST, SPANS_ROWS));
	add(&spans, 7, 0, 1000000000, LONG);
	for (uint64_t i = 0; i < count; i++)
		add(&spans, i % 5, i * 100, i * 100 + 50, i % 2 ? ODD : EVEN);
	spans_finish(&spans);
	ck_assert_uint_le(spans.count, MOST);
	ck_assert_uint_gt(spans.count, MOST / 4);
	ck_assert_uint_eq(count_all(&spans), count + 1);
	ck_assert_uint_gt(spans.merged, count / 2);
	for (size_t i = 0; i < spans.count; i++)
		has_long |= spans.list[i].count == 1 && spans.list[i].end == 1000000000;
	ck_assert(has_long);
	spans_done(&spans);
}
END_TEST

/* Of several names, the one with most of the time is kept; durations and counts are added up. */
START_TEST(merged_spans_say_what_they_are_of)
{
	struct spans spans;
	uint64_t busy = 0;

	ck_assert(spans_init(&spans, MOST, SPANS_ROWS));
	for (uint64_t i = 0; i < 4 * MOST; i++) {
		add(&spans, 0, 10 * i, 10 * i + 5, SAME);
		add(&spans, 1, 10 * i, 10 * i + (i % 3 ? 9 : 1), i % 3 ? TWO : ONE);
	}
	spans_finish(&spans);
	ck_assert_uint_gt(spans.merged, 0);
	for (size_t i = 0; i < spans.count; i++) {
		const struct span *span = &spans.list[i];

		busy += span->row == 0 ? span->busy : 0;
		if (span->count == 1)
			continue;
		ck_assert_int_eq(span->is_mixed, span->row == 1);
		ck_assert_uint_eq(span->name, span->row == 1 ? TWO : SAME);
	}
	ck_assert_uint_eq(busy, 4 * MOST * 5);
	spans_done(&spans);
}
END_TEST

START_TEST(rows_are_limited)
{
	struct spans spans;

	ck_assert(spans_init(&spans, MOST, SPANS_ROWS));
	for (uint64_t i = 0; i < 3 * MOST; i++)
		add(&spans, i, 5, UINT64_MAX, ONE);
	spans_finish(&spans);
	ck_assert_uint_eq(spans.count, SPANS_ROWS);
	ck_assert_uint_eq(count_all(&spans), 3 * MOST);
	spans_done(&spans);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("spans");
	TCase *tcase = unit_tcase(suite, "spans", 30);

	tcase_add_test(tcase, few_stay);
	tcase_add_test(tcase, many_are_merged);
	tcase_add_test(tcase, merged_spans_say_what_they_are_of);
	tcase_add_test(tcase, rows_are_limited);
	return unit_run(suite);
}
