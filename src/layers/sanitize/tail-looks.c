/* SPDX-License-Identifier: Apache-2.0 */
/*
 * tail-looks: see tail-looks.h.
 */
#include "layers/sanitize/tail-looks.h"

#include <stdlib.h>
#include <string.h>

#include "layers/sanitize/tail-findings.h"
#include "layers/sanitize/tail-memory.h"
#include "layers/sanitize/tail-order.h"
#include "layers/sanitize/tail-places.h"
#include "state/facts.h"

static uint64_t looks; /* so far; with `tails_lock` */

/* Tails that are read together. */
struct tail_batch {
	struct tail *tails[TAIL_MEMORY_MOST];
	size_t count;
};

static void give_all(struct tail_batch *batch)
{
	for (size_t i = 0; i < batch->count; i++)
		tails_give(batch->tails[i]);
}

/* -- looks ------------------------------------------------------------------------------------ */

/* With the lock: the tails that wait for a look and are due, of one context; with users. */
static uint64_t take_due(struct tail_batch *batch)
{
	cl_context context = NULL;

	batch->count = 0;
	for (struct tail *tail = tails_waiting(); tail; tail = tail->next) {
		if (!tail->is_due || batch->count == TAIL_MEMORY_MOST ||
		    (context && tail->context != context))
			continue;
		context = tail->context;
		tail->is_due = false;
		tail->users++;
		batch->tails[batch->count++] = tail;
	}
	return ++looks;
}

/* Stores which of BYTES are not what is expected in CHANGE; false: none. */
static bool compare(const struct tail *tail, const unsigned char *bytes, struct tail_change *change)
{
	unsigned char pattern[TAIL_UNIT];
	const size_t unit = tails_pattern(tail, pattern);

	change->bytes = 0;
	for (size_t i = 0; i < TAIL_BYTES; i++) {
		const unsigned char wanted = tail->seen ? tail->seen[i] : pattern[i % unit];

		if (bytes[i] == wanted)
			continue;
		if (change->bytes++ == 0)
			change->first = i;
		change->last = i;
	}
	return change->bytes > 0;
}

/* With the lock: who may have made CHANGE; false: only launches that the rewriter checks. */
static bool add_groups(struct tail_change *change, const struct tail *tail)
{
	for (int is_checked = 0; is_checked <= 1; is_checked++)
		for (unsigned i = 0; i < tail->group_count; i++)
			if (tail->groups[i].is_checked == (is_checked == 1))
				change->groups[change->group_count++] = tail->groups[i];
	change->more = tail->more;
	return change->group_count > 0 && !change->groups[0].is_checked;
}

/* With the lock: launches that the look NUMBER has seen all of can do nothing any more. */
static void drop_seen(struct tail *tail, uint64_t number)
{
	unsigned kept = 0;

	for (unsigned i = 0; i < tail->group_count; i++)
		if (tail->groups[i].ended == 0 || tail->groups[i].ended > number)
			tail->groups[kept++] = tail->groups[i];
	tail->group_count = kept;
	if (kept < TAIL_GROUPS)
		tail->more = 0;
}

/* With the lock: the look NUMBER has read BYTES; true: CHANGE is to be said. */
static bool accept(struct tail *tail, uint64_t number, const unsigned char *bytes,
		   struct tail_change *change)
{
	bool is_news;

	*change = (struct tail_change){ .is_svm = tail->is_svm,
					.is_mapped = tail->is_svm || tail->is_mapped,
					.number = tail->number,
					.size = tail->size,
					.made = tail->made };
	/* A later look of another thread has been faster. */
	if (tail->looked > number)
		return false;
	is_news = compare(tail, bytes, change);
	if (is_news && !tail->seen)
		tail->seen = malloc(TAIL_BYTES);
	if (is_news && tail->seen)
		memcpy(tail->seen, bytes, TAIL_BYTES);
	is_news = is_news && add_groups(change, tail);
	tail->looked = number;
	tail->is_mapped = false;
	drop_seen(tail, number);
	return is_news;
}

static void look_at(struct tail_batch *batch, uint64_t number)
{
	unsigned char *bytes = tail_memory_read(batch->tails, batch->count);
	struct tail_change change;
	bool is_news;

	for (size_t i = 0; i < batch->count; i++) {
		lock_take(&tails_lock);
		is_news = bytes && accept(batch->tails[i], number, bytes + i * TAIL_BYTES, &change);
		if (!bytes)
			batch->tails[i]->state = TAIL_LOST;
		lock_give(&tails_lock);
		if (is_news)
			tail_findings_report(&change);
	}
	free(bytes);
	lock_take(&tails_lock);
	tails_drop_idle();
	lock_give(&tails_lock);
}

static void look(void)
{
	struct tail_batch batch;
	uint64_t number;

	do {
		lock_take(&tails_lock);
		number = take_due(&batch);
		lock_give(&tails_lock);
		if (batch.count > 0)
			look_at(&batch, number);
		give_all(&batch);
	} while (batch.count > 0);
}

/* -- what has ended --------------------------------------------------------------------------- */

static bool has_ended(const struct tail_group *group, const struct ended_commands *ended)
{
	return !group->queue || (group->number <= ended->last && group->queue == ended->queue) ||
	       (ended->only != 0 && group->number == ended->only && group->count == 1);
}

