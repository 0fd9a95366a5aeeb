/* SPDX-License-Identifier: Apache-2.0 */
/* live-threads: see live-threads.h. */
#include "tool/report/live/live-threads.h"

#include <stdlib.h>
#include <string.h>

#include "record/recorded-call.h"
#include "tool/report/space.h"

struct live_thread *live_threads_find(struct live_threads *threads, uint32_t id)
{
	const size_t index = live_map_get(&threads->map, id);

	if (index > 0)
		return &threads->list[index - 1];
	if (!space_make(&threads->list, threads->count, sizeof(*threads->list)))
		return NULL;
	if (!live_map_set(&threads->map, id, threads->count + 1)) {
		space_is_short();
		return NULL;
	}
	threads->list[threads->count] = (struct live_thread){ .id = id };
	return &threads->list[threads->count++];
}

void live_thread_set_name(struct live_thread *thread, const char *name, size_t length)
{
	const size_t kept = length < sizeof(thread->name) ? length : sizeof(thread->name) - 1;

	memcpy(thread->name, name, kept);
	thread->name[kept] = '\0';
}

void live_thread_begin(struct live_thread *thread, const struct record_call *call,
		       uint64_t reference)
{
	thread->now.calls++;
	if (thread->depth == LIVE_THREAD_DEPTH)
		return;
	thread->calls[thread->depth++] = (struct live_call){
		.reference = reference,
		.begin = call->begin,
		.function = call->head.detail,
	};
}

bool live_thread_is_in(const struct live_thread *thread, uint64_t reference)
{
	for (unsigned int i = 0; i < thread->depth; i++)
		if (thread->calls[i].reference == reference)
			return true;
	return false;
}

/* Adds the time of CALL that no other call has covered. */
static void cover(struct live_thread *thread, const struct record_call *call)
{
	const uint64_t end = RECORD_TIME(call->end);
	const uint64_t from = call->begin > thread->covered ? call->begin : thread->covered;

	if (end <= from)
		return;
	thread->ended += end - from;
	thread->covered = end;
}

void live_thread_add(struct live_thread *thread, const struct record_call *call)
{
	thread->now.calls++;
	if (thread->depth == 0)
		cover(thread, call);
}

void live_thread_end(struct live_thread *thread, unsigned int index, const struct record_call *call)
{
	if (index == 0 && call)
		cover(thread, call);
	thread->depth--;
	memmove(&thread->calls[index], &thread->calls[index + 1],
		(thread->depth - index) * sizeof(*thread->calls));
}

static bool forget(struct live_threads *threads, size_t index)
{
	const struct live_thread *last = &threads->list[threads->count - 1];

	live_map_remove(&threads->map, threads->list[index].id);
	if (index + 1 < threads->count) {
		if (!live_map_set(&threads->map, last->id, index + 1))
			return false;
		threads->list[index] = *last;
	}
	threads->count--;
	return true;
}

void live_threads_settle(struct live_threads *threads, uint64_t now)
{
	for (size_t i = 0; i < threads->count;) {
		struct live_thread *thread = &threads->list[i];
		const uint64_t begin = thread->depth > 0 ? thread->calls[0].begin : now;

		if (thread->has_ended) {
			i += !forget(threads, i);
			continue;
		}
		thread->now.inside = thread->ended;
		if (now > begin)
			thread->now.inside += now - begin;
		i++;
	}
}

void live_threads_done(struct live_threads *threads)
{
	free(threads->list);
	pointer_map_done(&threads->map);
	*threads = (struct live_threads){ .list = NULL };
}
