/* SPDX-License-Identifier: Apache-2.0 */
/*
 * idle-gaps: see idle.h. Two visits of the record: the first one finds which thread has enqueued
 * the command after each gap, and what could explain the time of others; the second one divides the
 * gaps of each thread by its calls, which come in order.
 */
#include "tool/report/idle.h"

#include <stdlib.h>

#include "opencl/args.h"
#include "record/recorded-call.h"
#include "tool/report/call-locks.h"
#include "tool/report/model.h"
#include "tool/report/space.h"

#define MOST_CALLBACKS ((size_t)1 << 16)
#define SPACE_NS 2000 /* between two calls: what is shorter is what it takes to make the next one */

/* A gap while it is divided. */
struct open_gap {
	struct gap gap;
	uint64_t device;
	double weight;
	struct model_place
		owner; /* the call that enqueued the command after it; its time is 0: not known */
	uint64_t at;   /* what is before that is divided */
	bool has_waited;
	bool has_moved;
	struct model_place waited; /* the last call that did so */
};

/* The gaps of a device that end with a command of one thread, by time. */
struct gap_row {
	size_t at; /* the one that is divided */
	size_t end;
	size_t next; /* another row of this thread, plus 1; 0: none */
};

/* What any thread does, or a build. */
struct callback {
	uint64_t begin;
	uint64_t end;
	uint32_t thread; /* the ID of the one that it ran in */
	uint64_t reach;	 /* the latest end of it and of those before it */
	uint64_t call;	 /* the reference of the one that has set it; of a build, its own */
	bool is_build;
	bool is_inside; /* of a call of its thread */
};

struct idle_search {
	const struct model *model;
	struct open_gap *gaps;
	size_t count;
	struct pointer_map owners; /* from the reference of a call to its gap, plus 1 */
	struct gap_row *rows;
	size_t row_count;
	struct pointer_map threads; /* from an ID to its first row, plus 1 */
	struct locks locks;
	struct callback *callbacks; /* by time */
	size_t callback_count;
	bool has_devices;	   /* several are used */
	struct pointer_map events; /* then: from a handle to the device of its command */
	struct pointer_map user_events; /* handles of those that there are */
	idle_visit_part *visit;
	void *data;
	struct lock_call last; /* the last call that was inside of no other */
	bool adds;	       /* to the sums of the model */
};

/* -- the first visit ------------------------------------------------------------------------- */

static bool add_order(struct idle_search *search, const struct gaps_order *order, uint64_t device)
{
	const double weight = gaps_weight(order);

	for (size_t i = 0; i < order->count; i++) {
		if (!space_make(&search->gaps, search->count, sizeof(*search->gaps)))
			return false;
		search->gaps[search->count++] = (struct open_gap){ .gap = order->list[i],
								   .device = device,
								   .weight = weight,
								   .at = order->list[i].begin };
		if (!number_map_set(&search->owners, order->list[i].reference, search->count))
			return space_is_short();
	}
	return true;
}

/* Gaps between measured commands are known in the end only, and of all commands or none. */
static bool add_gaps(struct idle_search *search)
{
	const struct model *model = search->model;
	const bool is_whole = model->end != MODEL_RUNS && model->rounds <= 1;

	for (size_t i = 0; i < model->commands.device_count; i++) {
		const struct device_work *device = &model->commands.devices[i];
		const bool is_measured =
			commands_queues(&model->commands, device->device).count > 0;
		const struct gaps *gaps = is_whole && is_measured     ? &device->gaps
					  : device->drain.has_threads ? NULL
								      : &device->drain.gaps;

		for (int k = 0; gaps && k < GAPS_ORDERS; k++)
			if (!add_order(search, &gaps->orders[k], device->device))
				return false;
	}
	return true;
}

/* A call may run the callback itself. */
static void add_called_back(const struct idle_search *search, struct callback *callback)
{
	const struct lock_call *call = &search->last;
	struct model_function *function = search->model->functions[call->place.function];

	callback->is_inside = call->place.thread == callback->thread &&
			      callback->begin >= call->place.time && callback->end <= call->end;
	if (search->adds && function && callback->is_inside)
		function->called_back += callback->end - callback->begin;
}

static bool keep_callback(struct idle_search *search, const struct callback *callback)
{
	if (search->callback_count == MOST_CALLBACKS)
		return true;
	if (!space_make(&search->callbacks, search->callback_count, sizeof(*search->callbacks)))
		return false;
	search->callbacks[search->callback_count++] = *callback;
	return true;
}