static void note_queue(const struct ended_commands *ended)
{
	lock_take(&tails_lock);
	for (struct tail *tail = tails_waiting(); tail; tail = tail->next)
		for (unsigned i = 0; i < tail->group_count; i++) {
			struct tail_group *group = &tail->groups[i];

			if (group->queue && group->queue != TAIL_QUEUES && ended->queue &&
			    group->queue != ended->queue)
				continue;
			tail->is_due |= ended->has_others || has_ended(group, ended);
			if (group->ended == 0 && has_ended(group, ended))
				group->ended = looks + 1;
		}
	lock_give(&tails_lock);
}

static bool keeps_order(cl_command_queue_properties properties)
{
	return (properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE) == 0;
}

size_t tail_looks_number(const struct call *call)
{
	const struct facts_queue *queue = tails_are_on() ? facts_of_queue(call_queue(call)) : NULL;

	return queue ? atomic_load(&queue->last) : 0;
}

/* And what they have waited for, in other queues. */
static void note_ended(const struct ended_commands *ended)
{
	struct ended_commands next;

	note_queue(ended);
	while (tail_order_next(ended, &next))
		note_ended(&next);
}

/* The events that CALL, or its command, has waited for. */
static void note_events(const struct call *call)
{
	struct ended_commands ended;
	size_t count;
	const void *const *events = call_waits(call, &count);

	for (size_t i = 0; i < count; i++)
		if (tail_order_of_event(events[i], &ended))
			note_ended(&ended);
}

void tail_looks_after(const struct call *call, size_t last, cl_int code)
{
	const bool is_wait = call->slot == CLROUTER_SLOT_clWaitForEvents;
	const struct facts_queue *queue = facts_of_queue(call_queue(call));
	struct ended_commands ended = { .queue = call_queue(call) };

	if (!tails_are_on() || code != CL_SUCCESS || !tails_are_waiting())
		return;
	note_events(call);
	if (!is_wait) {
		/* Command buffers have no number. */
		ended.has_others = call->slot == CLROUTER_SLOT_clFinish;
		if (ended.has_others || (queue && keeps_order(queue->properties)))
			ended.last = last;
		else
			ended.has_others = true;
		note_ended(&ended);
	}
	look();
}

/* -- the end of objects ----------------------------------------------------------------------- */

/* The tails of CONTEXT, or of all if it is NULL, are due. */
static void note_all_due(const void *context)
{
	lock_take(&tails_lock);
	for (struct tail *tail = tails_waiting(); tail; tail = tail->next)
		tail->is_due |= !context || tail->context == context;
	lock_give(&tails_lock);
}

/* Nothing of CONTEXT waits any more: its buffers must not be kept. */
static void give_up(const void *context)
{
	struct tail_batch batch = { .count = 0 };

	lock_take(&tails_lock);
	for (struct tail *tail = tails_waiting(); tail; tail = tail->next)
		if (tail->context == context && batch.count < TAIL_MEMORY_MOST) {
			tail->group_count = 0;
			tail->users++;
			batch.tails[batch.count++] = tail;
		}
	tails_drop_idle();
	lock_give(&tails_lock);
	give_all(&batch);
	if (batch.count == TAIL_MEMORY_MOST)
		give_up(context);
}

/* A later queue may have its address. */
static void note_queue_gone(const void *queue)
{
	lock_take(&tails_lock);
	for (struct tail *tail = tails_waiting(); tail; tail = tail->next)
		for (unsigned i = 0; i < tail->group_count; i++)
			if (tail->groups[i].queue == queue)
				tail->groups[i].queue = NULL;
	lock_give(&tails_lock);
}

void tail_looks_before_release(const struct call *call)
{
	const void *handle = call_pointer(call, ARG_first);

	if (!tails_are_on())
		return;
	if (call->slot == CLROUTER_SLOT_clReleaseCommandQueue) {
		note_queue_gone(handle);
	} else if (call->slot == CLROUTER_SLOT_clReleaseContext) {
		note_all_due(handle);
		look();
		give_up(handle);
		tail_places_forget((cl_context)(uintptr_t)handle);
	}
}

static void before_free(const void *pointer)
{
	struct tail *tail = tails_take(pointer);
	bool is_waiting;

	if (!tail)
		return;
	lock_take(&tails_lock);
	is_waiting = tail->is_waiting;
	tail->is_due |= is_waiting;
	lock_give(&tails_lock);
	if (is_waiting)
		look();
	tails_give(tail);
	tails_note_gone(pointer);
}

void tail_looks_before_free(const struct call *call)
{
	const void *const *list;
	uint64_t count;

	if (!tails_are_on())
		return;
	if (call->slot == CLROUTER_SLOT_clSVMFree) {
		before_free(call_pointer(call, ARG_clSVMFree_svm_pointer));
	} else if (call->slot == CLROUTER_SLOT_clEnqueueSVMFree) {
		list = call_pointer(call, ARG_clEnqueueSVMFree_svm_pointers);
		count = call_number(call, ARG_clEnqueueSVMFree_num_svm_pointers);
		for (uint64_t i = 0; list && i < count; i++)
			tails_note_gone(list[i]);
	}
}

void tail_looks_at_end(void)
{
	if (!tails_are_on())
		return;
	note_all_due(NULL);
	look();
}
