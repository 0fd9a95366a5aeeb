/* SPDX-License-Identifier: Apache-2.0 */
/*
 * command-order: which commands come after which. Each test compares random programs with a table of all
 * paths, and looks at what is kept.
 */
#include "layers/validation/races/command-order.h"

#include <stdlib.h>
#include <string.h>

#include "state/facts.h"
#include "unit/unit.h"

#define COMMANDS 40
#define PROGRAMS 400

static char places[4 * ORDER_COMMANDS]; /* addresses for queues and events */

static const void *event_of(int i)
{
	return &places[i];
}

/* Makes that event one of the user; there is no other object then. */
static struct facts_event *make_user_event(int i)
{
	struct facts_event *facts;

	live_forget_all();
	live_made(OBJECT_EVENT, event_of(i), CLROUTER_SLOT_clCreateUserEvent, NULL);
	facts = facts_begin(event_of(i), OBJECT_EVENT, NULL);
	ck_assert_ptr_nonnull(facts);
	facts->is_user = true;
	facts_finish(&facts->any, event_of(i));
	return facts;
}

/* The command writes byte 0 of memory 1. */
static struct order_entry writer(int event, int queue, bool is_unordered)
{
	static struct access access;

	access = access_of(1, region_bytes(0, 1), true);
	return (struct order_entry){ .kind = ORDER_COMMAND, .queue = 1 + (uint32_t)queue,
				     .is_unordered = is_unordered, .event = event_of(event),
				     .accesses = &access, .access_count = 1,
				     .slot = (unsigned)event };
}

static bool add(struct order_entry entry, int wait)
{
	struct order_race race;
	const void *event = wait >= 0 ? event_of(wait) : NULL;

	entry.waits = &event;
	entry.wait_count = wait >= 0;
	return order_add(&entry, &race);
}

/* -- random programs ---------------------------------------------------------------------- */

/* before[i][k]: command k comes before command i. */
static bool before[COMMANDS][COMMANDS];

static void add_path(int to, int from)
{
	before[to][from] = true;
	for (int i = 0; i < from; i++)
		before[to][i] |= before[from][i];
}

/*
 * Queue 0 is in order, queue 1 is not. Command I waits for an earlier one, or for none; some are
 * barriers. All write the same byte, so each must come after all before it that do.
 */
static void run_program(unsigned seed)
{
	int last = -1, barrier = -1;

	memset(before, 0, sizeof(before));
	srand(seed);
	for (int i = 0; i < COMMANDS; i++) {
		const int queue = rand() % 2;
		const int wait = i > 0 && rand() % 3 != 0 ? rand() % i : -1;
		const bool is_barrier = queue == 1 && rand() % 8 == 0;
		struct order_entry entry = writer(i, queue, queue == 1);
		static int queues[COMMANDS];
		bool is_race = false;

		queues[i] = queue;
		if (wait >= 0)
			add_path(i, wait);
		if (queue == 0 && last >= 0)
			add_path(i, last);
		if (queue == 1 && !is_barrier && barrier >= 0)
			add_path(i, barrier);
		for (int k = 0; k < i; k++) {
			if (is_barrier && wait < 0 && queues[k] == 1)
				add_path(i, k);
		}
		if (is_barrier && wait >= 0 && barrier >= 0)
			add_path(i, barrier);
		for (int k = 0; k < i; k++)
			is_race |= !before[i][k];
		entry.kind = is_barrier ? ORDER_BARRIER : ORDER_COMMAND;
		last = queue == 0 ? i : last;
		barrier = is_barrier ? i : barrier;
		ck_assert_msg(add(entry, wait) == is_race, "program %u, command %d", seed, i);
	}
	order_forget_all();
}

START_TEST(random_programs)
{
	for (unsigned seed = 0; seed < PROGRAMS; seed++)
		run_program(seed);
}
END_TEST

/* -- what is kept ------------------------------------------------------------------------- */

START_TEST(what_the_host_knows_is_forgotten)
{
	ck_assert(!add(writer(0, 0, false), -1));
	ck_assert(!add(writer(1, 0, false), -1));
	ck_assert(add(writer(2, 1, false), -1));
	ck_assert(!add(writer(3, 0, false), 2));
	ck_assert_uint_eq(order_count(), 4);
	order_wait(event_of(1));
	ck_assert_uint_eq(order_count(), 2);
	order_wait(event_of(1));
	order_wait(NULL);
	order_wait(event_of(5));
	ck_assert_uint_eq(order_count(), 2);
	order_finish(0);
	ck_assert_uint_eq(order_count(), 2);
	order_finish(1);
	ck_assert_uint_eq(order_count(), 0);
	ck_assert(!add(writer(4, 2, false), -1));
	order_wait_for_last();
	ck_assert_uint_eq(order_count(), 0);
	order_forget_all();
}
END_TEST

