/* SPDX-License-Identifier: Apache-2.0 */
/* range-work: see ranges.h. What was called and enqueued in ranges. */
#include "tool/report/ranges.h"

#include "tool/report/model-commands.h"
#include "tool/report/space.h"

/* What is done for each row in whose ranges a thread is. */
typedef bool visit_row(struct ranges *ranges, uint32_t row, uint64_t what);

static bool holds(const struct range_span *span, uint64_t time)
{
	return span->begin <= time && (span->end == 0 || time <= span->end);
}

/* How many spans begin at TIME or before. */
static size_t spans_until(const struct range_thread *thread, uint64_t time)
{
	size_t low = 0;
	size_t high = thread->count;

	while (low < high) {
		const size_t middle = low + (high - low) / 2;

		if (thread->spans[middle].begin <= time)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* A row counts once, also if a range of its name is inside of another one. */
static bool visit_once(struct ranges *ranges, uint32_t row, visit_row *visit, uint64_t what)
{
	if (ranges->rows[row].stamp == ranges->looks)
		return true;
	ranges->rows[row].stamp = ranges->looks;
	return visit(ranges, row, what);
}

static bool visit_nested(struct ranges *ranges, uint32_t id, uint64_t time, visit_row *visit,
			 uint64_t what)
{
	const size_t index = number_map_get(&ranges->map, id);
	const struct range_thread *thread = index > 0 ? &ranges->threads[index - 1] : NULL;
	size_t at = thread ? spans_until(thread, time) : 0;

	for (int i = 0; at > 0 && i < RANGES_LOOKS; i++) {
		const struct range_span *span = &thread->spans[at - 1];

		if (holds(span, time) && !visit_once(ranges, span->row, visit, what))
			return false;
		at = span->parent;
	}
	return true;
}

static bool visit_shared(struct ranges *ranges, uint64_t time, visit_row *visit, uint64_t what)
{
	const struct range_thread *shared = &ranges->shared;
	size_t at = spans_until(shared, time);

	for (int i = 0; at > 0 && shared->spans[at - 1].reach >= time && i < RANGES_LOOKS;
	     i++, at--)
		if (holds(&shared->spans[at - 1], time) &&
		    !visit_once(ranges, shared->spans[at - 1].row, visit, what))
			return false;
	return true;
}

static bool visit_rows(struct ranges *ranges, uint32_t thread, uint64_t time, visit_row *visit,
		       uint64_t what)
{
	if (ranges->span_count == 0)
		return true;
	ranges->looks++;
	return visit_nested(ranges, thread, time, visit, what) &&
	       visit_shared(ranges, time, visit, what);
}

static bool add_call(struct ranges *ranges, uint32_t row, uint64_t what)
{
	ranges->rows[row].calls += what;
	return true;
}

void ranges_add_call(struct ranges *ranges, uint32_t thread, uint64_t time)
{
	visit_rows(ranges, thread, time, add_call, 1);
}

/* -- commands -------------------------------------------------------------------------- */

static bool add_exact(struct ranges *ranges, uint32_t row, uint64_t ns)
{
	ranges->rows[row].exact += ns;
	ranges->rows[row].measured++;
	return true;
}

static bool add_command(struct ranges *ranges, uint32_t row, uint64_t what)
{
	ranges->rows[row].commands += what;
	return true;
}

static bool add_mean(struct ranges *ranges, uint32_t row, uint64_t kind)
{
	const uint64_t key = ((uint64_t)row << 32 | kind) + 1;
	const size_t index = number_map_get(&ranges->mean_map, key);

	ranges->rows[row].commands++;
	if (index > 0) {
		ranges->means[index - 1].count++;
		return true;
	}
	if (!space_make(&ranges->means, ranges->mean_count, sizeof(*ranges->means)))
		return false;
	if (!number_map_set(&ranges->mean_map, key, ranges->mean_count + 1))
		return space_is_short();
	ranges->means[ranges->mean_count++] =
		(struct range_mean){ .row = row, .kind = (uint32_t)kind, .count = 1 };
	return true;
}

bool ranges_add_command(struct ranges *ranges, uint32_t thread, uint64_t time, uint32_t kind,
			bool is_sampled)
{
	return is_sampled ? visit_rows(ranges, thread, time, add_mean, kind)
			  : visit_rows(ranges, thread, time, add_command, 1);
}

/* The source with the highest reference that is not above REFERENCE; NULL: none. */
static const struct range_source *find_source(const struct ranges *ranges, uint64_t reference)
{
	size_t low = 0;
	size_t high = ranges->source_count;

	while (low < high) {
		const size_t middle = low + (high - low) / 2;

		if (ranges->sources[middle].reference <= reference)
			low = middle + 1;
		else
			high = middle;
	}
	return low > 0 ? &ranges->sources[low - 1] : NULL;
}

void ranges_add_work(struct ranges *ranges, uint64_t reference, uint64_t time, uint64_t ns)
{
	const struct range_source *source =
		ranges->span_count > 0 ? find_source(ranges, reference) : NULL;

	if (source)
		visit_rows(ranges, source->thread, time, add_exact, ns);
}

/* -- the end of a round ------------------------------------------------------------------ */

/* The mean of what KIND stands for, and whether there is one. */
static bool find_mean(const struct commands *commands, uint32_t kind, uint64_t *mean)
{
	const struct model_work *work = NULL;

	if (kind < COMMAND_KINDS)
		work = &commands->transfers[kind].work;
	else if (kind - COMMAND_KINDS < commands->kernel_count)
		work = &commands->kernels[kind - COMMAND_KINDS].work;
	*mean = work ? durations_mean(&work->times) : 0;
	return work && work->times.count > 0;
}

static void add_open(struct ranges *ranges, const struct range_span *span, uint64_t stop)
{
	struct range_row *row = &ranges->rows[span->row];
	uint64_t begin;
	uint64_t end;

	row->open++;
	if (ranges_cut(ranges, span, stop, &begin, &end))
		row->total += end - begin;
}

static void settle_open(struct ranges *ranges, uint64_t stop)
{
	for (size_t i = 0; i < ranges->thread_count; i++)
		for (size_t k = 0; k < ranges->threads[i].depth; k++) {
			const struct range_open *open = &ranges->threads[i].open[k];

			add_open(ranges,
				 &(struct range_span){ .begin = open->begin, .row = open->row },
				 stop);
		}
	ranges->unpaired = ranges->pops;
	for (size_t i = 0; i < ranges->edge_count; i++)
		if (ranges->edges[i].is_end)
			ranges->unpaired++;
		else
			add_open(ranges,
				 &(struct range_span){ .begin = ranges->edges[i].time,
						       .row = ranges->edges[i].row },
				 stop);
}

void ranges_settle(struct ranges *ranges, const struct commands *commands, uint64_t stop)
{
	uint64_t mean;

	for (size_t i = 0; i < ranges->row_count; i++) {
		ranges->rows[i].total = ranges->rows[i].closed;
		ranges->rows[i].device = ranges->rows[i].exact;
		ranges->rows[i].estimated = 0;
		ranges->rows[i].open = 0;
	}
	for (size_t i = 0; i < ranges->mean_count; i++) {
		const struct range_mean *each = &ranges->means[i];

		if (!find_mean(commands, each->kind, &mean))
			continue;
		ranges->rows[each->row].device += mean * each->count;
		ranges->rows[each->row].estimated += each->count;
	}
	settle_open(ranges, stop);
}
