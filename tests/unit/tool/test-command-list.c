/* SPDX-License-Identifier: Apache-2.0 */
/* command-list: device times of commands, in the host's clock. */
#include "tool/report/command-list.h"

#include <stdlib.h>

#include "unit/unit.h"

/* A command whose call is from BEGIN to END, and which was queued at QUEUED in the device's clock. */
static struct model_command command(uint32_t queue, uint64_t begin, uint64_t end, uint64_t queued,
				    uint64_t started, uint64_t ended)
{
	return (struct model_command){
		.queue = queue,
		.begin = begin,
		.end = end,
		.queued = queued,
		.started = started,
		.ended = ended,
		.is_measured = true,
	};
}

/* Joins COUNT commands with their times; afterwards they are in LIST again. */
static void place(struct model_command *list, size_t count)
{
	struct command_list commands = { .list = NULL };

	for (size_t i = 0; i < count; i++) {
		const struct record_command times = { .call = i + 1,
						      .queued = list[i].queued,
						      .started = list[i].started,
						      .ended = list[i].ended };

		list[i].reference = i + 1;
		ck_assert(command_list_add(&commands, &list[i]));
		ck_assert(command_list_add_times(&commands, &times, list[i].queue));
	}
	ck_assert(command_list_join(&commands, 0, UINT64_MAX));
	for (size_t i = 0; i < count && i < commands.count; i++)
		list[i] = commands.list[i];
	command_list_done(&commands);
}

START_TEST(same_clock_stays)
{
	struct model_command list[] = { command(0, 100, 200, 150, 160, 170) };

	place(list, 1);
	ck_assert_uint_eq(list[0].host_started, 160);
	ck_assert_uint_eq(list[0].host_ended, 170);
}
END_TEST

/* The offset is between 10000 - 40 and 10000 + 60, then narrowed to 10000 - 1 and 10000 + 1. */
START_TEST(later_commands_narrow_the_offset)
{
	struct model_command list[] = {
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
	struct model_command list[] = {
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
	struct model_command list[] = {
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
	struct model_command list[] = { command(0, 20000, 20100, 10000, 9000, 9500) };

	place(list, 1);
	ck_assert_uint_eq(list[0].host_started, 20000);
	ck_assert_uint_eq(list[0].host_ended, 20500);
}
END_TEST

START_TEST(extreme_times_do_no_harm)
{
	struct model_command list[] = {
		command(0, 0, UINT64_MAX, UINT64_MAX, 0, UINT64_MAX),
		command(0, UINT64_MAX - 1, 0, 0, UINT64_MAX, UINT64_MAX),
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
	const uint64_t references[] = { 300, 100, 200 };
	const struct record_command times[] = {
		{ .call = 300, .queued = 1, .started = 2, .ended = 9 },
		{ .call = 250, .queued = 1, .started = 2, .ended = 3 },
		{ .call = 100, .queued = 1, .started = 5, .ended = 4 },
		{ .call = 200, .status = -5 },
	};
	struct command_list commands = { .list = NULL };

	for (size_t i = 0; i < UNIT_ROWS(references); i++)
		ck_assert(command_list_add(&commands,
					   &(struct model_command){ .reference = references[i] }));
	for (size_t i = 0; i < UNIT_ROWS(times); i++)
		ck_assert(command_list_add_times(&commands, &times[i], 1));
	ck_assert(command_list_join(&commands, 0, UINT64_MAX));
	ck_assert_uint_eq(commands.count, 3);
	ck_assert_uint_eq(commands.list[0].reference, 100);
	ck_assert(!commands.list[0].is_measured);
	ck_assert(!commands.list[1].is_measured);
	ck_assert_int_eq(commands.list[1].status, -5);
	ck_assert(commands.list[2].is_measured);
	ck_assert_uint_eq(commands.list[2].ended - commands.list[2].started, 7);
	ck_assert_uint_eq(commands.list[2].stands_for, 1);
	ck_assert_uint_eq(commands.ordered_count, 1);
	command_list_done(&commands);
}
END_TEST

/* What was neither enqueued nor executed in the range is left out. */
START_TEST(a_range_is_left)
{
	struct command_list commands = { .list = NULL };

	for (uint64_t begin = 100; begin <= 400; begin += 100) {
		const struct model_command enqueued = { .reference = begin,
							.begin = begin,
							.end = begin + 2 };
		const struct record_command times = { .call = begin, .queued = begin + 1,
						      .started = begin + 50, .ended = begin + 120 };

		ck_assert(command_list_add(&commands, &enqueued));
		ck_assert(command_list_add_times(&commands, &times, 1));
	}
	ck_assert(command_list_join(&commands, 210, 330));
	ck_assert_uint_eq(commands.count, 3);
	ck_assert_uint_eq(commands.list[0].reference, 100);
	ck_assert_uint_eq(commands.list[2].reference, 300);
	command_list_done(&commands);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("command-list");
	TCase *tcase = unit_tcase(suite, "command-list", 10);

	tcase_add_test(tcase, same_clock_stays);
	tcase_add_test(tcase, later_commands_narrow_the_offset);
	tcase_add_test(tcase, drift_begins_anew);
	tcase_add_test(tcase, queues_have_clocks_of_their_own);
	tcase_add_test(tcase, nothing_starts_before_its_call);
	tcase_add_test(tcase, extreme_times_do_no_harm);
	tcase_add_test(tcase, times_are_joined);
	tcase_add_test(tcase, a_range_is_left);
	return unit_run(suite);
}