START_TEST(memory_is_bounded)
{
	for (int i = 0; i < 20 * ORDER_COMMANDS; i++)
		ck_assert(!add(writer(i % ORDER_COMMANDS, i % 3, true),
			       i > 0 ? (i - 1) % ORDER_COMMANDS : -1));
	ck_assert_uint_le(order_count(), ORDER_COMMANDS);
	order_forget_all();
}
END_TEST

START_TEST(what_is_not_known_orders_all)
{
	struct order_entry unknown = { .kind = ORDER_UNKNOWN, .event = event_of(1) };

	ck_assert(!add(writer(0, 0, false), -1));
	ck_assert(!add(unknown, -1));
	ck_assert(!add(writer(2, 1, true), -1));
	order_forget_all();
}
END_TEST

START_TEST(user_events_hold)
{
	struct facts_event *user_event = make_user_event(9);
	struct order_race race;

	ck_assert(!add(writer(0, 0, false), 9));
	ck_assert(order_is_held());
	ck_assert(!add(writer(1, 0, false), -1));
	ck_assert(order_is_held());
	ck_assert(!add(writer(2, 1, false), -1));
	ck_assert(!order_is_held());
	atomic_store(&user_event->is_status_set, true);
	ck_assert(order_set_user_event(event_of(9), true, &race));
	ck_assert_uint_eq(race.slot, 0);
	ck_assert_uint_eq(race.late_slot, 2);
	ck_assert(!order_set_user_event(event_of(9), true, &race));
	order_forget_all();
}
END_TEST

/* A command waits for a user event that has its status, or that has the address of another event. */
START_TEST(user_events_that_do_not_hold)
{
	if (_i == 0)
		ck_assert(!add(writer(9, 0, false), -1));
	atomic_store(&make_user_event(9)->is_status_set, _i == 0);
	if (_i == 1) {
		live_release(live_object(event_of(9)), CLROUTER_SLOT_clReleaseEvent);
		live_made(OBJECT_EVENT, event_of(9), CLROUTER_SLOT_clEnqueueNDRangeKernel, NULL);
		ck_assert(!add(writer(9, 0, false), -1));
	}
	ck_assert(add(writer(1, 1, false), 9) == (_i == 0));
	ck_assert(!order_is_held());
	order_wait(event_of(9));
	ck_assert_uint_eq(order_count(), _i == 0 ? 2 : 1);
	order_forget_all();
}
END_TEST

/* The host waits for the other command first, or the command never runs. */
START_TEST(user_events_that_find_nothing)
{
	struct order_race race;

	make_user_event(9);
	ck_assert(!add(writer(0, 0, false), 9));
	ck_assert(!add(writer(1, 1, false), -1));
	if (_i == 0)
		order_wait(event_of(1));
	ck_assert(!order_set_user_event(event_of(9), _i == 0, &race));
	ck_assert_uint_eq(order_count(), 1);
	order_forget_all();
}
END_TEST

/* If memory was short, something may order two commands that is not known. */
START_TEST(nothing_is_found_after_giving_up)
{
	ck_assert(!add(writer(0, 0, false), -1));
	order_give_up();
	ck_assert(!add(writer(1, 1, false), -1));
	ck_assert(!add(writer(2, 2, false), -1));
	order_forget_all();
	ck_assert(!add(writer(0, 0, false), -1));
	ck_assert(add(writer(1, 1, false), -1));
	order_forget_all();
}
END_TEST

START_TEST(parts_of_a_kernel)
{
	struct order_entry first = writer(0, 0, false), second = writer(1, 1, false);

	first.range = (struct order_range){ places, { 0, 0, 0 }, { 8, 1, 1 } };
	second.range = (struct order_range){ places, { 8, 0, 0 }, { 16, 1, 1 } };
	ck_assert(!add(first, -1));
	ck_assert(!add(second, -1));
	second.range.begin[0] = 7;
	second.queue = 3;
	ck_assert(add(second, -1));
	order_forget_all();
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("order");
	TCase *tcase = unit_tcase(suite, "order", 30);

	tcase_add_test(tcase, random_programs);
	tcase_add_test(tcase, what_the_host_knows_is_forgotten);
	tcase_add_test(tcase, memory_is_bounded);
	tcase_add_test(tcase, what_is_not_known_orders_all);
	tcase_add_test(tcase, user_events_hold);
	tcase_add_loop_test(tcase, user_events_that_do_not_hold, 0, 2);
	tcase_add_loop_test(tcase, user_events_that_find_nothing, 0, 2);
	tcase_add_test(tcase, nothing_is_found_after_giving_up);
	tcase_add_test(tcase, parts_of_a_kernel);
	return unit_run(suite);
}
