/* SPDX-License-Identifier: Apache-2.0 */
/*
 * hint-events: see hints.h. The facts of a queue say up to which command it is flushed; an event's
 * facts say which one its command is.
 */
#include "layers/validation/hints/hints.h"

#include <inttypes.h>

#include "base/array.h"
#include "base/common/line.h"
#include "base/common/lock.h"
#include "base/common/system.h"
#include "layers/frame/place/place.h"
#include "layers/validation/report/finding-report.h"
#include "state/facts.h"
#include "state/life.h"

#define ALL SIZE_MAX /* of the numbers of commands */

/* What is enqueued beyond that is not looked at. */
#define DEBTS 64

/* COMMAND in the queue WAITER waits for the one with NUMBER in QUEUE. */
struct debt {
	const void *waiter;
	size_t command;
	const void *queue;
	size_t number;
	const void *site;	/* NULL: it is being enqueued */
};

static struct lock lock = LOCK_INIT;
static struct debt debts[DEBTS];
static size_t debt_count;

void hint_events_start(void)
{
	life_add_lock(&lock);
}

/* -- what is flushed ---------------------------------------------------------------------- */

static void flush(const void *handle, size_t number)
{
	struct facts_queue *queue = facts_of_queue(handle);

	if (queue)
		facts_note_flushed(queue, number);
}

/* All that is in QUEUE has to begin. */
static void flush_all(const void *handle)
{
	struct facts_queue *queue = facts_of_queue(handle);

	if (queue)
		facts_note_flushed(queue, atomic_load(&queue->last));
}

/* Must the queue of DEBT be flushed before a command of another one can wait for it? */
static bool is_due(const struct debt *debt)
{
	const struct facts_queue *queue = facts_of_queue(debt->queue);

	return queue && atomic_load(&queue->flushed) < debt->number;
}

/* The debt that a command in WAITER takes on by waiting for EVENT; false: it takes on none. */
static bool owes(const void *waiter, const void *event, struct debt *debt)
{
	const struct facts_event *facts = facts_of_event(event);

	if (!facts || !facts->queue || facts->queue == waiter)
		return false;
	*debt = (struct debt){ .waiter = waiter, .queue = facts->queue, .number = facts->number };
	return is_due(debt);
}

/* Forgets what is paid, and what commands in WAITER owe. The lock is held. */
static void settle(const void *waiter)
{
	for (size_t i = debt_count; i-- > 0;)
		if (!is_due(&debts[i]) || debts[i].waiter == waiter)
			debts[i] = debts[--debt_count];
}

/*
 * Does the host wait for something that the calling thread has not flushed? Another thread may
 * still flush what it enqueued.
 */
static bool is_mine(const struct debt *debt)
{
	const struct facts_queue *queue = facts_of_queue(debt->queue);

	return queue && atomic_load(&queue->thread) == system_thread_id();
}

static bool is_unordered(const void *queue)
{
	const struct facts_queue *facts = facts_of_queue(queue);

	return !facts || (facts->properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE) != 0;
}

/*
 * What keeps the host waiting if it waits for the command with NUMBER in WAITER, in *FOUND. The lock is
 * held.
 */
static bool find_debt(const void *waiter, size_t number, struct debt *found)
{
	const bool is_alone = number != ALL && is_unordered(waiter);

	for (size_t i = 0; i < debt_count; i++) {
		const struct debt *debt = &debts[i];

		if (debt->waiter == waiter && debt->command <= number &&
		    (!is_alone || debt->command == number) && is_due(debt) && is_mine(debt)) {
			*found = *debt;
			return true;
		}
	}
	return false;
}

/* -- what the host waits for ------------------------------------------------------------- */

/* The host waits for a command in WAITER, and nothing makes the driver begin one that it needs. */
static void report_debt(const struct call *call, const struct debt *debt)
{
	const struct object *waiter = live_record(debt->waiter);
	const struct object *queue = live_record(debt->queue);
	struct problem problem = report_problem(ADVICE_LIMIT_UNFLUSHED_EVENT, call);
	char text[128];
	struct line line = line_in(text, sizeof(text));

	if (!waiter || !queue)
		return;
	line_add(&line, "queue #%" PRIu32 " waits for an event of queue #%" PRIu32
		 ", which is not flushed", waiter->number, queue->number);
	problem.params[problem.param_count++] = ARG_first;
	problem.found = text;
	problem.other_site = debt->site;
	report_add(&problem);
}

/* CALL waits on the host for the command with NUMBER in QUEUE. */
static void wait_for_queue(const struct call *call, const void *queue, size_t number)
{
	struct debt debt;
	bool is_found;

	flush_all(queue);
	lock_take(&lock);
	is_found = find_debt(queue, number, &debt);
	if (is_found)
		settle(queue);
	lock_give(&lock);
	if (is_found)
		report_debt(call, &debt);
}