static bool add_callback(struct idle_search *search, const struct record *record, uint32_t thread)
{
	const struct record_callback *found = (const struct record_callback *)record;
	struct callback callback = { .thread = thread };

	if (record->size < sizeof(*found) || found->end < found->begin)
		return true;
	callback.begin = found->begin;
	callback.end = found->end;
	callback.call = found->call;
	add_called_back(search, &callback);
	return keep_callback(search, &callback);
}

static struct model_place place_of(const struct idle_search *search,
				   const struct record_call *call, struct record_place where)
{
	return (struct model_place){ .function = call->head.detail,
				     .thread = where.thread,
				     .time = call->begin,
				     .reference = where.reference,
				     .code = place_code(search->model->history, call) };
}

/* A call that has not returned lasts until the end. */
static uint64_t end_of(const struct idle_search *search, const struct record_call *call)
{
	return call->end > 0 ? RECORD_TIME(call->end) : search->model->stop;
}

/* Another thread may wait for it in no call. */
static bool add_build(struct idle_search *search, const struct lock_call *call)
{
	return keep_callback(search, &(struct callback){ .begin = call->place.time,
							 .end = call->end,
							 .thread = call->place.thread,
							 .call = call->place.reference,
							 .is_build = true });
}

static bool may_be_quick(enum idle_call call)
{
	return call == IN_QUERY || call == IN_ENQUEUE || call == IN_OTHER;
}

static bool see_call(const struct record *record, struct record_place where, void *data)
{
	struct idle_search *search = data;
	const struct record_call *call = (const struct record_call *)record;
	struct lock_call seen;
	enum idle_call kind;
	size_t index;

	if (record->type == RECORD_CALLBACK)
		return add_callback(search, record, where.thread);
	if (!record_is_call(record))
		return true;
	seen = (struct lock_call){ .place = place_of(search, call, where), .end = end_of(search, call) };
	if (seen.place.thread != search->last.place.thread || call->begin >= search->last.end)
		search->last = seen;
	index = number_map_get(&search->owners, where.reference);
	if (index > 0)
		search->gaps[index - 1].owner = place_of(search, call, where);
	if (search->model->threads.count < 2 || seen.end < call->begin + LOCKS_LEAST)
		return true;
	kind = idle_call_of(&search->model->known, call);
	seen.is_quick = may_be_quick(kind);
	return (kind != IN_BUILD || add_build(search, &seen)) && locks_add(&search->locks, &seen);
}

/* -- between them ------------------------------------------------------------------------------ */

static int compare_gaps(const void *left, const void *right)
{
	const struct open_gap *a = left;
	const struct open_gap *b = right;
	const int order = number_order_then(a->owner.thread, b->owner.thread, a->device, b->device);

	return order ? order
		     : number_order_then(a->gap.begin, b->gap.begin, a->gap.reference,
					 b->gap.reference);
}

static int compare_callbacks(const void *left, const void *right)
{
	return number_order(((const struct callback *)left)->begin,
			    ((const struct callback *)right)->begin);
}

static int compare_reach(const void *left, const void *right)
{
	return number_order(((const struct callback *)left)->reach,
			    ((const struct callback *)right)->reach);
}

static void sort_callbacks(struct idle_search *search)
{
	uint64_t reach = 0;

	if (search->callback_count > 0)
		qsort(search->callbacks, search->callback_count, sizeof(*search->callbacks),
		      compare_callbacks);
	for (size_t i = 0; i < search->callback_count; i++) {
		if (search->callbacks[i].end > reach)
			reach = search->callbacks[i].end;
		search->callbacks[i].reach = reach;
	}
}

static bool is_same_row(const struct open_gap *a, const struct open_gap *b)
{
	return a->owner.thread == b->owner.thread && a->device == b->device;
}

static bool add_row(struct idle_search *search, size_t first, size_t end)
{
	const uint32_t thread = search->gaps[first].owner.thread;

	if (!space_make(&search->rows, search->row_count, sizeof(*search->rows)))
		return false;
	search->rows[search->row_count++] = (struct gap_row){
		.at = first, .end = end, .next = number_map_get(&search->threads, thread)
	};
	return number_map_set(&search->threads, thread, search->row_count) || space_is_short();
}

