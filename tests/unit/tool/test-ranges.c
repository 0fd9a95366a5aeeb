/* SPDX-License-Identifier: Apache-2.0 */
/* ranges: how a program's own ranges are paired, whatever it does, and what is added up in them. */
#include "tool/report/ranges.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tool/record-maker.h"
#include "tool/report/model.h"
#include "tool/report/view/view-tables.h"
#include "unit/unit.h"

#define MAIN 5
#define WORKER 6
#define STOP 1000 /* ms */

static struct ranges ranges;

static void setup(void)
{
	ranges = (struct ranges){ .to = UINT64_MAX, .keeps_marks = true };
	maker_begin_chunk(MAIN, 4096);
}

static void teardown(void)
{
	ranges_done(&ranges);
}

static uint64_t ms(unsigned int time)
{
	return MAKER_START + time * MAKER_MS;
}

static void see(size_t offset, uint32_t thread)
{
	const struct record_place place = { .reference = 4096 + offset, .thread = thread };

	ck_assert(ranges_see(&ranges, maker_record(offset), place));
}

static void say(enum record_range_kind kind, unsigned int time, const char *domain,
		const char *name, uint64_t id, uint32_t thread)
{
	see(maker_range(kind, time, domain, name, id), thread);
}

static void push(unsigned int time, const char *name)
{
	say(RECORD_RANGE_PUSH, time, NULL, name, 0, MAIN);
}

static void pop(unsigned int time)
{
	say(RECORD_RANGE_POP, time, NULL, NULL, 0, MAIN);
}

static void settle(void)
{
	static const struct commands none;

	ck_assert(ranges_pair(&ranges));
	ranges_settle(&ranges, &none, ms(STOP));
}

/* The row of NAME, which is there once. */
static const struct range_row *row_of(const char *name)
{
	const struct range_row *found = NULL;

	for (size_t i = 0; i < ranges.row_count; i++)
		if (strcmp(ranges.rows[i].name, name) == 0) {
			ck_assert_ptr_null(found);
			found = &ranges.rows[i];
		}
	ck_assert_ptr_nonnull(found);
	return found;
}

static void expect(const char *name, uint64_t count, uint64_t open, unsigned int total)
{
	ck_assert_uint_eq(row_of(name)->count, count);
	ck_assert_uint_eq(row_of(name)->open, open);
	ck_assert_uint_eq(row_of(name)->total, total * MAKER_MS);
	ck_assert_uint_eq(row_of(name)->times.count, count - open);
}

/* -- pushes and pops ------------------------------------------------------------------------- */

START_TEST(nested_ranges_are_paired)
{
	push(1, "outer");
	push(2, "inner");
	pop(4);
	push(5, "inner");
	pop(9);
	pop(10);
	settle();
	expect("outer", 1, 0, 9);
	expect("inner", 2, 0, 6);
	ck_assert_uint_eq(row_of("inner")->times.least, 2 * MAKER_MS);
	ck_assert_uint_eq(row_of("inner")->times.most, 4 * MAKER_MS);
	ck_assert_uint_eq(ranges.unpaired, 0);
}
END_TEST

START_TEST(a_pop_too_many_ends_nothing)
{
	pop(1);
	push(2, "a");
	pop(3);
	pop(4);
	say(RECORD_RANGE_END, 5, NULL, NULL, 7, MAIN);
	settle();
	expect("a", 1, 0, 1);
	ck_assert_uint_eq(ranges.unpaired, 3);
	ck_assert_uint_eq(ranges.row_count, 1);
}
END_TEST

START_TEST(a_push_without_a_pop_lasts_to_the_end)
{
	push(100, "never");
	push(200, "inner");
	pop(300);
	settle();
	expect("never", 1, 1, STOP - 100);
	expect("inner", 1, 0, 100);
	/* A later round ends it. */
	pop(400);
	settle();
	expect("never", 1, 0, 300);
}
END_TEST

START_TEST(threads_and_domains_have_stacks_of_their_own)
{
	push(1, "main");
	say(RECORD_RANGE_PUSH, 2, NULL, "worker", 0, WORKER);
	say(RECORD_RANGE_PUSH, 3, "d", "domain", 0, MAIN);
	pop(10);
	say(RECORD_RANGE_POP, 11, "d", NULL, 0, MAIN);
	say(RECORD_RANGE_POP, 12, "d", NULL, 0, WORKER);
	say(RECORD_RANGE_POP, 13, NULL, NULL, 0, WORKER);
	settle();
	expect("main", 1, 0, 9);
	expect("domain", 1, 0, 8);
	expect("worker", 1, 0, 11);
	ck_assert_str_eq(row_of("domain")->domain, "d");
	ck_assert_ptr_null(row_of("main")->domain);
	ck_assert_uint_eq(ranges.unpaired, 1);
}
END_TEST

