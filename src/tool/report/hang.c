/* SPDX-License-Identifier: Apache-2.0 */
/* hang: see hang.h. */
#include "tool/report/hang.h"

#include <stdlib.h>
#include <string.h>

#include "opencl/args.h"
#include "record/recorded-call.h"
#include "tool/report/numbers.h"
#include "tool/report/space.h"

#define MOST_CALL ((size_t)1 << 20) /* bytes of a call that waits */
#define MOST_WAITED 8		    /* events that are kept of a wait list */
#define MOST_STEPS 16		    /* from a command to the one that it waits for */

/* A user event, or a command. */
struct item {
	struct model_place place;
	const char *name;
	size_t waited[MOST_WAITED]; /* indices, plus 1; 0: none */
	uint32_t queue;		    /* number */
	bool is_user;
	bool is_done;
};

struct hang_search {
	const struct model *model;
	struct item *items;
	size_t count;
	struct pointer_map events; /* from a handle to the item, plus 1 */
	struct pointer_map calls;  /* from the reference of a call to the item, plus 1 */
};

static size_t handle_size(const struct hang_search *search)
{
	return search->model->history->pointer_size;
}

/* What the event at INDEX of EVENTS stands for: an item, plus 1; 0: it is not known. */
static size_t find_item(const struct hang_search *search, const struct record_content *events,
			size_t index)
{
	return number_map_get(&search->events, recorded_handle(events, index, handle_size(search)));
}

/* -- adding ---------------------------------------------------------------------------- */

static bool add(struct hang_search *search, const struct item *item, uint64_t event)
{
	if (!space_make(&search->items, search->count, sizeof(*item)))
		return false;
	search->items[search->count++] = *item;
	if (event != 0 && !number_map_set(&search->events, event, search->count))
		return space_is_short();
	return number_map_set(&search->calls, item->place.reference, search->count) ||
	       space_is_short();
}

static struct model_place place_of(const struct record_call *call, struct record_place where)
{
	return (struct model_place){ .function = call->head.detail,
				     .thread = where.thread,
				     .time = call->begin,
				     .reference = where.reference };
}

static bool add_command(struct hang_search *search, const struct record_call *call,
			struct record_place where, const struct model_command *command,
			uint64_t queue)
{
	const struct record_content *waited = recorded_waits(&search->model->known, call);
	struct item item = {
		.place = place_of(call, where),
		.name = command->kind == COMMAND_KERNEL ? command->name : NULL,
		.queue = history_number(search->model->history, OBJECT_QUEUE, queue, call->begin),
		.is_done = recorded_is_wait(&search->model->known, call),
	};

	for (size_t i = 0; i < MOST_WAITED; i++)
		item.waited[i] = find_item(search, waited, i);
	return add(search, &item,
		   recorded_event(&search->model->known, call, handle_size(search)));
}

/* INDEX is one more than the index of the item. */
static void mark_done(struct hang_search *search, size_t index)
{
	if (index > 0)
		search->items[index - 1].is_done = true;
}

/* A queue is finished: its commands that were enqueued before are done. */
static void mark_queue_done(struct hang_search *search, uint64_t handle, uint64_t time)
{
	const uint32_t queue =
		history_number(search->model->history, OBJECT_QUEUE, handle, time);

	for (size_t i = search->count; i > 0; i--) {
		struct item *item = &search->items[i - 1];

		item->is_done = item->is_done || (item->queue == queue && item->place.time < time);
	}
}

static bool visit_call(struct hang_search *search, const struct record_call *call,
		       struct record_place where)
{
	const struct record_content *events;
	struct model_command command;
	uint64_t queue;
	int32_t code;

	if (call->end == 0 || call->head.arguments == 0 ||
	    recorded_failed(&search->model->known, call, &code))
		return true;
	if (enqueue_describe(search->model->history, call, &command, &queue))
		return add_command(search, call, where, &command, queue);
	switch (call->head.detail) {
	case CLROUTER_SLOT_clCreateUserEvent:
		return add(search, &(struct item){ .place = place_of(call, where), .is_user = true },
			   call->result);
	case CLROUTER_SLOT_clSetUserEventStatus:
		mark_done(search, number_map_get(&search->events, call->arguments[ARG_first]));
		return true;
	case CLROUTER_SLOT_clWaitForEvents:
		events = recorded_waits(&search->model->known, call);
		for (size_t i = 0; i < recorded_handle_count(events, handle_size(search)); i++)
			mark_done(search, find_item(search, events, i));
		return true;
	case CLROUTER_SLOT_clFinish:
		mark_queue_done(search, call->arguments[ARG_first], call->begin);
		return true;
	default:
		return true;
	}
}

