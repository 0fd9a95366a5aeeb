/* SPDX-License-Identifier: Apache-2.0 */
/*
 * hint-held: see hints.h.
 */
#include "layers/validation/hints/hints.h"

#include <inttypes.h>

#include "base/array.h"
#include "base/common/line.h"
#include "base/common/lock.h"
#include "layers/frame/place/place.h"
#include "layers/validation/report/finding-report.h"
#include "state/facts.h"
#include "state/life.h"

#define HELD 64 /* user events; more are not looked at */

/* Commands wait for the user event EVENT. */
struct held {
	const void *event;	/* NULL: it has gone, and was never set */
	const void *context;
	uint32_t number;
	unsigned slot;		/* of the first function that released an object since */
	const void *site;	/* its place in the program; NULL: none has */
};

static struct lock lock = LOCK_INIT;
static struct held held[HELD];
static size_t held_count;

void hint_held_start(void)
{
	life_add_lock(&lock);
}

/* -- user events, with the lock held ------------------------------------------------------ */

/* Notes that a command waits for EVENT, if that is a user event that is not set. */
static void add(const void *event)
{
	const struct facts_event *facts = facts_of_event(event);
	const struct object *object = live_record(event);

	if (!facts || !object || !facts->is_user ||
	    atomic_load(&facts->is_status_set) || held_count == ARRAY_SIZE(held))
		return;
	for (size_t i = 0; i < held_count; i++)
		if (held[i].event == event)
			return;
	held[held_count++] = (struct held){ .event = event,
					    .context = facts->any.context,
					    .number = object->number };
}

static void remove_set(const void *event)
{
	for (size_t i = held_count; i-- > 0;)
		if (held[i].event == event)
			held[i] = held[--held_count];
}

/* EVENT is new: one that was at its address can never be set. */
static void forget(const void *event)
{
	for (size_t i = 0; i < held_count; i++)
		if (held[i].event == event)
			held[i].event = NULL;
}

/* -- which calls ------------------------------------------------------------------------- */

/*
 * The context of the object that CALL releases for good; NULL: it does not, the object is an event,
 * or the context is not known.
 */
static const void *released_context(const struct call *call)
{
	const enum object_kind kind = call_param(call, ARG_first)->object;
	const void *handle = call_pointer(call, ARG_first);
	const struct object *object = live_record(handle);

	if (kind == OBJECT_EVENT || !object || object->references != 1)
		return NULL;
	return kind == OBJECT_CONTEXT ? handle : facts_context(handle, kind);
}

static void note_release(const struct call *call)
{
	const void *context = released_context(call);
	const void *site = context ? place_of(call->site) : NULL;

	lock_take(&lock);
	for (size_t i = 0; site && i < held_count; i++)
		if (!held[i].site && held[i].context == context) {
			held[i].slot = call->slot;
			held[i].site = site;
		}
	lock_give(&lock);
}

static void note_set(const struct call *call)
{
	lock_take(&lock);
	remove_set(call_event(call));
	lock_give(&lock);
}

void hint_held_before(const struct call *call)
{
	if (signatures[call->slot].action == ACTION_RELEASE)
		note_release(call);
	if (call->slot == CLROUTER_SLOT_clSetUserEventStatus)
		note_set(call);
}

/* A program may have the new event stored in the list of those that the command waits for. */
static void add_waits(const struct call *call)
{
	size_t count;
	const void *const *waits = call_waits(call, &count);
	const void *const *event = call_made_event(call);

	lock_take(&lock);
	for (size_t i = 0; i < count; i++)
		if (&waits[i] != event)
			add(waits[i]);
	lock_give(&lock);
}

void hint_held_after(const struct call *call, const void *result)
{
	const void *made;

	if (signatures[call->slot].command != COMMAND_NONE)
		add_waits(call);
	/* Another thread may have enqueued a command meanwhile, and even waited for it. */
	if (call->slot == CLROUTER_SLOT_clSetUserEventStatus)
		note_set(call);
	if (call->slot != CLROUTER_SLOT_clCreateUserEvent)
		return;
	memcpy(&made, result, sizeof(made));
	lock_take(&lock);
	forget(made);
	lock_give(&lock);
}

/* -- the end ----------------------------------------------------------------------------- */

static void report(const struct held *one)
{
	struct problem problem = report_problem(ADVICE_LIMIT_USER_EVENT, NULL);
	char text[64];
	struct line line = line_in(text, sizeof(text));

	line_add(&line, "#%" PRIu32 " never set", one->number);
	problem.slot = one->slot;
	problem.site = one->site;
	problem.found = text;
	report_add_last(&problem, NULL);
}

void hint_held_forget(void)
{
	held_count = 0;
}

void hint_held_end(void)
{
	lock_take(&lock);
	for (size_t i = 0; i < held_count; i++)
		if (held[i].site)
			report(&held[i]);
	hint_held_forget();
	lock_give(&lock);
}