static bool prepare(struct idle_search *search)
{
	size_t next;

	if (search->count > 0)
		qsort(search->gaps, search->count, sizeof(*search->gaps), compare_gaps);
	sort_callbacks(search);
	for (size_t first = 0; first < search->count; first = next) {
		for (next = first; next < search->count &&
				   is_same_row(&search->gaps[next], &search->gaps[first]);)
			next++;
		if (!add_row(search, first, next))
			return false;
	}
	search->has_devices = search->model->commands.device_count > 1;
	return locks_find(&search->locks);
}

/* -- parts
 * ----------------------------------------------------------------------------------------- */

/* From where GAP is divided up to END, all of it is like MOMENT. */
static bool put_part(struct idle_search *search, struct open_gap *gap, uint64_t end,
		     const struct idle_moment *moment, const struct model_place *place)
{
	const uint64_t to = end < gap->gap.end ? end : gap->gap.end;
	const struct idle_part part = { .device = gap->device,
					.begin = gap->at,
					.end = to,
					.weight = gap->weight,
					.cause = idle_cause_of(moment),
					.place = *place };

	if (to <= gap->at)
		return true;
	gap->at = to;
	return search->visit(&part, search->data);
}

/* The first callback that has not ended at TIME, and begins before END; NULL: there is none. */
static const struct callback *find_callback(const struct idle_search *search, uint64_t time,
					    uint64_t end)
{
	const struct callback key = { .reach = time };
	const size_t index = number_find_end(&key, search->callbacks, search->callback_count,
					     sizeof(key), compare_reach);

	return index < search->callback_count && search->callbacks[index].begin < end
		       ? &search->callbacks[index]
		       : NULL;
}

/* The same for a time in which callbacks may explain what the thread waits for. */
static bool put_parts(struct idle_search *search, struct open_gap *gap, uint64_t end,
		      struct idle_moment moment, const struct model_place *place)
{
	const uint64_t to = end < gap->gap.end ? end : gap->gap.end;
	const struct callback *callback;
	struct model_place set;

	while (gap->at < to && (callback = find_callback(search, gap->at, to))) {
		set = place_read(search->model->reader, callback->call);
		moment.is_in_callback = moment.is_own_callback = moment.is_built = false;
		if (!put_part(search, gap, callback->begin < to ? callback->begin : to, &moment,
			      place))
			return false;
		moment.is_built = callback->is_build;
		moment.is_in_callback = !callback->is_build;
		moment.is_own_callback =
			!callback->is_build && callback->thread == gap->owner.thread;
		if (!put_part(search, gap, callback->end < to ? callback->end : to, &moment,
			      set.time > 0 ? &set : place))
			return false;
	}
	moment.is_in_callback = moment.is_own_callback = moment.is_built = false;
	return put_part(search, gap, end, &moment, place);
}

/* -- other devices
 * ------------------------------------------------------------------------------------ */

static uint64_t device_of_queue(const struct idle_search *search, const struct record_call *call)
{
	const struct history_object *queue = history_find(search->model->history, OBJECT_QUEUE,
							  call->arguments[ARG_first], call->begin);

	return queue ? queue->device : 0;
}

static bool waits_elsewhere(const struct idle_search *search, const struct record_call *call,
			    uint64_t device)
{
	const struct known_functions *known = &search->model->known;
	const struct record_content *events = recorded_waits(known, call);
	const size_t size = search->model->history->pointer_size;

	if (!search->has_devices || call->head.arguments == 0)
		return false;
	for (size_t i = 0; i < recorded_handle_count(events, size); i++) {
		const uint64_t of =
			number_map_get(&search->events, recorded_handle(events, i, size));

		if (of != 0 && of != device)
			return true;
	}
	return call->head.detail != CLROUTER_SLOT_clWaitForEvents &&
	       recorded_is_wait(known, call) && device_of_queue(search, call) != device;
}

/* The handle of a user event may be another event's later. */
static bool note_user_event(struct idle_search *search, const struct record_call *call)
{
	if (call->head.detail == CLROUTER_SLOT_clCreateUserEvent && call->result != 0)
		return number_map_set(&search->user_events, call->result, 1) || space_is_short();
	if (call->head.detail == CLROUTER_SLOT_clReleaseEvent && call->head.arguments > 0)
		number_map_remove(&search->user_events, call->arguments[ARG_first]);
	return true;
}

/* Does the command of CALL wait for a user event? */
static bool waits_for_user(const struct idle_search *search, const struct record_call *call)
{
	const struct record_content *events = recorded_waits(&search->model->known, call);
	const size_t size = search->model->history->pointer_size;

	for (size_t i = 0; i < recorded_handle_count(events, size); i++)
		if (number_map_get(&search->user_events, recorded_handle(events, i, size)) > 0)
			return true;
	return false;
}