/* The command of CALL in QUEUE blocks. It waits for events itself, and for what is before it. */
static void wait_for_command(const struct call *call, const void *queue)
{
	size_t count;
	const void *const *waits = track_waits(call, &count);
	bool is_found = false;
	struct debt debt;

	for (size_t i = 0; i < count && !is_found; i++)
		is_found = owes(queue, waits[i], &debt) && is_mine(&debt);
	if (is_found)
		report_debt(call, &debt);
	else
		wait_for_queue(call, queue, ALL - 1);
}

/* All queues of the events are flushed first. */
static void wait_for_events(const struct call *call)
{
	size_t count;
	const void *const *events = track_waits(call, &count);
	const struct facts_event *event;

	for (size_t i = 0; i < count; i++)
		if ((event = facts_of_event(events[i])))
			flush_all(event->queue);
	for (size_t i = 0; i < count; i++)
		if ((event = facts_of_event(events[i])) && event->queue)
			wait_for_queue(call, event->queue, event->number);
}

/* The program may know that the command of EVENT has been submitted, and all before it. */
static void see_event(const void *handle)
{
	const struct facts_event *event = facts_of_event(handle);

	if (event)
		flush(event->queue, event->number);
}

/* -- commands ---------------------------------------------------------------------------- */

/* The command with NUMBER, in WAITER, waits for EVENT. */
static void add_wait(const void *waiter, size_t number, const void *event, const void *site)
{
	struct debt debt;

	if (debt_count == ARRAY_SIZE(debts))
		settle(NULL);

	if (debt_count == ARRAY_SIZE(debts) || !owes(waiter, event, &debt))
		return;
	debt.command = number;
	debt.site = site;
	debts[debt_count++] = debt;
}

/* CALL has enqueued a command in a queue. */
static void add_command(const struct call *call)
{
	size_t count;
	const void *const *waits = call_waits(call, &count);
	const void *const *event = call_made_event(call);
	const void *site = count > 0 ? place_of(call->site) : NULL;
	const void *handle = call_queue(call);
	struct facts_queue *queue = facts_of_queue(handle);

	if (!queue)
		return;
	atomic_store(&queue->thread, system_thread_id());
	lock_take(&lock);
	/* A program may have the new event stored in the list. */
	for (size_t i = 0; i < count; i++)
		if (&waits[i] != event)
			add_wait(handle, atomic_load(&queue->last), waits[i], site);
	lock_give(&lock);
	if (call_blocks(call))
		flush_all(handle);
}

/* A queue at the address of one that was released owes nothing. */
static void note_queue(const void *result)
{
	const void *made;

	memcpy(&made, result, sizeof(made));
	lock_take(&lock);
	settle(made);
	lock_give(&lock);
}

/* -- which calls ------------------------------------------------------------------------- */

void hint_events_before(const struct call *call)
{
	const void *queue = call_queue(call);

	switch (call->slot) {
	case CLROUTER_SLOT_clWaitForEvents:
		wait_for_events(call);
		break;
	case CLROUTER_SLOT_clFinish:
		wait_for_queue(call, queue, ALL);
		break;
	case CLROUTER_SLOT_clFlush:
	case CLROUTER_SLOT_clReleaseCommandQueue:
		flush_all(queue);
		break;
	default:
		if (queue && call_blocks(call))
			wait_for_command(call, queue);
		break;
	}
}

static void see_status(const struct call *call)
{
	const cl_int *status = call_pointer(call, ARG_clGetEventInfo_param_value);

	if (call_number(call, ARG_clGetEventInfo_param_name) == CL_EVENT_COMMAND_EXECUTION_STATUS &&
	    status && *status < CL_QUEUED)
		see_event(call_event(call));
}

void hint_events_after(const struct call *call, const void *result)
{
	const struct signature *function = &signatures[call->slot];

	if (function->result.kind == PARAM_MADE && function->result.object == OBJECT_QUEUE)
		note_queue(result);
	switch (call->slot) {
	case CLROUTER_SLOT_clGetEventInfo:
		see_status(call);
		return;
	case CLROUTER_SLOT_clGetEventProfilingInfo:
	case CLROUTER_SLOT_clSetEventCallback:
		see_event(call_event(call));
		return;
	default:
		if (function->command != COMMAND_NONE)
			add_command(call);
		break;
	}
}

/* -- the end ----------------------------------------------------------------------------- */

void hint_events_forget(void)
{
	debt_count = 0;
}

void hint_events_end(void)
{
	lock_take(&lock);
	hint_events_forget();
	lock_give(&lock);
}
