/* SPDX-License-Identifier: Apache-2.0 */
/*
 * live: see live.h. A round visits what is new twice: first for the objects, whose handles the second
 * visit needs, because the calls of other threads may come before. A call that had not returned in
 * the first visit is kept with its thread, and looked at again in the next round.
 */
#include "tool/report/live/live.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "record/recorded-call.h"
#include "tool/report/live/live-functions.h"
#include "tool/report/live/live-queues.h"
#include "tool/report/live/live-sums.h"
#include "tool/report/space.h"

#define MOST_CALL ((size_t)2 << 20) /* bytes of a call that had not returned */

uint64_t live_clock(void)
{
	struct timespec now = { 0, 0 };

	clock_gettime(CLOCK_MONOTONIC, &now);
	return UINT64_C(1000000000) * (uint64_t)now.tv_sec + (uint64_t)now.tv_nsec;
}

bool live_open(struct live *live, const char *path)
{
	*live = (struct live){ .known = { .arena = &live->arena } };
	if (!record_follower_open(&live->follower, path))
		return false;
	live->start = live->now = live->last = live->follower.header.monotonic;
	live->end = MODEL_RUNS;
	live_objects_init(&live->objects, &live->known, &live->names, &live->follower.header);
	live->functions = calloc(MODEL_FUNCTIONS, sizeof(struct live_function *));
	return live->functions || space_is_short();
}

const char *live_why(const struct live *live)
{
	return live->follower.why;
}

const char *live_device_name(const struct live *live, uint64_t handle)
{
	const struct history_object *device =
		history_find(&live->objects.fresh, OBJECT_DEVICE, handle, UINT64_MAX);

	return device ? device->name : NULL;
}

/* -- the first visit ----------------------------------------------------------- */

static bool add_process(struct live *live, const struct record *record)
{
	const char *text = (const char *)(record + 1);
	const size_t length = strnlen(text, record->size - sizeof(*record));
	const char *copy;

	if (record->detail != RECORD_PROGRAM &&
	    (record->detail != RECORD_ARGUMENT || live->argument_count == LIVE_ARGUMENTS))
		return true;
	copy = arena_copy(&live->arena, text, length);
	if (!copy)
		return space_is_short();
	if (record->detail == RECORD_PROGRAM)
		live->program = copy;
	else
		live->arguments[live->argument_count++] = copy;
	return true;
}

static bool name_thread(struct live *live, const struct record *record, uint32_t id)
{
	struct live_thread *thread = live_threads_find(&live->threads, id);
	const char *name = (const char *)(record + 1);

	if (thread)
		live_thread_set_name(thread, name, strnlen(name, record->size - sizeof(*record)));
	return thread != NULL;
}

static void see_time(struct live *live, uint64_t time)
{
	if (time > live->last)
		live->last = time;
}

static bool see_call(struct live *live, const struct record_call *call, struct record_place place)
{
	struct live_thread *thread = live_threads_find(&live->threads, place.thread);

	if (!thread)
		return false;
	see_time(live, call->begin);
	see_time(live, RECORD_TIME(call->end));
	if (call->end != 0)
		return live_objects_add(&live->objects, &call->head);
	live_thread_begin(thread, call, place.reference);
	return true;
}

static bool visit_names(const struct record *record, struct record_place place, void *data)
{
	struct live *live = data;

	if (record_is_call(record))
		return see_call(live, (const struct record_call *)record, place);
	switch (record->type) {
	case RECORD_PROCESS:
		return add_process(live, record);
	case RECORD_THREAD:
		return name_thread(live, record, place.thread);
	case RECORD_FUNCTION:
		return known_functions_add(&live->known, record) || space_is_short();
	case RECORD_OBJECT:
		return live_objects_add(&live->objects, record);
	default:
		return true;
	}
}

/* -- calls that had not returned ------------------------------------------------ */

/* The call as it is now; NULL: it cannot be found. */
static const struct record_call *get_call(struct live *live, const struct live_call *call)
{
	const struct record *record =
		record_follower_get(&live->follower, call->reference, MOST_CALL);

	return record && record_is_call(record) && record->detail == call->function
		       ? (const struct record_call *)record
		       : NULL;
}

/* Those that have returned since tell what objects are, before any other call needs that. */
static bool look_at_open(struct live *live)
{
	for (size_t i = 0; i < live->threads.count; i++) {
		struct live_thread *thread = &live->threads.list[i];

		for (unsigned int k = thread->depth; k-- > 0;) {
			const struct record_call *call = get_call(live, &thread->calls[k]);

			if (call && call->end == 0)
				continue;
			thread->calls[k].has_returned = true;
			if (call && !live_objects_add(&live->objects, &call->head))
				return false;
		}
	}
	return true;
}

/* -- the second visit ----------------------------------------------------------- */

/* CALL has returned. */
static bool add_call(struct live *live, struct live_function *function,
		     const struct record_call *call)
{
	const struct history *history = &live->objects.fresh;
	const struct signature *signature = known_functions_find(&live->known, call->head.detail);
	int32_t code;

	function->ended += recorded_duration(call);
	see_time(live, RECORD_TIME(call->end));
	if (recorded_failed(&live->known, call, &code)) {
		function->now.errors++;
		live_add_errors(live, code, 1);
		return true;
	}
	return !signature || call->end & RECORD_LEFT ||
	       (live_memory_add(&live->memory, history, signature, call) &&
		live_commands_add(&live->commands, history, signature, call));
}