static bool note_event(struct idle_search *search, const struct record_call *call)
{
	const struct signature *function =
		known_functions_find(&search->model->known, call->head.detail);
	uint64_t device;
	uint64_t event;

	if (!note_user_event(search, call))
		return false;
	if (!search->has_devices || !function || function->command == COMMAND_NONE ||
	    call->head.arguments == 0)
		return true;
	event = recorded_event(&search->model->known, call, search->model->history->pointer_size);
	device = device_of_queue(search, call);
	return event == 0 || device == 0 || number_map_set(&search->events, event, device) ||
	       space_is_short();
}

/* -- the second visit
 * ------------------------------------------------------------------------------------ */

static bool is_owner(const struct open_gap *gap, uint64_t reference)
{
	return gap->gap.reference == reference;
}

/* The thread of GAP is in CALL at PLACE, after it was in none. */
static bool divide_by(struct idle_search *search, struct open_gap *gap,
		      const struct record_call *call, const struct model_place *place)
{
	const enum idle_call kind = idle_call_of(&search->model->known, call);
	const bool is_last = is_owner(gap, place->reference);
	struct idle_moment moment = { .has_waited = gap->has_waited, .has_moved = gap->has_moved };

	if (call->begin > gap->at + SPACE_NS &&
	    !put_parts(search, gap, call->begin, moment, &gap->owner))
		return false;
	moment.call = kind;
	moment.is_locked = locks_holder(&search->locks, place->reference) != NULL;
	moment.waits_elsewhere = waits_elsewhere(search, call, gap->device);
	if (kind == IN_ENQUEUE && gap->waited.time > 0)
		place = &gap->waited;
	if (!put_parts(search, gap, end_of(search, call), moment, place))
		return false;
	gap->has_waited |= kind == IN_WAIT;
	gap->has_moved |= kind == IN_TRANSFER;
	if (kind == IN_WAIT || kind == IN_TRANSFER)
		gap->waited = *place;
	if (!is_last)
		return true;
	moment.is_locked = false;
	moment.is_enqueued = true;
	moment.waits_for_user = waits_for_user(search, call);
	return put_part(search, gap, gap->gap.end, &moment, place);
}

/* Whatever the thread did in the rest of GAP, no call of it is known. */
static bool finish(struct idle_search *search, struct open_gap *gap)
{
	const struct idle_moment outside = { .call = IN_NOTHING };

	return put_parts(search, gap, gap->gap.end, outside, &gap->owner);
}

static bool divide_row(struct idle_search *search, struct gap_row *row,
		       const struct record_call *call, const struct model_place *place)
{
	const uint64_t end = end_of(search, call);

	for (; row->at < row->end; row->at++) {
		struct open_gap *gap = &search->gaps[row->at];
		const bool is_last = is_owner(gap, place->reference);

		if (!is_last && call->begin >= gap->gap.end) {
			if (!finish(search, gap))
				return false;
			continue;
		}
		if (!is_last && end <= gap->at)
			return true;
		if (!divide_by(search, gap, call, place))
			return false;
		if (gap->at < gap->gap.end)
			return true;
	}
	return true;
}

static bool divide(const struct record *record, struct record_place where, void *data)
{
	struct idle_search *search = data;
	const struct record_call *call = (const struct record_call *)record;
	size_t row;

	if (!record_is_call(record))
		return true;
	row = number_map_get(&search->threads, where.thread);
	for (; row > 0; row = search->rows[row - 1].next) {
		const struct model_place place = place_of(search, call, where);

		if (!divide_row(search, &search->rows[row - 1], call, &place))
			return false;
	}
	return note_event(search, call);
}

static bool finish_all(struct idle_search *search)
{
	for (size_t i = 0; i < search->row_count; i++)
		for (size_t k = search->rows[i].at; k < search->rows[i].end; k++)
			if (!finish(search, &search->gaps[k]))
				return false;
	return true;
}

/* -- all
 * --------------------------------------------------------------------------------------------------
 */

static bool find(struct idle_search *search)
{
	struct record_reader *reader = search->model->reader;

	if (search->model->reader->header.has_sums || !add_gaps(search))
		return search->model->reader->header.has_sums != 0;
	if (search->count == 0 && search->model->threads.count < 2 &&
	    !search->model->has_callbacks)
		return true;
	return record_reader_visit(reader, see_call, search) && prepare(search);
}

