/* SPDX-License-Identifier: Apache-2.0 */
/* command-times: device times in the host's clock. */
#include "tool/report/command-times.h"

#include <stdlib.h>

#include "unit/unit.h"

/* A command whose call is from BEGIN to END, and which was queued at QUEUED in the device's clock. */
static struct command command(uint32_t queue, uint64_t begin, uint64_t end, uint64_t queued,
			      uint64_t started, uint64_t ended)
{
	return (struct command){
		.queue = queue, .begin = begin, .end = end, .queued = queued,
		.started = started, .ended = ended, .is_measured = true,
	};
}

static void place(struct command *list, size_t count)
{
	struct commands commands = { .list = list, .count = count };

	ck_assert(command_times_place(&commands));
	ck_assert_uint_eq(commands.ordered_count, count);
	free(commands.ordered);
}

START_TEST(same_clock_stays)
{
	struct command list[] = { command(0, 100, 200, 150, 160, 170) };

	place(list, 1);
	ck_assert_uint_eq(list[0].host_started, 160);
	ck_assert_uint_eq(list[0].host_ended, 170);
}
END_TEST

/* The offset is between 10000 - 40 and 10000 + 60, then narrowed to 10000 - 1 and 10000 + 1. */
START_TEST(later_commands_narrow_the_offset)
{
	struct command list[] = {
		command(0, 20000, 20100, 10040, 10500, 10600),
		command(0, 30000, 30002, 20001, 20500, 20600),
	};

	place(list, 2);
	ck_assert_uint_eq(list[0].host_started, 20500);
	ck_assert_uint_eq(list[0].host_ended, 20600);
	ck_assert_uint_eq(list[1].host_started, 30500);
}
END_TEST

START_TEST(drift_begins_anew)
{
	struct command list[] = {
		command(0, 20000, 20002, 10001, 10500, 10600),
		command(0, 90000, 90002, 70001, 70500, 70600),
	};

	place(list, 2);
	ck_assert_uint_eq(list[0].host_started, 20500);
	ck_assert_uint_eq(list[1].host_started, 90500);
}
END_TEST

START_TEST(queues_have_clocks_of_their_own)
{
	struct command list[] = {
		command(1, 20000, 20002, 10001, 10500, 10600),
		command(2, 20004, 20006, 505, 600, 700),
		command(1, 20008, 20010, 10009, 10600, 10700),
	};

	place(list, 3);
	ck_assert_uint_eq(list[0].host_started, 20500);
	ck_assert_uint_eq(list[1].host_started, 20100);
	ck_assert_uint_eq(list[2].host_started, 20600);
}
END_TEST

START_TEST(nothing_starts_before_its_call)
{
	struct command list[] = { command(0, 20000, 20100, 10000, 9000, 9500) };

	place(list, 1);
	ck_assert_uint_eq(list[0].host_started, 20000);
	ck_assert_uint_eq(list[0].host_ended, 20500);
}
END_TEST

START_TEST(extreme_times_do_no_harm)
{
	struct command list[] = {
		command(0, 0, UINT64_MAX, UINT64_MAX, 0, UINT64_MAX),
		command(0, UINT64_MAX, 0, 0, UINT64_MAX, UINT64_MAX),
		command(0, INT64_MAX, 5, 1, 2, UINT64_MAX),
	};

	place(list, 3);
	for (size_t i = 0; i < 3; i++) {
		ck_assert_uint_ge(list[i].host_started, list[i].begin);
		ck_assert_uint_ge(list[i].host_ended, list[i].host_started);
	}
}
END_TEST

