/* SPDX-License-Identifier: Apache-2.0 */
/* threads: see threads.h. */
#include "tool/report/threads.h"

#include <stdlib.h>

#include "tool/report/space.h"

static int compare_ids(const void *left, const void *right)
{
	const struct thread *a = left;
	const struct thread *b = right;

	return a->id < b->id ? -1 : a->id > b->id;
}

/* Records come in long rows of one thread. */
bool threads_add(struct threads *threads, uint32_t id, const char *name)
{
	if (!name && threads->count > 0 && threads->list[threads->count - 1].id == id)
		return true;
	if (!space_make(&threads->list, threads->count, sizeof(*threads->list)))
		return false;
	threads->list[threads->count++] = (struct thread){ .id = id, .name = name };
	return true;
}

void threads_sort(struct threads *threads)
{
	size_t kept = 0;

	if (threads->count > 0)
		qsort(threads->list, threads->count, sizeof(*threads->list), compare_ids);
	for (size_t i = 0; i < threads->count; i++) {
		struct thread *last = kept > 0 ? &threads->list[kept - 1] : NULL;

		if (!last || last->id != threads->list[i].id)
			threads->list[kept++] = threads->list[i];
		else if (threads->list[i].name)
			last->name = threads->list[i].name;
	}
	threads->count = kept;
}

bool threads_copy(struct threads *copy, const struct threads *threads)
{
	copy->count = threads->count;
	copy->list = calloc(threads->count + 1, sizeof(*copy->list));
	for (size_t i = 0; copy->list && i < threads->count; i++) {
		copy->list[i].id = threads->list[i].id;
		copy->list[i].name = threads->list[i].name;
	}
	return copy->list || space_is_short();
}

struct thread *threads_find(const struct threads *threads, uint32_t id)
{
	const struct thread key = { .id = id };

	if (threads->count == 0)
		return NULL;
	return bsearch(&key, threads->list, threads->count, sizeof(key), compare_ids);
}

unsigned int thread_enter(struct thread *thread, uint64_t begin, uint64_t end)
{
	const uint64_t from = begin > thread->covered ? begin : thread->covered;

	while (thread->depth > 0 && thread->ends[thread->depth - 1] <= begin)
		thread->depth--;
	if (end > from) {
		thread->inside += end - from;
		thread->covered = end;
	}
	thread->calls++;
	if (thread->depth < THREAD_DEPTH)
		thread->ends[thread->depth++] = end;
	return thread->depth - 1;
}

void threads_done(struct threads *threads)
{
	free(threads->list);
	threads->list = NULL;
	threads->count = 0;
}