/* -- begins and ends of any thread ------------------------------------------------------------- */

START_TEST(an_end_may_come_from_another_thread)
{
	/* Its chunk is read first. */
	say(RECORD_RANGE_END, 30, NULL, NULL, 1, WORKER);
	say(RECORD_RANGE_BEGIN, 10, NULL, "a", 1, MAIN);
	say(RECORD_RANGE_BEGIN, 20, NULL, "b", 2, MAIN);
	say(RECORD_RANGE_BEGIN, 20, "d", "c", 2, MAIN);
	say(RECORD_RANGE_END, 25, "d", NULL, 2, WORKER);
	settle();
	expect("a", 1, 0, 20);
	expect("b", 1, 1, STOP - 20);
	expect("c", 1, 0, 5);
	ck_assert_uint_eq(row_of("a")->kind, RANGE_SHARED);
	say(RECORD_RANGE_END, 40, NULL, NULL, 2, WORKER);
	settle();
	expect("b", 1, 0, 20);
	ck_assert_uint_eq(ranges.unpaired, 0);
	ck_assert_uint_eq(ranges.edge_count, 0);
}
END_TEST

START_TEST(an_id_may_be_used_again)
{
	for (unsigned int i = 0; i < 10; i++) {
		say(RECORD_RANGE_BEGIN, 10 * i, NULL, "frame", 0, MAIN);
		say(RECORD_RANGE_END, 10 * i + 3, NULL, NULL, 0, MAIN);
	}
	settle();
	expect("frame", 10, 0, 30);
	ck_assert_uint_eq(row_of("frame")->times.most, 3 * MAKER_MS);
}
END_TEST

/* It began before the record, or is of a later round than this one. */
START_TEST(an_end_without_a_begin_waits_for_it)
{
	say(RECORD_RANGE_END, 30, NULL, NULL, 1, WORKER);
	settle();
	ck_assert_uint_eq(ranges.edge_count, 1);
	say(RECORD_RANGE_BEGIN, 10, NULL, "a", 1, MAIN);
	settle();
	expect("a", 1, 0, 20);
}
END_TEST

START_TEST(marks_are_counted)
{
	say(RECORD_RANGE_MARK, 1, NULL, "m", 0, MAIN);
	say(RECORD_RANGE_MARK, 2, NULL, "m", 0, WORKER);
	settle();
	ck_assert_uint_eq(row_of("m")->count, 2);
	ck_assert_uint_eq(row_of("m")->total, 0);
	ck_assert_uint_eq(row_of("m")->kind, RANGE_MARK);
	ck_assert_uint_eq(ranges.mark_count, 2);
}
END_TEST

/* -- what a record may say ------------------------------------------------------------------------
 */

START_TEST(names_are_cut)
{
	const size_t size = MAKER_CHUNK - 4096;
	char *name = malloc(size + 1);

	memset(name, 'n', size);
	name[size] = '\0';
	say(RECORD_RANGE_PUSH, 1, "d", name, 0, MAIN);
	say(RECORD_RANGE_POP, 2, "d", NULL, 0, MAIN);
	settle();
	ck_assert_uint_eq(ranges.row_count, 1);
	ck_assert_uint_eq(strlen(ranges.rows[0].name), 1023);
	ck_assert_uint_eq(ranges.rows[0].total, MAKER_MS);
	maker_begin_chunk(MAIN, 4096);
	say(RECORD_RANGE_PUSH, 3, name, "x", 0, MAIN);
	maker_begin_chunk(MAIN, 4096);
	say(RECORD_RANGE_POP, 5, name, NULL, 0, MAIN);
	settle();
	expect("x", 1, 0, 2);
	ck_assert_uint_eq(strlen(row_of("x")->domain), 255);
	free(name);
}
END_TEST

