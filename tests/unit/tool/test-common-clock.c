/* SPDX-License-Identifier: Apache-2.0 */
/* common-clock: records of one machine, whose date was set meanwhile, of another one, and of none. */
#include "tool/report/summary/common-clock.h"

#include <limits.h>
#include <stdio.h>
#include <unistd.h>

#include "tool/record-maker.h"
#include "unit/unit.h"

#define SECOND UINT64_C(1000000000)
#define MOST 3

struct began {
	const char *host; /* NULL: the record does not say it */
	uint64_t monotonic, realtime; /* s; all zero: it is no record */
};

static const struct {
	struct began records[MOST];
	uint64_t starts[MOST]; /* s, after the first one */
} rows[] = {
	/* One machine; the date was set by 3 s after the first, and by 2 s back after the second. */
	{ { { "a", 100, 1000 }, { "a", 105, 1008 }, { "a", 101, 1002 } }, { 0, 5, 1 } },
	/* The second one is the first by the date, but not by the clock. */
	{ { { "a", 100, 1000 }, { "a", 101, 995 }, { "a", 99, 999 } }, { 1, 2, 0 } },
	/* Other machines have other clocks. */
	{ { { "a", 100, 1000 }, { "b", 100, 1003 }, { "a", 102, 1003 } }, { 0, 3, 2 } },
	{ { { "a", 100, 1000 }, { "b", 5, 999 }, { "b", 6, 1001 } }, { 1, 0, 1 } },
	/* The machine was started again, or is another one of the same name. */
	{ { { "a", 100, 1000 }, { "a", 5, 1060 }, { "a", 7, 1062 } }, { 0, 60, 62 } },
	{ { { NULL, 100, 1000 }, { NULL, 105, 1008 }, { "a", 100, 1004 } }, { 0, 5, 4 } },
	{ { { "a", 100, 1000 }, { NULL, 0, 0 }, { "a", 105, 1008 } }, { 0, 0, 5 } },
	{ { { NULL, 0, 0 }, { NULL, 0, 0 }, { NULL, 0, 0 } }, { 0, 0, 0 } },
};

static void write_record(const char *path, const struct began *began)
{
	const int file = maker_begin_file(path, 5);

	maker_header.monotonic = began->monotonic * SECOND;
	maker_header.realtime = began->realtime * SECOND;
	if (began->host)
		maker_text(RECORD_PROCESS, RECORD_HOST, began->host);
	maker_write_file(file);
	close(file);
	if (began->realtime == 0)
		ck_assert_int_eq(truncate(path, 100), 0);
}

START_TEST(starts)
{
	char paths[MOST][PATH_MAX];
	const char *list[MOST];
	const struct inputs inputs = { .paths = list, .count = MOST };
	struct common_clock clock;

	for (int i = 0; i < MOST; i++) {
		snprintf(paths[i], PATH_MAX, "%s/record-%d", unit_dir, i);
		list[i] = paths[i];
		write_record(paths[i], &rows[_i].records[i]);
	}
	ck_assert(common_clock_read(&clock, &inputs));
	for (int i = 0; i < MOST; i++) {
		const bool is_record = rows[_i].records[i].realtime > 0;

		ck_assert_uint_eq(clock.starts[i] > 0, is_record);
		if (is_record)
			ck_assert_uint_eq((clock.starts[i] - clock.first) / SECOND,
					  rows[_i].starts[i]);
	}
	common_clock_done(&clock);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("common-clock");
	TCase *tcase = unit_tcase(suite, "common-clock", 20);

	tcase_add_loop_test(tcase, starts, 0, UNIT_ROWS(rows));
	return unit_run(suite);
}
