/* SPDX-License-Identifier: Apache-2.0 */
/* spans: few stay as they are; of many, short neighbours in a row become one, and none is lost. */
#include "tool/report/spans.h"

#include "unit/unit.h"

static void add(struct spans *spans, uint64_t row, uint64_t begin, uint64_t end, const char *name)
{
	const struct span span = { row, begin, end, name, 1 };

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

	ck_assert(spans_init(&spans));
	add(&spans, 2, 10, 20, "b");
	add(&spans, 1, 30, 40, "a");
	add(&spans, 1, 10, 20, "a");
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
	const uint64_t count = 10 * SPANS_MAX;
	struct spans spans;
	bool has_long = false;

	ck_assert(spans_init(&spans));
	add(&spans, 7, 0, 1000000000, "long");
	for (uint64_t i = 0; i < count; i++)
		add(&spans, i % 5, i * 100, i * 100 + 50, i % 2 ? "odd" : "even");
	spans_finish(&spans);
	ck_assert_uint_le(spans.count, SPANS_MAX);
	ck_assert_uint_gt(spans.count, SPANS_MAX / 4);
	ck_assert_uint_eq(count_all(&spans), count + 1);
	ck_assert_uint_gt(spans.merged, count / 2);
	for (size_t i = 0; i < spans.count; i++)
		has_long |= spans.list[i].count == 1 && spans.list[i].end == 1000000000;
	ck_assert(has_long);
	spans_done(&spans);
}
END_TEST

START_TEST(names_of_merged_spans_are_kept_if_equal)
{
	char copy[] = "same";
	struct spans spans;

	ck_assert(spans_init(&spans));
	for (uint64_t i = 0; i < 4 * SPANS_MAX; i++) {
		add(&spans, 0, i, i + 1, i % 2 ? "same" : copy);
		add(&spans, 1, i, i + 1, i % 2 ? "one" : "two");
	}
	spans_finish(&spans);
	for (size_t i = 0; i < spans.count; i++)
		if (spans.list[i].count > 1)
			ck_assert_int_eq(spans.list[i].name != NULL, spans.list[i].row == 0);
	spans_done(&spans);
}
END_TEST

START_TEST(rows_are_limited)
{
	struct spans spans;

	ck_assert(spans_init(&spans));
	for (uint64_t i = 0; i < 3 * SPANS_MAX; i++)
		add(&spans, i, 5, UINT64_MAX, "a");
	spans_finish(&spans);
	ck_assert_uint_eq(spans.count, SPANS_ROWS);
	ck_assert_uint_eq(count_all(&spans), 3 * SPANS_MAX);
	spans_done(&spans);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("spans");
	TCase *tcase = unit_tcase(suite, "spans", 30);

	tcase_add_test(tcase, few_stay);
	tcase_add_test(tcase, many_are_merged);
	tcase_add_test(tcase, names_of_merged_spans_are_kept_if_equal);
	tcase_add_test(tcase, rows_are_limited);
	return unit_run(suite);
}
