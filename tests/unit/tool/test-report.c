/* SPDX-License-Identifier: Apache-2.0 */
/* report: pairs that are sent through a pipe, also by a child that dies while it sends. */
#include "tool/probe/driver/report.h"

#include <fcntl.h>
#include <limits.h>
#include <unistd.h>

#include "unit/unit.h"

START_TEST(pairs_come_in_order)
{
	struct report report;
	const char *value;
	const char *key;
	char bytes[256];
	ssize_t size;
	int ends[2];

	ck_assert_int_eq(pipe2(ends, O_CLOEXEC), 0);
	report_put(ends[1], "name", "a driver\n");
	report_put(ends[1], "absent", NULL);
	report_put(ends[1], "empty", "");
	report_put_number(ends[1], "number", LONG_MIN);
	size = read(ends[0], bytes, sizeof(bytes));
	ck_assert_int_gt(size, 0);
	report_init(&report, bytes, (size_t)size);
	ck_assert(report_next(&report, &key, &value));
	ck_assert_str_eq(key, "name");
	ck_assert_str_eq(value, "a driver\n");
	ck_assert(report_next(&report, &key, &value));
	ck_assert_str_eq(key, "empty");
	ck_assert_str_eq(value, "");
	ck_assert(report_next(&report, &key, &value));
	ck_assert_str_eq(key, "number");
	ck_assert_int_eq(report_number(value), LONG_MIN);
	ck_assert(!report_next(&report, &key, &value));
	close(ends[0]);
	close(ends[1]);
}
END_TEST

static const struct {
	const char *bytes;
	size_t size;
	int expected;	/* whole pairs */
} reports[] = {
	{ "", 0, 0 },
	{ "key", 3, 0 },
	{ "key\0", 4, 0 },
	{ "key\0val", 7, 0 },
	{ "key\0value\0", 10, 1 },
	{ "key\0value\0k", 11, 1 },
	{ "key\0value\0key\0", 14, 1 },
	{ "\0\0\0\0", 4, 2 },
};

START_TEST(half_a_pair_is_no_pair)
{
	struct report report;
	const char *value;
	const char *key;
	int count = 0;

	report_init(&report, reports[_i].bytes, reports[_i].size);
	while (report_next(&report, &key, &value))
		count++;
	ck_assert_int_eq(count, reports[_i].expected);
	ck_assert(!report_next(&report, &key, &value));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("report");
	TCase *tcase = unit_tcase(suite, "report", 10);

	tcase_add_test(tcase, pairs_come_in_order);
	tcase_add_loop_test(tcase, half_a_pair_is_no_pair, 0, UNIT_ROWS(reports));
	return unit_run(suite);
}
