/* SPDX-License-Identifier: Apache-2.0 */
/* region: which rows fit, and which regions overlap. Random ones are compared byte by byte. */
#include "opencl/region.h"

#include <stdlib.h>
#include <string.h>

#include "unit/unit.h"

static const size_t zeros[3] = { 0, 0, 0 };
static const size_t box[3] = { 16, 4, 2 };

static struct region rows_at(uint64_t base, const size_t origin[3], const size_t size[3],
			     uint64_t row, uint64_t slice)
{
	struct region rows;

	ck_assert_int_eq(region_rows(&rows, base, origin, size, row, slice), REGION_GOOD);
	return rows;
}

static void check(const struct region *a, const struct region *b, bool overlap)
{
	ck_assert_int_eq(region_overlap(a, b), overlap);
	ck_assert_int_eq(region_overlap(b, a), overlap);
}

START_TEST(bytes_overlap)
{
	static const struct {
		uint64_t begin, size;
		bool overlap;
	} rows[] = {
		{ 0, 101, true },   { 199, 1, true },	{ 200, 1, false },  { 0, 100, false },
		{ 99, 2, true },    { 100, 100, true }, { 120, 10, true },
	};
	const struct region other = region_bytes(100, 100);
	const struct region one = region_bytes(rows[_i].begin, rows[_i].size);

	check(&one, &other, rows[_i].overlap);
}
END_TEST

START_TEST(equal_counts_overlap)
{
	ck_assert(region_bytes_overlap(10, 13, 4) && region_bytes_overlap(13, 10, 4));
	ck_assert(!region_bytes_overlap(10, 14, 4) && !region_bytes_overlap(14, 10, 4));
	ck_assert(!region_bytes_overlap(10, 10, 0) && region_bytes_overlap(10, 10, 1));
}
END_TEST

/* The rows begin at 1000, 1064, 1128, 1192; the second slice's rows at 1512, ... */
START_TEST(rows_overlap_with_bytes)
{
	static const struct {
		uint64_t begin, size;
		bool overlap;
	} rows[] = {
		{ 1000, 1, true },  { 1015, 1, true },	{ 1016, 48, false }, { 1016, 49, true },
		{ 1192, 16, true }, { 1208, 304, false }, { 1208, 305, true }, { 1719, 1, true },
		{ 1720, 9, false }, { 0, 1000, false },	{ 0, 1001, true },   { 0, 9999, true },
	};
	const struct region mine = rows_at(1000, zeros, box, 64, 512);
	const struct region other = region_bytes(rows[_i].begin, rows[_i].size);

	ck_assert_uint_eq(mine.begin, 1000);
	ck_assert_uint_eq(mine.end, 1720);
	check(&mine, &other, rows[_i].overlap);
}
END_TEST

/* Which of BYTES the rows have. */
static void mark(const struct region *rows, bool bytes[4096])
{
	for (uint64_t z = 0; z < rows->size[2]; z++)
		for (uint64_t y = 0; y < rows->size[1]; y++)
			memset(bytes + rows->begin + y * rows->row + z * rows->slice, true,
			       rows->size[0]);
}

static struct region random_rows(uint64_t row, uint64_t slice)
{
	const size_t origin[3] = { (size_t)rand() % 7, (size_t)rand() % 7, (size_t)rand() % 3 };
	const size_t size[3] = { 1 + (size_t)rand() % 5, 1 + (size_t)rand() % 5,
				 1 + (size_t)rand() % 5 };

	return rows_at((uint64_t)(rand() % 64), origin, size, row, slice);
}

/* Their origins may be in other rows, as those in sub-buffers are. */
START_TEST(rows_overlap_with_rows)
{
	bool found[2] = { false, false };

	srand(1);
	for (int i = 0; i < 4000; i++) {
		const uint64_t row = 5 + (uint64_t)rand() % 4;
		const uint64_t slice = 5 * row + (uint64_t)rand() % 9;
		const struct region a = random_rows(row, slice);
		const struct region b = random_rows(row, slice);
		bool bytes[2][4096] = { { false } };
		bool overlap = false;

		mark(&a, bytes[0]);
		mark(&b, bytes[1]);
		for (size_t k = 0; k < 4096; k++)
			overlap |= bytes[0][k] && bytes[1][k];
		check(&a, &b, overlap);
		found[overlap] = true;
	}
	ck_assert(found[false] && found[true]);
}
END_TEST

