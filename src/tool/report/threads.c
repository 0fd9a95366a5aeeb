/* SPDX-License-Identifier: Apache-2.0 */
/* threads: see threads.h. */
#include "tool/report/threads.h"

#include <stdlib.h>
#include <string.h>

#include "tool/report/space.h"

static struct thread *add(struct threads *threads, uint32_t id)
{
	if (!space_make(&threads->list, threads->count, sizeof(*threads->list)))
		return NULL;
	if (!number_map_set(&threads->map, id, threads->count + 1)) {
		space_is_short();
		return NULL;
	}
	threads->list[threads->count] = (struct thread){ .id = id };
	threads->last = ++threads->count;
	return &threads->list[threads->count - 1];
}

/* Records come in long rows of one thread. */
struct thread *threads_find(struct threads *threads, uint32_t id)
{
	size_t index = threads->last;

	if (index == 0 || threads->list[index - 1].id != id)
		index = number_map_get(&threads->map, id);
	if (index == 0)
		return add(threads, id);
	threads->last = index;
	return &threads->list[index - 1];
}

const struct thread *threads_get(const struct threads *threads, uint32_t id)
{
	const size_t index = number_map_get(&threads->map, id);

	return index > 0 ? &threads->list[index - 1] : NULL;
}

void thread_begin(struct thread *thread, const struct thread_call *call)
{
	if (thread->depth < THREAD_DEPTH)
		thread->calls[thread->depth++] = *call;
}

struct thread_call *thread_find_call(struct thread *thread, uint64_t reference)
{
	for (unsigned int i = 0; i < thread->depth; i++)
		if (thread->calls[i].reference == reference)
			return &thread->calls[i];
	return NULL;
}

void thread_cover(struct thread *thread, uint64_t begin, uint64_t end)
{
	const uint64_t from = begin > thread->covered ? begin : thread->covered;

	if (end <= from)
		return;
	thread->returned += end - from;
	thread->covered = end;
}

void thread_end(struct thread *thread, unsigned int index)
{
	thread->depth--;
	memmove(&thread->calls[index], &thread->calls[index + 1],
		(thread->depth - index) * sizeof(*thread->calls));
}

void threads_done(struct threads *threads)
{
	free(threads->list);
	pointer_map_done(&threads->map);
	*threads = (struct threads){ .list = NULL };
}

unsigned int thread_enter(struct thread_nesting *nesting, uint64_t begin, uint64_t end)
{
	while (nesting->depth > 0 && nesting->ends[nesting->depth - 1] <= begin)
		nesting->depth--;
	if (nesting->depth < THREAD_DEPTH)
		nesting->ends[nesting->depth++] = end;
	return nesting->depth - 1;
}