/* Neither text has its end, or there is none at all. */
START_TEST(a_damaged_record_does_no_harm)
{
	const struct record_range fields = { .time = ms(1) };
	size_t offset = maker_begin_record(RECORD_RANGE, RECORD_RANGE_PUSH);

	maker_append(offset, &fields.time, sizeof(fields) - sizeof(fields.head));
	see(offset, MAIN);
	offset = maker_begin_record(RECORD_RANGE, RECORD_RANGE_PUSH);
	maker_append(offset, &fields.time, sizeof(fields) - sizeof(fields.head));
	maker_append(offset, "abcdefgh", 8);
	see(offset, MAIN);
	see(maker_begin_record(RECORD_RANGE, RECORD_RANGE_PUSH), MAIN);
	say((enum record_range_kind)0, 1, "d", "n", 0, MAIN);
	say((enum record_range_kind)6, 1, "d", "n", 0, MAIN);
	settle();
	ck_assert_uint_eq(ranges.row_count, 2);
	ck_assert_str_eq(ranges.rows[0].name, "");
	ck_assert_str_eq(ranges.rows[1].domain, "abcdefgh");
}
END_TEST

/* The clock went back, and an end is at 0. */
START_TEST(times_may_be_anything)
{
	push(10, "a");
	pop(5);
	say(RECORD_RANGE_BEGIN, 10, NULL, "b", 1, MAIN);
	say(RECORD_RANGE_END, 5, NULL, NULL, 1, MAIN);
	settle();
	expect("a", 1, 0, 0);
	ck_assert_uint_eq(row_of("b")->open, 1);
	ranges_add_call(&ranges, MAIN, 0);
	ranges_add_call(&ranges, MAIN, UINT64_MAX);
}
END_TEST

/* As a program that forgets its pops. */
START_TEST(pushes_may_be_deeper_than_is_kept)
{
	for (unsigned int i = 0; i < RANGES_DEPTH + 10; i++) {
		maker_begin_chunk(MAIN, 4096);
		push(1, "deep");
	}
	for (unsigned int i = 0; i < RANGES_DEPTH + 10; i++) {
		maker_begin_chunk(MAIN, 4096);
		pop(2);
	}
	maker_begin_chunk(MAIN, 4096);
	pop(3);
	settle();
	ck_assert_uint_eq(row_of("deep")->count, RANGES_DEPTH + 10);
	ck_assert_uint_eq(row_of("deep")->times.count, RANGES_DEPTH);
	ck_assert_uint_eq(ranges.unpaired, 1);
}
END_TEST

/* -- what is in them
 * --------------------------------------------------------------------------------- */

#define QUEUE 0x40
#define KERNEL 0x60

static char path[PATH_MAX];
static struct model model;

static void make_queue(enum record_profiling profiling)
{
	const uint64_t arguments[] = { 0x30, 0x20, 0, 0 };
	const struct record_queue queue = { .handle = QUEUE, .time = ms(1) };

	maker_call(CLROUTER_SLOT_clCreateCommandQueue, 0, 1, QUEUE, arguments, 4);
	maker_append(maker_begin_record(RECORD_QUEUE, profiling), &queue.handle,
		     sizeof(queue) - sizeof(queue.head));
}

/* A kernel of TIME ms; 0: it is not measured. */
static void launch(unsigned int at, unsigned int time)
{
	const uint64_t arguments[] = { QUEUE, KERNEL, 1, 0, 0, 0, 0, 0, 0 };
	const size_t called =
		maker_call(CLROUTER_SLOT_clEnqueueNDRangeKernel, at, at + 1, 0, arguments, 9);

	if (time > 0)
		maker_command(called, QUEUE, at + 1, at + 1 + time, 0);
}

static void read_model(const struct model_options *options)
{
	ck_assert(model_open(&model, path, options));
	ck_assert(model_refresh(&model));
	ranges_done(&ranges);
	ranges = model.ranges;
	model.ranges = (struct ranges){ .from = 0 };
}

static void make_program(enum record_profiling profiling, unsigned int third)
{
	int file;

	snprintf(path, sizeof(path), "%s/record", unit_dir);
	file = maker_begin_file(path, MAIN);
	maker_header.end = ms(100);
	maker_header.state = RECORD_CLOSED;
	make_queue(profiling);
	maker_range(RECORD_RANGE_BEGIN, 2, NULL, "all", 1);
	maker_range(RECORD_RANGE_PUSH, 3, NULL, "outer", 0);
	launch(4, 2);
	maker_range(RECORD_RANGE_PUSH, 10, "d", "inner", 0);
	launch(11, 4);
	maker_range(RECORD_RANGE_PUSH, 20, "d", "inner", 0);
	launch(21, third);
	maker_range(RECORD_RANGE_POP, 25, "d", NULL, 0);
	maker_range(RECORD_RANGE_POP, 30, "d", NULL, 0);
	maker_range(RECORD_RANGE_POP, 40, NULL, NULL, 0);
	launch(41, 8);
	maker_range(RECORD_RANGE_END, 50, NULL, NULL, 1);
	maker_write_file(file);
	close(file);
}

