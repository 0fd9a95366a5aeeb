/* SPDX-License-Identifier: Apache-2.0 */
/*
 * tail-order: see tail-order.h.
 */
#include "layers/sanitize/tail-order.h"

#include "base/common/lock.h"
#include "layers/sanitize/tails.h"
#include "state/facts.h"
#include "state/life.h"

#define MOST_WAITS 256

/* The command with NUMBER in QUEUE waits for others. */
struct tail_wait {
	const void *queue; /* NULL: the entry is free */
	size_t number;
	struct ended_commands others;
};

static struct lock lock = LOCK_INIT;
static struct tail_wait waits[MOST_WAITS];
static size_t next_wait;

void tail_order_start(void)
{
	life_add_lock(&lock);
}

void tail_order_forget(void)
{
	for (size_t i = 0; i < MOST_WAITS; i++)
		waits[i].queue = NULL;
}

bool tail_order_of_event(const void *event, struct ended_commands *ended)
{
	const struct facts_event *facts = facts_of_event(event);

	*ended = (struct ended_commands){ .queue = facts ? facts->queue : NULL };
	if (!facts)
		ended->has_others = true;
	else if ((facts->properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE) == 0)
		ended->last = facts->number;
	else
		*ended = (struct ended_commands){ facts->queue, 0, facts->number, true };
	return !facts || (facts->queue && !facts->is_user);
}

void tail_order_note(const struct call *call)
{
	const struct facts_queue *queue;
	struct tail_wait wait;
	size_t count;
	const void *const *events;

	if (!tails_are_waiting() || signatures[call->slot].command == COMMAND_NONE)
		return;
	events = call_waits(call, &count);
	wait.queue = call_queue(call);
	queue = count > 0 ? facts_of_queue(wait.queue) : NULL;
	if (!queue)
		return;
	wait.number = atomic_load(&queue->last);
	for (size_t i = 0; i < count; i++) {
		if (!tail_order_of_event(events[i], &wait.others) ||
		    wait.others.queue == wait.queue)
			continue;
		lock_take(&lock);
		waits[next_wait++ % MOST_WAITS] = wait;
		lock_give(&lock);
	}
}

bool tail_order_next(const struct ended_commands *ended, struct ended_commands *next)
{
	bool is_found = false;

	lock_take(&lock);
	for (size_t i = 0; i < MOST_WAITS && !is_found; i++) {
		is_found = waits[i].queue && waits[i].queue == ended->queue &&
			   (waits[i].number <= ended->last || waits[i].number == ended->only);
		if (!is_found)
			continue;
		*next = waits[i].others;
		waits[i].queue = NULL;
	}
	lock_give(&lock);
	return is_found;
}