/* Before the others: they began earlier. */
static bool add_returned(struct live *live)
{
	for (size_t i = 0; i < live->threads.count; i++) {
		struct live_thread *thread = &live->threads.list[i];

		for (unsigned int k = thread->depth; k-- > 0;) {
			const struct record_call *call;
			struct live_function *function;

			if (!thread->calls[k].has_returned)
				continue;
			function = live_find_function(live, thread->calls[k].function);
			call = get_call(live, &thread->calls[k]);
			live_thread_end(thread, k, call);
			if (!function || (call && !add_call(live, function, call)))
				return false;
		}
	}
	return true;
}

static bool visit_call(struct live *live, const struct record_call *call,
		       struct record_place place)
{
	struct live_function *function = live_find_function(live, call->head.detail);
	struct live_thread *thread = live_threads_find(&live->threads, place.thread);

	if (!function || !thread)
		return false;
	live->calls++;
	function->now.count++;
	if (call->end == 0 || live_thread_is_in(thread, place.reference))
		return true;
	live_thread_add(thread, call);
	return add_call(live, function, call);
}

/* The status of a command that failed is one of the call that has enqueued it. */
static bool add_times(struct live *live, const struct record_command *times)
{
	if (times->status < 0)
		live_add_errors(live, times->status, 1);
	return live_commands_add_times(&live->commands, &live->objects.fresh, &live->follower,
				       times);
}

static bool change_owner(struct live *live, const struct record_owner *owner, uint32_t id)
{
	struct live_thread *thread = live_threads_find(&live->threads, id);

	if (thread && owner->thread != id)
		thread->has_ended = true;
	return thread != NULL;
}

/* How many bytes a record of TYPE has at least, if it is one of those below. */
static size_t least_size(unsigned int type)
{
	return type == RECORD_COMMAND ? sizeof(struct record_command)
	       : type == RECORD_QUEUE ? sizeof(struct record_queue)
	       : type == RECORD_OWNER ? sizeof(struct record_owner)
				      : 0;
}

static bool visit_calls(const struct record *record, struct record_place place, void *data)
{
	struct live *live = data;

	if (record_is_call(record))
		return visit_call(live, (const struct record_call *)record, place);
	if (record->size < least_size(record->type))
		return true;
	switch (record->type) {
	case RECORD_COMMAND:
		return add_times(live, (const struct record_command *)record);
	case RECORD_QUEUE:
		return live_queues_set_profiling(&live->commands, &live->objects.fresh,
						 (const struct record_queue *)record,
						 record->detail);
	case RECORD_OWNER:
		return change_owner(live, (const struct record_owner *)record, place.thread);
	case RECORD_SUM:
		return !live->follower.header.has_sums ||
		       live_sums_add(live, record, place.thread);
	default:
		return true;
	}
}

/* -- rounds ------------------------------------------------------------------------ */

static void begin_round(struct live *live)
{
	const bool has_sums = live->follower.header.has_sums != 0;

	live->calls_before = live->calls;
	for (size_t i = 0; i < live->called_count; i++)
		live->called[i]->before = live->called[i]->now;
	for (size_t i = 0; i < live->threads.count; i++)
		live->threads.list[i].before = live->threads.list[i].now;
	live_memory_begin(&live->memory);
	live_commands_begin(&live->commands, has_sums);
	if (has_sums)
		live_sums_begin(live);
}

static enum model_end find_end(const struct live *live, bool is_written)
{
	switch (live->follower.header.state) {
	case RECORD_CLOSED:
		return MODEL_ENDED;
	case RECORD_FULL:
		return MODEL_FULL;
	case RECORD_LIMIT:
		return MODEL_LIMIT;
	default:
		return is_written ? MODEL_RUNS : MODEL_KILLED;
	}
}

/* The clock of another machine, or of this one before it was started again, is another one. */
static void set_time(struct live *live)
{
	const uint64_t now = live_clock();
	const uint64_t end = live->follower.header.end;

	live->before = live->rounds == 0 ? live->start : live->now;
	if (live->end == MODEL_RUNS && now >= live->last)
		live->now = now;
	else
		live->now = end > live->last ? end : live->last;
	if (live->now < live->before)
		live->now = live->before;
	live->rounds++;
}

static void settle_functions(struct live *live)
{
	for (size_t i = 0; i < live->called_count; i++)
		live->called[i]->now.time = live->called[i]->ended;
	for (size_t i = 0; i < live->threads.count; i++) {
		const struct live_thread *thread = &live->threads.list[i];

		for (unsigned int k = 0; k < thread->depth; k++) {
			const struct live_call *call = &thread->calls[k];
			struct live_function *function = live->functions[call->function];

			if (function && live->now > call->begin)
				function->now.time += live->now - call->begin;
		}
	}
}

static bool read_round(struct live *live)
{
	struct record_follower *follower = &live->follower;

	if (!look_at_open(live) || !record_follower_visit(follower, visit_names, live))
		return false;
	live_objects_sort(&live->objects);
	return add_returned(live) && record_follower_visit(follower, visit_calls, live);
}

bool live_refresh(struct live *live)
{
	/* Asked first: nothing is written after it if the answer is no. */
	const bool is_written = record_follower_is_written(&live->follower);

	if (!record_follower_update(&live->follower))
		return false;
	begin_round(live);
	live->end = find_end(live, is_written);
	if (!read_round(live))
		return false;
	set_time(live);
	live_commands_settle(&live->commands);
	live_threads_settle(&live->threads, live->now);
	settle_functions(live);
	return live_objects_settle(&live->objects);
}

void live_done(struct live *live)
{
	record_follower_close(&live->follower);
	live_objects_done(&live->objects);
	live_threads_done(&live->threads);
	live_memory_done(&live->memory);
	live_commands_done(&live->commands);
	live_names_done(&live->names);
	known_functions_done(&live->known);
	free(live->functions);
	free(live->called);
	arena_done(&live->arena);
	live->functions = live->called = NULL;
	live->called_count = 0;
}
