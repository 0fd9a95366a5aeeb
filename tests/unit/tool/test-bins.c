/* SPDX-License-Identifier: Apache-2.0 */
/*
 * bins: counts and times are those that were added, in each part of the time and in all of it, also
 * after parts were made longer.
 */
#include "tool/report/page/bins.h"

#include <stdlib.h>

#include "base/array.h"
#include "unit/unit.h"

#define PARTS 4096

/* What the bins of one row and name have in each part. */
struct sums {
	uint64_t counts[PARTS];
	uint64_t times[PARTS];
};

static int compare_parts(const void *left, const void *right)
{
	const struct bin *a = *(const struct bin *const *)left;
	const struct bin *b = *(const struct bin *const *)right;

	return a->part < b->part ? -1 : a->part > b->part;
}

static void read_bins(const struct bins *bins, uint64_t row, uint32_t name, struct sums *sums)
{
	const struct bin *found[PARTS];
	size_t count = 0;
	uint64_t depth = 0;

	*sums = (struct sums){ { 0 }, { 0 } };
	for (size_t i = 0; i < bins->capacity; i++)
		if (bins->table[i].is_used && bins->table[i].row == row &&
		    bins->table[i].name == name)
			found[count++] = &bins->table[i];
	qsort(found, count, sizeof(*found), compare_parts);
	for (size_t i = 0; i < count; i++) {
		const uint32_t end = i + 1 < count ? found[i + 1]->part : found[i]->part + 1;

		depth += found[i]->cover;
		sums->counts[found[i]->part] = found[i]->count;
		sums->times[found[i]->part] = found[i]->time;
		for (uint32_t part = found[i]->part; part < end; part++)
			sums->times[part] += depth * bins->width;
	}
}

/* The time of the span from BEGIN to END that is in PART. */
static uint64_t time_in(const struct bins *bins, uint32_t part, uint64_t begin, uint64_t end)
{
	const uint64_t from = part * bins->width;
	const uint64_t to = from + bins->width;
	const uint64_t first = begin > from ? begin : from;
	const uint64_t last = end < to ? end : to;

	return last > first ? last - first : 0;
}

static const struct {
	uint64_t begin;
	uint64_t end;
} spans[] = {
	{ 0, 0 },	{ 5, 6 },    { 0, 2048 },   { 700, 2000 }, { 1023, 1025 },
	{ 2047, 2047 }, { 1, 2046 }, { 999, 1999 }, { 64, 128 },   { 127, 129 },
};

static void check_parts(const struct bins *bins)
{
	static struct sums sums;

	read_bins(bins, 3, 7, &sums);
	for (uint32_t part = 0; part <= 2048 / bins->width; part++) {
		uint64_t count = 0;
		uint64_t time = 0;

		for (size_t i = 0; i < ARRAY_SIZE(spans); i++) {
			count += spans[i].begin / bins->width == part;
			time += time_in(bins, part, spans[i].begin, spans[i].end);
		}
		ck_assert_uint_eq(sums.counts[part], count);
		ck_assert_uint_eq(sums.times[part], time);
	}
}

START_TEST(parts_have_their_share)
{
	struct bins bins;

	ck_assert(bins_init(&bins, 2047, 1));
	ck_assert_uint_eq(bins.width, 1);
	for (size_t i = 0; i < ARRAY_SIZE(spans); i++)
		ck_assert(bins_add(&bins, 3, 7, spans[i].begin, spans[i].end));
	check_parts(&bins);
	bins_done(&bins);
}
END_TEST

/* Many other names of rows make the parts longer, which changes nothing but their number. */
START_TEST(longer_parts_have_the_same)
{
	struct bins bins;

	ck_assert(bins_init(&bins, 2047, 1));
	for (size_t i = 0; i < ARRAY_SIZE(spans); i++)
		ck_assert(bins_add(&bins, 3, 7, spans[i].begin, spans[i].end));
	for (uint64_t i = 0; i < 400000; i++)
		ck_assert(bins_add(&bins, 100 + i % 16, (uint32_t)(i % 50), i / 400,
				   i / 400 + i % 40));
	ck_assert(!bins.is_full);
	ck_assert_uint_ge(bins.width, 4);
	check_parts(&bins);
	bins_done(&bins);
}
END_TEST

START_TEST(times_of_any_size_are_taken)
{
	struct bins bins;

	ck_assert(bins_init(&bins, 1000, 1));
	ck_assert(bins_add(&bins, 0, 0, 0, UINT64_MAX));
	ck_assert(bins_add(&bins, UINT64_MAX, UINT32_MAX, UINT64_MAX, UINT64_MAX));
	/* More names than there is space for: nothing is known, and nothing is wrong. */
	for (uint32_t i = 0; i < 400000; i++)
		ck_assert(bins_add(&bins, i, i, UINT64_MAX - i, UINT64_MAX));
	ck_assert(bins.is_full);
	bins_done(&bins);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("bins");
	TCase *tcase = unit_tcase(suite, "bins", 60);

	tcase_add_test(tcase, parts_have_their_share);
	tcase_add_test(tcase, longer_parts_have_the_same);
	tcase_add_test(tcase, times_of_any_size_are_taken);
	return unit_run(suite);
}