static bool visit(const struct record *record, struct record_place place, void *data)
{
	struct hang_search *search = data;
	const struct record_command *times = (const struct record_command *)record;

	if (record_is_call(record))
		return visit_call(search, (const struct record_call *)record, place);
	if (record->type == RECORD_COMMAND && record->size >= sizeof(*times))
		mark_done(search, number_map_get(&search->calls, times->call));
	return true;
}

/* -- finding --------------------------------------------------------------------------- */

/* The first event that ITEM waits for and that is not done; NULL: there is none. */
static const struct item *first_waited(const struct hang_search *search, const struct item *item)
{
	for (size_t i = 0; i < MOST_WAITED; i++)
		if (item->waited[i] > 0 && !search->items[item->waited[i] - 1].is_done)
			return &search->items[item->waited[i] - 1];
	return NULL;
}

/* The first command that is not done in the queue of number QUEUE; *COUNT: how many there are. */
static const struct item *first_pending(const struct hang_search *search, uint32_t queue,
					uint64_t *count)
{
	const struct item *first = NULL;

	*count = 0;
	for (size_t i = 0; i < search->count; i++) {
		const struct item *item = &search->items[i];

		if (item->is_user || item->is_done || item->queue != queue)
			continue;
		*count += 1;
		if (!first || item->place.time < first->place.time)
			first = item;
	}
	return first;
}

static bool is_in_order(const struct hang_search *search, uint32_t queue)
{
	const struct commands *commands = &search->model->commands;

	return queue > 0 && queue < commands->queue_count && commands->queues[queue] &&
	       !commands->queues[queue]->is_out_of_order;
}

/* What ITEM waits for itself: an event, or the commands before it; NULL: nothing is known. */
static const struct item *next_waited(const struct hang_search *search, const struct item *item)
{
	const struct item *next = item->is_user ? NULL : first_waited(search, item);
	uint64_t count;

	if (next || item->is_user || !is_in_order(search, item->queue))
		return next;
	next = first_pending(search, item->queue, &count);
	return next && next->place.time < item->place.time ? next : NULL;
}

/* What ITEM waits for in the end: what has nothing to wait for, as far as is known. */
static void follow(struct hang *hang, const struct hang_search *search, const struct item *item)
{
	const struct item *next = item;

	for (int i = 0; next && i < MOST_STEPS; i++) {
		item = next;
		next = next_waited(search, item);
	}
	hang->kind = item->is_user ? HANG_USER_EVENT : HANG_COMMAND;
	hang->place = item->place;
	hang->name = item->name;
	hang->queue = item->queue;
}

static void find_in_list(struct hang *hang, const struct hang_search *search,
			 const struct record_content *events)
{
	for (size_t i = 0; i < recorded_handle_count(events, handle_size(search)); i++) {
		const size_t index = find_item(search, events, i);

		if (index > 0 && !search->items[index - 1].is_done) {
			follow(hang, search, &search->items[index - 1]);
			return;
		}
	}
}

static void find_in_queue(struct hang *hang, const struct hang_search *search, uint64_t handle,
			  uint64_t time)
{
	const uint32_t queue =
		history_number(search->model->history, OBJECT_QUEUE, handle, time);
	const struct item *first = first_pending(search, queue, &hang->pending);

	hang->pending_queue = queue;
	if (first)
		follow(hang, search, first);
}

static void find(struct hang *hang, const struct hang_search *search,
		 const struct record_call *call)
{
	find_in_list(hang, search, recorded_waits(&search->model->known, call));
	if (hang->kind == HANG_UNKNOWN && call->head.detail != CLROUTER_SLOT_clWaitForEvents)
		find_in_queue(hang, search, call->arguments[ARG_first], call->begin);
}

bool hang_find(struct hang *hang, const struct model *model, const struct model_place *place)
{
	struct hang_search search = { .model = model };
	const struct record_call *call =
		record_reader_get_call(model->reader, place->reference, MOST_CALL);
	struct record_call *copy = NULL;
	bool is_good = true;

	*hang = (struct hang){ .kind = HANG_UNKNOWN };
	if (!call || call->head.arguments == 0 || !recorded_is_wait(&model->known, call))
		return true;
	copy = malloc(call->head.size);
	if (!copy)
		return space_is_short();
	memcpy(copy, call, call->head.size);
	is_good = record_reader_visit(model->reader, visit, &search);
	if (is_good)
		find(hang, &search, copy);
	free(copy);
	free(search.items);
	pointer_map_done(&search.events);
	pointer_map_done(&search.calls);
	return is_good;
}