/* Times come in any order, and some of commands that are not known. */
START_TEST(times_are_joined)
{
	struct command list[] = { { .reference = 300 }, { .reference = 100 }, { .reference = 200 } };
	const struct device_time times[] = {
		{ .call = 300, .queued = 1, .started = 2, .ended = 9 },
		{ .call = 250, .queued = 1, .started = 2, .ended = 3 },
		{ .call = 100, .queued = 1, .started = 5, .ended = 4 },
		{ .call = 200, .status = -5 },
	};
	struct commands commands = { .list = list, .count = 3, .time_count = 4 };

	commands.times = calloc(4, sizeof(*commands.times));
	ck_assert_ptr_nonnull(commands.times);
	for (size_t i = 0; i < 4; i++)
		commands.times[i] = times[i];
	command_times_join(&commands);
	ck_assert_uint_eq(list[0].reference, 100);
	ck_assert(!list[0].is_measured);
	ck_assert(!list[1].is_measured);
	ck_assert_int_eq(list[1].status, -5);
	ck_assert(list[2].is_measured);
	ck_assert_uint_eq(list[2].ended - list[2].started, 7);
}
END_TEST

/* Each row is a command: its queue, function and kernel, if it is measured, for how many it stands. */
static const struct {
	uint32_t queue;
	uint16_t function;
	const char *name;
	bool is_measured;
	uint32_t stands_for;
} samples[] = {
	{ 1, 5, "add", true, 1 },    { 1, 5, "add", true, 1 },	   { 1, 5, "add", false, 0 },
	{ 1, 5, "mul", true, 3 },    { 1, 5, "add", false, 0 },	   { 1, 5, "mul", false, 0 },
	{ 1, 5, "add", true, 3 },    { 1, 5, "mul", false, 0 },	   { 1, 5, "add", true, 2 },
	{ 1, 5, "add", false, 0 },   { 1, 7, NULL, false, 0 },	   { 1, 7, NULL, true, 2 },
	{ 1, 9, NULL, false, 0 },    { 1, 5, NULL, true, 1 },	   { 2, 5, "add", true, 1 },
	{ 2, 5, "add", false, 0 },   { 0, 5, "add", false, 0 },
};

/* Queue 1 is sampled, queue 2 is not. */
START_TEST(samples_stand_for_others)
{
	struct command list[UNIT_ROWS(samples)];
	struct queue queues[3] = { { .profiling = RECORD_PROFILING_AS_MADE },
				   { .profiling = RECORD_PROFILING_SAMPLED },
				   { .profiling = RECORD_PROFILING_ALL } };
	struct commands commands = { .list = list,
				     .count = UNIT_ROWS(samples),
				     .queues = queues,
				     .queue_count = 3 };

	for (size_t i = 0; i < UNIT_ROWS(samples); i++)
		list[i] = (struct command){ .reference = i,
					    .begin = i,
					    .queue = samples[i].queue,
					    .function = samples[i].function,
					    .name = samples[i].name,
					    .is_measured = samples[i].is_measured,
					    .started = 1000,
					    .ended = 1100 + i,
					    .stands_for = samples[i].is_measured };
	ck_assert(command_times_scale(&commands));
	for (size_t i = 0; i < UNIT_ROWS(samples); i++)
		ck_assert_uint_eq(list[i].stands_for, samples[i].stands_for);
	/* Of the first series of queue 1, weights 1, 1, 3, 2 and durations of 100 + its index. */
	ck_assert_uint_eq(list[2].estimate, (100 + 101 + 3 * 106 + 2 * 108) / 7);
	ck_assert_uint_eq(list[9].estimate, list[2].estimate);
	ck_assert_uint_eq(list[12].estimate, 0);
	ck_assert_uint_eq(list[15].estimate, 0);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("command-times");
	TCase *tcase = unit_tcase(suite, "command-times", 10);

	tcase_add_test(tcase, same_clock_stays);
	tcase_add_test(tcase, later_commands_narrow_the_offset);
	tcase_add_test(tcase, drift_begins_anew);
	tcase_add_test(tcase, queues_have_clocks_of_their_own);
	tcase_add_test(tcase, nothing_starts_before_its_call);
	tcase_add_test(tcase, extreme_times_do_no_harm);
	tcase_add_test(tcase, times_are_joined);
	tcase_add_test(tcase, samples_stand_for_others);
	return unit_run(suite);
}
