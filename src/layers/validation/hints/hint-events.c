/* SPDX-License-Identifier: Apache-2.0 */
/*
 * hint-events: see hint-events.h. Commands are numbered as they are enqueued, all queues together.
 * A queue has the number up to which it is flushed, and an event that of its command.
 */
#include "layers/validation/hints/hint-events.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/array.h"
#include "base/common/line.h"
#include "base/common/lock.h"
#include "base/common/system.h"
#include "base/text.h"
#include "layers/frame/place/place.h"
#include "layers/validation/report/report.h"
#include "state/facts.h"
#include "state/life.h"
#include "state/track.h"
#include "base/common/pointer-map.h"

#define NONE (-1)
#define ALL UINTPTR_MAX /* of the numbers of commands */

/* What is enqueued beyond that is not looked at. */
#define DEBTS 64

/* A queue. */
struct flow {
	uintptr_t flushed;
	uint32_t thread;	/* that enqueued last */
};

/* COMMAND in the queue WAITER waits for the one with NUMBER in QUEUE. */
struct debt {
	const void *waiter;
	uintptr_t command;
	const void *queue;
	uintptr_t number;
	const void *site;	/* NULL: it is being enqueued */
};

static struct lock lock = LOCK_INIT;
static uintptr_t newest;
static struct pointer_map flows;   /* queue -> struct flow */
static struct pointer_map numbers; /* event -> number of its command */
static struct debt debts[DEBTS];
static size_t debt_count;

void hint_events_start(void)
{
	life_add_lock(&lock);
	newest = 1;
}

/* -- parameters -------------------------------------------------------------------------- */

/* The index of the parameter of CALL that is of KIND and OBJECT; NONE: it has none. */
static int find_param(const struct call *call, enum param_kind kind, enum object_kind object)
{
	const struct signature_param *param;

	for (unsigned i = 0; i < signatures[call->slot].param_count; i++) {
		param = call_param(call, i);
		if (param->kind == kind && param->object == object)
			return (int)i;
	}
	return NONE;
}

/* The handle of CALL that is of KIND; NULL: it has none. */
static const void *find_handle(const struct call *call, enum object_kind kind)
{
	const int index = find_param(call, PARAM_HANDLE, kind);

	return index != NONE ? call_pointer(call, (unsigned)index) : NULL;
}

/* The events that CALL waits for, and how many. */
static const void *const *find_waits(const struct call *call, size_t *count)
{
	const int index = find_param(call, PARAM_HANDLES, OBJECT_EVENT);

	*count = 0;
	return index != NONE ? track_array(call, (unsigned)index, count) : NULL;
}

/* Where CALL stores the event of its command; NULL: nowhere. */
static const void *const *find_event(const struct call *call)
{
	const int index = find_param(call, PARAM_MADE, OBJECT_EVENT);

	return index != NONE ? call_pointer(call, (unsigned)index) : NULL;
}

static bool is_blocking(const struct call *call)
{
	const struct signature *function = &signatures[call->slot];

	for (unsigned i = 0; i < function->param_count; i++)
		if (text_skip_prefix(function->params[i].name, "blocking") != NULL)
			return call_number(call, i) != CL_FALSE;
	return false;
}

/* -- what is flushed, with the lock held -------------------------------------------------- */

/* What is known of QUEUE; NULL: there is no memory. */
static struct flow *flow_of(const void *queue)
{
	struct flow *flow = (struct flow *)pointer_map_get(&flows, queue);

	if (flow != NULL)
		return flow;
	flow = calloc(1, sizeof(*flow));
	if (flow != NULL && !pointer_map_set(&flows, queue, (uintptr_t)flow)) {
		free(flow);
		return NULL;
	}
	if (flow != NULL)
		flow->flushed = newest;
	return flow;
}

/* QUEUE is flushed up to the command with NUMBER. */
static void flush(const void *queue, uintptr_t number)
{
	struct flow *flow = queue != NULL ? flow_of(queue) : NULL;

	if (flow != NULL && flow->flushed < number)
		flow->flushed = number;
}

/* Must the queue of DEBT be flushed before a command of another one can wait for it? */
static bool is_due(const struct debt *debt)
{
	const struct flow *flow = flow_of(debt->queue);

	return flow != NULL && flow->flushed < debt->number;
}

/* The debt that a command in WAITER takes on by waiting for EVENT; false: it takes on none. */
static bool owes(const void *waiter, const void *event, struct debt *debt)
{
	const struct facts_event *facts = facts_of_event(event);

	if (facts == NULL || facts->queue == NULL || facts->queue == waiter)
		return false;
	*debt = (struct debt){ .waiter = waiter, .queue = facts->queue,
			       .number = pointer_map_get(&numbers, event) };
	return is_due(debt);
}

/* Forgets what is paid, and what commands in WAITER owe. */
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
	return flow_of(debt->queue)->thread == system_thread_id();
}

static bool is_unordered(const void *queue)
{
	const struct facts_queue *facts = facts_of_queue(queue);

	return facts == NULL || (facts->properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE) != 0;
}

/* What keeps the host waiting if it waits for the command with NUMBER in WAITER, in *FOUND. */
static bool find_debt(const void *waiter, uintptr_t number, struct debt *found)
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

	if (waiter == NULL || queue == NULL)
		return;
	line_add(&line, "queue #%" PRIu32 " waits for an event of queue #%" PRIu32
		 ", which is not flushed", waiter->number, queue->number);
	problem.params[problem.param_count++] = ARG_first;
	problem.found = text;
	problem.other_site = debt->site;
	report_add(&problem);
}

