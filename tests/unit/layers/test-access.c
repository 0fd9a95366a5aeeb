/* SPDX-License-Identifier: Apache-2.0 */
/* access: which uses of memory conflict. */
#include "layers/validation/races/access.h"

#include "unit/unit.h"

static const size_t zeros[3] = { 0, 0, 0 };
static const size_t box[3] = { 16, 4, 2 };

START_TEST(bytes_conflict)
{
	static const struct {
		uint64_t begin, size;
		bool writes, conflicts;
	} rows[] = {
		{ 0, 101, false, true }, { 0, 101, true, true },  { 199, 1, false, true },
		{ 200, 1, true, false }, { 0, 100, true, false }, { 99, 2, true, true },
		{ 100, 100, true, true }, { 120, 10, false, true },
	};
	const struct access other = access_bytes(7, 100, 100, true);
	const struct access reader = access_bytes(7, 100, 100, false);
	struct access elsewhere;

	for (int i = 0; i < UNIT_ROWS(rows); i++) {
		struct access one =
			access_bytes(7, rows[i].begin, rows[i].size, rows[i].writes);

		ck_assert_int_eq(access_conflicts(&one, &other), rows[i].conflicts);
		ck_assert_int_eq(access_conflicts(&other, &one), rows[i].conflicts);
		ck_assert_int_eq(access_conflicts(&one, &reader),
				 rows[i].conflicts && rows[i].writes);
		elsewhere = one;
		elsewhere.space = 8;
		ck_assert(!access_conflicts(&elsewhere, &other));
	}
}
END_TEST

/* The rows begin at 1000, 1064, 1128, 1192; those of the second slice at 1512, ... */
START_TEST(rows_conflict_with_bytes)
{
	static const struct {
		uint64_t begin, size;
		bool conflicts;
	} rows[] = {
		{ 1000, 1, true },  { 1015, 1, true },	{ 1016, 48, false }, { 1016, 49, true },
		{ 1192, 16, true }, { 1208, 304, false }, { 1208, 305, true }, { 1719, 1, true },
		{ 1720, 9, false }, { 0, 1000, false },	{ 0, 1001, true },   { 0, 9999, true },
	};
	const struct access mine = access_rows(7, 1000, zeros, box, 64, 512, true);

	ck_assert_uint_eq(mine.begin, 1000);
	ck_assert_uint_eq(mine.end, 1720);
	for (int i = 0; i < UNIT_ROWS(rows); i++) {
		struct access other = access_bytes(7, rows[i].begin, rows[i].size, false);

		ck_assert_int_eq(access_conflicts(&mine, &other), rows[i].conflicts);
		ck_assert_int_eq(access_conflicts(&other, &mine), rows[i].conflicts);
	}
}
END_TEST

START_TEST(rows_conflict_with_rows)
{
	const size_t beside[3] = { 16, 0, 0 }, below[3] = { 0, 4, 0 }, corner[3] = { 15, 3, 1 };
	const struct access mine = access_rows(7, 1000, zeros, box, 64, 512, true);
	struct access other = access_rows(7, 1000, beside, box, 64, 512, true);

	ck_assert(!access_conflicts(&mine, &other));
	other = access_rows(7, 1000, below, box, 64, 512, true);
	ck_assert(!access_conflicts(&mine, &other));
	other = access_rows(7, 1000, corner, box, 64, 512, false);
	ck_assert(access_conflicts(&mine, &other));
	/* Rows of another length: it is not known. */
	other = access_rows(7, 1000, zeros, box, 32, 512, false);
	ck_assert(!access_conflicts(&mine, &other));
}
END_TEST

/* A box that is too large to be compared row by row, and pitches that are left out. */
START_TEST(large_boxes_are_not_known)
{
	const size_t tall[3] = { 1, 70000, 1 }, deep[3] = { 1, 300, 300 };
	struct access mine = access_rows(7, 0, zeros, tall, 2, 0, true);
	struct access other = access_bytes(7, 0, 1, true);

	ck_assert(!access_conflicts(&mine, &other));
	mine = access_rows(7, 0, zeros, deep, 2, 0, true);
	ck_assert(!access_conflicts(&mine, &other));
	mine = access_rows(7, 0, zeros, box, 0, 0, true);
	ck_assert_uint_eq(mine.end, 16 * 4 * 2);
	ck_assert(access_conflicts(&mine, &other));
}
END_TEST

START_TEST(elements_conflict)
{
	const size_t corner[3] = { 15, 3, 1 }, beside[3] = { 16, 0, 0 };
	const struct access mine = access_elements(7, zeros, box, true);
	const struct access near = access_elements(7, corner, box, false);
	const struct access away = access_elements(7, beside, box, true);
	struct access whole = access_bytes(7, 0, 0, false);

	whole.end = UINT64_MAX;
	ck_assert(access_conflicts(&mine, &near));
	ck_assert(!access_conflicts(&mine, &away));
	ck_assert(access_conflicts(&mine, &whole));
	ck_assert(!access_conflicts(&near, &whole));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("access");
	TCase *tcase = unit_tcase(suite, "access", 10);

	tcase_add_test(tcase, bytes_conflict);
	tcase_add_test(tcase, rows_conflict_with_bytes);
	tcase_add_test(tcase, rows_conflict_with_rows);
	tcase_add_test(tcase, large_boxes_are_not_known);
	tcase_add_test(tcase, elements_conflict);
	return unit_run(suite);
}