/* Rows of another length, or too many to be looked at. */
START_TEST(some_overlaps_are_not_known)
{
	const size_t tall[3] = { 1, 70000, 1 }, deep[3] = { 1, 300, 300 };
	const struct region byte = region_bytes(0, 1);
	struct region mine = rows_at(0, zeros, box, 64, 512);
	struct region other = rows_at(0, zeros, box, 32, 512);

	check(&mine, &other, false);
	mine = rows_at(0, zeros, tall, 2, 0);
	check(&mine, &byte, false);
	mine = rows_at(0, zeros, deep, 2, 0);
	check(&mine, &byte, false);
	mine = rows_at(0, zeros, box, 0, UINT64_C(1) << 62);
	check(&mine, &mine, false);
	other = region_elements(zeros, box);
	check(&mine, &other, false);
}
END_TEST

START_TEST(rows_fit)
{
	static const size_t most = SIZE_MAX / 2 + 1;
	static const struct {
		size_t origin[3], size[3];
		uint64_t row, slice;
		enum region_fit fit;
		uint64_t end;
	} rows[] = {
		{ { 0, 0, 0 }, { 16, 4, 2 }, 0, 0, REGION_GOOD, 128 },
		{ { 0, 0, 0 }, { 16, 4, 2 }, 20, 0, REGION_GOOD, 156 },
		{ { 1, 2, 3 }, { 16, 4, 2 }, 16, 64, REGION_GOOD, 353 },
		{ { 0, 0, 0 }, { 0, 4, 2 }, 0, 0, REGION_WRONG, 0 },
		{ { 0, 0, 0 }, { 16, 0, 2 }, 0, 0, REGION_WRONG, 0 },
		{ { 0, 0, 0 }, { 16, 4, 0 }, 0, 0, REGION_WRONG, 0 },
		{ { 0, 0, 0 }, { 16, 4, 2 }, 15, 0, REGION_WRONG, 0 },
		{ { 0, 0, 0 }, { 16, 4, 2 }, 0, 63, REGION_WRONG, 0 },
		{ { 0, 0, 0 }, { 16, 4, 2 }, UINT64_C(1) << 62, 0, REGION_LONG, 0 },
		{ { 0, 0, 4 }, { 16, 4, 2 }, 0, UINT64_C(1) << 62, REGION_LONG, 0 },
		{ { 0, 0, 3 }, { 16, 4, 2 }, 0, UINT64_C(1) << 62, REGION_LONG, 0 },
		{ { 1, most, 0 }, { 2, 1, 1 }, 0, 0, REGION_LONG, 0 },
	};
	struct region found;

	/* In 32 bits the last one ends at 2^32. */
	if (SIZE_MAX == UINT32_MAX && _i == UNIT_ROWS(rows) - 1)
		return;
	ck_assert_int_eq(region_rows(&found, 0, rows[_i].origin, rows[_i].size, rows[_i].row,
				     rows[_i].slice),
			 rows[_i].fit);
	if (rows[_i].fit == REGION_GOOD)
		ck_assert_uint_eq(found.end, rows[_i].end);
}
END_TEST

START_TEST(elements_overlap)
{
	const size_t corner[3] = { 15, 3, 1 }, beside[3] = { 16, 0, 0 };
	const struct region mine = region_elements(zeros, box);
	const struct region near = region_elements(corner, box);
	const struct region away = region_elements(beside, box);
	const struct region whole = { .end = UINT64_MAX };

	check(&mine, &near, true);
	check(&mine, &away, false);
	check(&mine, &whole, true);
	check(&away, &whole, true);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("region");
	TCase *tcase = unit_tcase(suite, "region", 10);

	tcase_add_loop_test(tcase, bytes_overlap, 0, 7);
	tcase_add_test(tcase, equal_counts_overlap);
	tcase_add_loop_test(tcase, rows_overlap_with_bytes, 0, 12);
	tcase_add_test(tcase, rows_overlap_with_rows);
	tcase_add_test(tcase, some_overlaps_are_not_known);
	tcase_add_loop_test(tcase, rows_fit, 0, 12);
	tcase_add_test(tcase, elements_overlap);
	return unit_run(suite);
}