/* CALL waits on the host for the command with NUMBER in QUEUE. */
static void wait_for_queue(const struct call *call, const void *queue, uintptr_t number)
{
	struct debt debt;
	bool is_found;

	lock_take(&lock);
	flush(queue, newest);
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
	const void *const *waits = find_waits(call, &count);
	bool is_found = false;
	struct debt debt;

	lock_take(&lock);
	for (size_t i = 0; i < count && !is_found; i++)
		is_found = owes(queue, waits[i], &debt) && is_mine(&debt);
	lock_give(&lock);
	if (is_found)
		report_debt(call, &debt);
	else
		wait_for_queue(call, queue, ALL - 1);
}

static const void *queue_of(const void *event)
{
	const struct facts_event *facts = facts_of_event(event);

	return facts != NULL ? facts->queue : NULL;
}

static uintptr_t number_of(const void *event)
{
	uintptr_t number;

	lock_take(&lock);
	number = pointer_map_get(&numbers, event);
	lock_give(&lock);
	return number;
}

static void flush_queue(const void *queue)
{
	lock_take(&lock);
	flush(queue, newest);
	lock_give(&lock);
}

/* All queues of the events are flushed first. */
static void wait_for_events(const struct call *call)
{
	size_t count;
	const void *const *events = find_waits(call, &count);

	for (size_t i = 0; i < count; i++)
		flush_queue(queue_of(events[i]));
	for (size_t i = 0; i < count; i++)
		if (queue_of(events[i]) != NULL)
			wait_for_queue(call, queue_of(events[i]), number_of(events[i]));
}

/* The program may know that the command of EVENT has been submitted, and all before it. */
static void see_event(const void *event)
{
	lock_take(&lock);
	flush(queue_of(event), pointer_map_get(&numbers, event));
	lock_give(&lock);
}

/* -- commands ---------------------------------------------------------------------------- */

/* The newest command, in WAITER, waits for EVENT. */
static void add_wait(const void *waiter, const void *event, const void *site)
{
	struct debt debt;

	if (debt_count == ARRAY_SIZE(debts))
		settle(NULL);

	if (debt_count == ARRAY_SIZE(debts) || !owes(waiter, event, &debt))
		return;
	debt.command = newest;
	debt.site = site;
	debts[debt_count++] = debt;
}

/* CALL has enqueued a command in QUEUE. */
static void add_command(const struct call *call, const void *queue)
{
	size_t count;
	const void *const *waits = find_waits(call, &count);
	const void *const *event = find_event(call);
	const void *site = count > 0 ? place_of(call->site) : NULL;
	struct flow *flow;

	lock_take(&lock);
	flow = flow_of(queue);
	if (flow != NULL)
		flow->thread = system_thread_id();
	newest++;
	/* A program may have the new event stored in the list. */
	for (size_t i = 0; i < count; i++)
		if (&waits[i] != event)
			add_wait(queue, waits[i], site);
	if (event != NULL && *event != NULL)
		pointer_map_set(&numbers, *event, newest);
	if (is_blocking(call))
		flush(queue, newest);
	lock_give(&lock);
}

static void forget_queue(const void *queue)
{
	lock_take(&lock);
	flush(queue, newest);
	settle(queue);
	lock_give(&lock);
}

static void forget_event(const void *event)
{
	lock_take(&lock);
	pointer_map_remove(&numbers, event);
	lock_give(&lock);
}

/* -- which calls ------------------------------------------------------------------------- */

void hint_events_before(const struct call *call)
{
	const void *queue = find_handle(call, OBJECT_QUEUE);

	switch (call->slot) {
	case CLROUTER_SLOT_clWaitForEvents:
		wait_for_events(call);
		break;
	case CLROUTER_SLOT_clFinish:
		wait_for_queue(call, queue, ALL);
		break;
	case CLROUTER_SLOT_clFlush:
	case CLROUTER_SLOT_clReleaseCommandQueue:
		flush_queue(queue);
		break;
	default:
		if (queue != NULL && is_blocking(call))
			wait_for_command(call, queue);
		break;
	}
}

static void see_status(const struct call *call)
{
	const cl_int *status = call_pointer(call, ARG_clGetEventInfo_param_value);

	if (call_number(call, ARG_clGetEventInfo_param_name) == CL_EVENT_COMMAND_EXECUTION_STATUS &&
	    status != NULL && *status < CL_QUEUED)
		see_event(call_pointer(call, ARG_clGetEventInfo_event));
}

/* An object at the address of one that was released has nothing to do with that. */
static void note_made(const struct call *call, const void *result)
{
	const enum object_kind kind = signatures[call->slot].result.object;
	const void *made;

	memcpy(&made, result, sizeof(made));
	if (kind == OBJECT_QUEUE)
		forget_queue(made);
	else if (kind == OBJECT_EVENT)
		forget_event(made);
}

void hint_events_after(const struct call *call, const void *result)
{
	const struct signature *function = &signatures[call->slot];
	const void *queue;

	if (function->result.kind == PARAM_MADE)
		note_made(call, result);
	switch (call->slot) {
	case CLROUTER_SLOT_clGetEventInfo:
		see_status(call);
		return;
	case CLROUTER_SLOT_clGetEventProfilingInfo:
	case CLROUTER_SLOT_clSetEventCallback:
		see_event(call_pointer(call, ARG_clGetEventProfilingInfo_event));
		return;
	default:
		break;
	}
	queue = find_handle(call, OBJECT_QUEUE);
	if (queue != NULL && text_skip_prefix(function->name, "clEnqueue") != NULL)
		add_command(call, queue);
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
	for (size_t i = 0; i < flows.size; i++)
		if (flows.slots[i].key != 0)
			free((void *)flows.slots[i].value);
	pointer_map_done(&flows);
	pointer_map_done(&numbers);
	lock_give(&lock);
}