static bool visit_parts(struct idle_search *search)
{
	return search->count == 0 ||
	       (record_reader_visit(search->model->reader, divide, search) && finish_all(search));
}

static void done(struct idle_search *search)
{
	free(search->gaps);
	free(search->rows);
	free(search->callbacks);
	pointer_map_done(&search->owners);
	pointer_map_done(&search->threads);
	pointer_map_done(&search->events);
	pointer_map_done(&search->user_events);
	locks_done(&search->locks);
}

bool idle_visit(const struct model *model, idle_visit_part *visit, void *data)
{
	struct idle_search search = { .model = model, .visit = visit, .data = data };
	const bool is_good = find(&search) && visit_parts(&search);

	done(&search);
	return is_good;
}

/* The sum of DEVICE and CAUSE, added if it is new; NULL: there is no memory. */
static struct idle_sum *get_sum(struct idle *idle, uint64_t device, enum idle_cause cause)
{
	for (size_t i = 0; i < idle->count; i++)
		if (idle->sums[i].device == device && idle->sums[i].cause == cause)
			return &idle->sums[i];
	if (!space_make(&idle->sums, idle->count, sizeof(*idle->sums)))
		return NULL;
	idle->sums[idle->count] = (struct idle_sum){ .device = device, .cause = cause };
	return &idle->sums[idle->count++];
}

static bool add_part(const struct idle_part *part, void *data)
{
	struct idle_sum *sum = get_sum(data, part->device, part->cause);
	const uint64_t time = part->end - part->begin;

	if (!sum)
		return false;
	sum->time += (uint64_t)((double)time * part->weight);
	sum->count++;
	sum->seen += time;
	place_choose(&sum->place, &sum->lead, &part->place, time);
	if (time > sum->longest)
		sum->longest = time;
	return true;
}

static void add_locks(struct idle_locks *sum, const struct model *model, const struct locks *locks)
{
	for (size_t i = 0; i < locks->count; i++) {
		const struct lock_call *call = &locks->list[i];
		const uint64_t time = call->end - call->place.time;

		if (call->holder == 0)
			continue;
		if (model->functions[call->place.function])
			model->functions[call->place.function]->locked += time;
		sum->count++;
		sum->time += time;
		if (time <= sum->longest)
			continue;
		sum->longest = time;
		sum->place = call->place;
		sum->holder = locks->list[call->holder - 1].place;
	}
}

/* They are by time, so callbacks of a thread that overlap follow each other. */
static void add_callbacks(struct idle_callbacks *sum, const struct idle_search *search)
{
	struct pointer_map ends = { 0 }; /* by thread: the end of what was added */

	for (size_t i = 0; i < search->callback_count; i++) {
		const struct callback *callback = &search->callbacks[i];
		const uint64_t end = number_map_get(&ends, callback->thread);
		const uint64_t time = callback->end - callback->begin;

		if (!callback->is_inside)
			continue;
		sum->count++;
		if (time > sum->longest) {
			sum->longest = time;
			sum->call = callback->call;
		}
		if (callback->end <= end)
			continue;
		sum->time += callback->end - (end > callback->begin ? end : callback->begin);
		number_map_set(&ends, callback->thread, callback->end);
	}
	pointer_map_done(&ends);
}

static void forget_gaps(struct commands *commands)
{
	for (size_t i = 0; i < commands->device_count; i++) {
		gaps_clear(&commands->devices[i].gaps);
		gaps_clear(&commands->devices[i].drain.gaps);
	}
}

static int compare_sums(const void *left, const void *right)
{
	return number_order(((const struct idle_sum *)right)->time,
			    ((const struct idle_sum *)left)->time);
}

bool idle_add(struct idle *idle, struct model *model)
{
	struct idle_search search = {
		.model = model, .visit = add_part, .data = idle, .adds = true
	};
	bool is_good = find(&search);

	if (is_good)
		add_locks(&idle->locks, model, &search.locks);
	if (is_good)
		add_callbacks(&idle->callbacks, &search);
	is_good = is_good && visit_parts(&search);
	done(&search);
	if (idle->count > 0)
		qsort(idle->sums, idle->count, sizeof(*idle->sums), compare_sums);
	if (model->end == MODEL_RUNS || model->rounds > 1)
		forget_gaps(&model->commands);
	return is_good;
}
