/* SPDX-License-Identifier: Apache-2.0 */
/* live-rows: see live-rows.h. */
#include "tool/report/live/view/live-rows.h"

#include <stdlib.h>
#include <string.h>

#include "tool/report/space.h"

/* -- numbers ---------------------------------------------------------------------- */

bool live_is_total(const struct live *live, struct live_view view)
{
	return view.is_total || live->end != MODEL_RUNS || live->now == live->before;
}

uint64_t live_elapsed(const struct live *live, struct live_view view)
{
	return live->now - (live_is_total(live, view) ? live->start : live->before);
}

/* Sums of a damaged record can become less. */
static uint64_t less(uint64_t now, uint64_t before)
{
	return now > before ? now - before : 0;
}

struct live_function_numbers live_function_in(const struct live *live, struct live_view view,
					      const struct live_function *function)
{
	if (live_is_total(live, view))
		return function->now;
	return (struct live_function_numbers){
		.count = less(function->now.count, function->before.count),
		.errors = less(function->now.errors, function->before.errors),
		.time = less(function->now.time, function->before.time),
	};
}

struct live_work_numbers live_work_in(const struct live *live, struct live_view view,
				      const struct live_work *work)
{
	if (live_is_total(live, view))
		return work->now;
	return (struct live_work_numbers){
		.count = less(work->now.count, work->before.count),
		.bytes = less(work->now.bytes, work->before.bytes),
		.time = less(work->now.time, work->before.time),
	};
}

struct live_thread_numbers live_thread_in(const struct live *live, struct live_view view,
					  const struct live_thread *thread)
{
	if (live_is_total(live, view))
		return thread->now;
	return (struct live_thread_numbers){
		.calls = less(thread->now.calls, thread->before.calls),
		.inside = less(thread->now.inside, thread->before.inside),
	};
}

/* While commands are on their way whose times are not known yet, nothing is said. */
int live_queue_idle(const struct live *live, struct live_view view, const struct live_queue *queue)
{
	const uint64_t busy = live_work_in(live, view, &queue->work).time;
	uint64_t elapsed = live_elapsed(live, view);

	if (live_is_total(live, view) && queue->first > live->start && live->now > queue->first)
		elapsed = live->now - queue->first;
	if (queue->work.measured == 0 || elapsed == 0 || (busy == 0 && queue->depth > 0))
		return -1;
	if (busy >= elapsed)
		return 0;
	return 1000 - (int)(1000.0 * (double)busy / (double)elapsed + 0.5);
}

/* -- rows ------------------------------------------------------------------------- */

struct key {
	const void *row;
	const char *name;
	uint64_t first;		/* the higher one comes first */
	uint64_t second;
};

static int compare_numbers(uint64_t a, uint64_t b)
{
	return a > b ? -1 : a < b;
}

static int compare(const void *left, const void *right)
{
	const struct key *a = left;
	const struct key *b = right;
	int order = compare_numbers(a->first, b->first);

	if (order == 0)
		order = compare_numbers(a->second, b->second);
	return order ? order : strcmp(a->name, b->name);
}

static struct key *make_keys(size_t count)
{
	struct key *keys = calloc(count + 1, sizeof(*keys));

	if (!keys)
		space_is_short();
	return keys;
}

/* Sorts KEYS, which are freed. */
static struct live_rows finish(struct key *keys, size_t count)
{
	struct live_rows rows = { .list = calloc(count + 1, sizeof(*rows.list)) };

	if (!rows.list)
		space_is_short();
	else
		rows.count = count;
	qsort(keys, count, sizeof(*keys), compare);
	for (size_t i = 0; i < rows.count; i++)
		rows.list[i] = keys[i].row;
	free(keys);
	return rows;
}

static uint64_t choose(struct live_view view, uint64_t time, uint64_t count, uint64_t errors)
{
	switch (view.order) {
	case LIVE_BY_TIME:
		return time;
	case LIVE_BY_COUNT:
		return count;
	case LIVE_BY_ERRORS:
		return errors;
	case LIVE_BY_NAME:
		break;
	}
	return 0;
}

/* Rows without anything in the interval are in the order of all that was before. */
static struct key key_of(const void *row, const char *name, struct live_view view, uint64_t first,
			 uint64_t second)
{
	return (struct key){ .row = row,
			     .name = name,
			     .first = first,
			     .second = view.order == LIVE_BY_NAME ? 0 : second };
}

struct live_rows live_rows_functions(const struct live *live, struct live_view view)
{
	struct key *keys = make_keys(live->called_count);
	size_t count = 0;

	for (size_t i = 0; keys && i < live->called_count; i++) {
		const struct live_function *function = live->called[i];
		const struct live_function_numbers in = live_function_in(live, view, function);

		if (function->now.count > 0)
			keys[count++] = key_of(function, function->name, view,
					       choose(view, in.time, in.count, in.errors),
					       function->now.time);
	}
	return keys ? finish(keys, count) : (struct live_rows){ NULL, 0 };
}

struct live_rows live_rows_kernels(const struct live *live, struct live_view view)
{
	struct key *keys = make_keys(live->commands.kernel_count);
	size_t count = 0;

	for (size_t i = 0; keys && i < live->commands.kernel_count; i++) {
		const struct live_kernel *kernel = &live->commands.kernels[i];
		const struct live_work_numbers in = live_work_in(live, view, &kernel->work);

		if (kernel->work.now.count > 0)
			keys[count++] = key_of(kernel, kernel->name, view,
					       choose(view, in.time, in.count, 0),
					       kernel->work.now.time);
	}
	return keys ? finish(keys, count) : (struct live_rows){ NULL, 0 };
}

struct live_rows live_rows_threads(const struct live *live, struct live_view view)
{
	struct key *keys = make_keys(live->threads.count);
	size_t count = 0;

	for (size_t i = 0; keys && i < live->threads.count; i++) {
		const struct live_thread *thread = &live->threads.list[i];
		const struct live_thread_numbers in = live_thread_in(live, view, thread);

		if (thread->now.calls > 0)
			keys[count++] = key_of(thread, thread->name, view,
					       choose(view, in.inside, in.calls, 0),
					       thread->now.inside);
	}
	return keys ? finish(keys, count) : (struct live_rows){ NULL, 0 };
}

/* Of a queue that was released, only the sums since the start would be of interest. */
struct live_rows live_rows_queues(const struct live *live)
{
	struct key *keys = make_keys(live->commands.queue_count);
	size_t count = 0;

	for (size_t i = 0; keys && i < live->commands.queue_count; i++) {
		const struct live_queue *queue = &live->commands.queues[i];

		if (queue->work.now.count > 0 &&
		    (queue->references > 0 || live->end != MODEL_RUNS))
			keys[count++] = (struct key){ .row = queue,
						      .name = "",
						      .first = UINT32_MAX - queue->number };
	}
	return keys ? finish(keys, count) : (struct live_rows){ NULL, 0 };
}