/* A call in a range of a name inside of another one of that name counts once for the name. */
START_TEST(calls_and_commands_are_added_up)
{
	make_program(RECORD_PROFILING_ALL, 6);
	read_model(&(struct model_options){ .from = 0 });
	expect("outer", 1, 0, 37);
	expect("inner", 2, 0, 25);
	ck_assert_uint_eq(row_of("outer")->calls, 3);
	ck_assert_uint_eq(row_of("inner")->calls, 2);
	ck_assert_uint_eq(row_of("all")->calls, 4);
	ck_assert_uint_eq(row_of("outer")->commands, 3);
	ck_assert_uint_eq(row_of("outer")->measured, 3);
	ck_assert_uint_eq(row_of("outer")->device, 12 * MAKER_MS);
	ck_assert_uint_eq(row_of("inner")->device, 10 * MAKER_MS);
	ck_assert_uint_eq(row_of("all")->device, 20 * MAKER_MS);
	model_done(&model);
}
END_TEST

/* If samples are measured, each command counts with the mean of its kernel. */
START_TEST(samples_stand_for_all)
{
	make_program(RECORD_PROFILING_SAMPLED, 0);
	read_model(&(struct model_options){ .from = 0 });
	ck_assert_uint_eq(row_of("outer")->commands, 3);
	ck_assert_uint_eq(row_of("outer")->measured, 0);
	ck_assert_uint_eq(row_of("outer")->estimated, 3);
	ck_assert_uint_eq(row_of("outer")->device, 3 * ((2 + 4 + 8) * MAKER_MS / 3));
	model_done(&model);
}
END_TEST

START_TEST(only_a_part_is_reported)
{
	make_program(RECORD_PROFILING_ALL, 6);
	read_model(&(struct model_options){ .from = 15 * MAKER_MS, .to = 35 * MAKER_MS });
	ck_assert_uint_eq(row_of("outer")->count, 0);
	ck_assert_uint_eq(row_of("outer")->total, 20 * MAKER_MS);
	ck_assert_uint_eq(row_of("inner")->count, 1);
	ck_assert_uint_eq(row_of("inner")->total, 20 * MAKER_MS);
	ck_assert_uint_eq(row_of("outer")->calls, 1);
	ck_assert_uint_eq(row_of("outer")->device, 6 * MAKER_MS);
	model_done(&model);
}
END_TEST

START_TEST(marks_come_last_in_the_table)
{
	const struct range_row *const *rows;
	struct view_array sorted;

	push(1, "short");
	pop(2);
	say(RECORD_RANGE_MARK, 1, NULL, "mark", 0, MAIN);
	push(3, "long");
	pop(9);
	settle();
	model = (struct model){ .ranges = ranges };
	sorted = view_rows_of(&(struct view){ .model = &model }, VIEW_RANGES);
	rows = sorted.rows;
	ck_assert_uint_eq(sorted.count, 3);
	ck_assert_str_eq(rows[0]->name, "long");
	ck_assert_str_eq(rows[1]->name, "short");
	ck_assert_str_eq(rows[2]->name, "mark");
	free(sorted.owned);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("ranges");
	TCase *tcase = unit_tcase(suite, "ranges", 20);

	tcase_add_checked_fixture(tcase, setup, teardown);
	tcase_add_test(tcase, nested_ranges_are_paired);
	tcase_add_test(tcase, a_pop_too_many_ends_nothing);
	tcase_add_test(tcase, a_push_without_a_pop_lasts_to_the_end);
	tcase_add_test(tcase, threads_and_domains_have_stacks_of_their_own);
	tcase_add_test(tcase, an_end_may_come_from_another_thread);
	tcase_add_test(tcase, an_id_may_be_used_again);
	tcase_add_test(tcase, an_end_without_a_begin_waits_for_it);
	tcase_add_test(tcase, marks_are_counted);
	tcase_add_test(tcase, names_are_cut);
	tcase_add_test(tcase, a_damaged_record_does_no_harm);
	tcase_add_test(tcase, times_may_be_anything);
	tcase_add_test(tcase, pushes_may_be_deeper_than_is_kept);
	tcase_add_test(tcase, calls_and_commands_are_added_up);
	tcase_add_test(tcase, samples_stand_for_all);
	tcase_add_test(tcase, only_a_part_is_reported);
	tcase_add_test(tcase, marks_come_last_in_the_table);
	return unit_run(suite);
}
