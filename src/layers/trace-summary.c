/* SPDX-License-Identifier: Apache-2.0 */
/*
 * trace-summary: how often each function was called and how long that took. Threads
 * add to it without the lock; a call's time includes that of calls inside it.
 */
#include "layers/trace.h"

#include <inttypes.h>
#include <stdlib.h>

#define TABLE_ROOM 32768

struct row {
	const char *name;
	uint64_t calls;
	uint64_t total;
	uint64_t max;
};

void trace_summary_add(const struct call *call)
{
	struct trace_times *times = &trace.times[call->slot];
	uint64_t time = call->end - call->begin;
	uint64_t max = atomic_load_explicit(&times->max, memory_order_relaxed);

	atomic_fetch_add_explicit(&times->calls, 1, memory_order_relaxed);
	atomic_fetch_add_explicit(&times->total, time, memory_order_relaxed);
	while (time > max && !atomic_compare_exchange_weak(&times->max, &max, time))
		;
}

void trace_summary_clear(void)
{
	for (unsigned i = 0; i < CLROUTER_SLOTS; i++) {
		atomic_store(&trace.times[i].calls, 0);
		atomic_store(&trace.times[i].total, 0);
		atomic_store(&trace.times[i].max, 0);
	}
}

static int compare_rows(const void *left, const void *right)
{
	const struct row *a = left;
	const struct row *b = right;

	return a->total < b->total ? 1 : a->total > b->total ? -1 : 0;
}

static size_t collect(struct row *rows)
{
	size_t count = 0;

	for (unsigned i = 0; i < CLROUTER_SLOTS; i++)
		if (atomic_load(&trace.times[i].calls) > 0)
			rows[count++] = (struct row){ signatures[i].name,
						      atomic_load(&trace.times[i].calls),
						      atomic_load(&trace.times[i].total),
						      atomic_load(&trace.times[i].max) };
	qsort(rows, count, sizeof(*rows), compare_rows);
	return count;
}

static void add_row(struct line *line, const struct row *row)
{
	line_add(line, "%9" PRIu64 " %12.3f %12.3f %12.3f  %s\n", row->calls,
		 (double)row->total / 1e6, (double)row->total / (double)row->calls / 1e3,
		 (double)row->max / 1e3, row->name);
}

void trace_summary_write(struct sink *sink)
{
	static char room[TABLE_ROOM];
	struct line line = line_in(room, sizeof(room));
	struct row rows[CLROUTER_SLOTS];
	struct row sum = { .name = "all" };
	size_t count = collect(rows);

	line_add(&line, "%9s %12s %12s %12s  %s\n", "calls", "total ms", "mean us", "max us",
		 "function");
	for (size_t i = 0; i < count; i++) {
		add_row(&line, &rows[i]);
		sum.calls += rows[i].calls;
		sum.total += rows[i].total;
		sum.max = rows[i].max > sum.max ? rows[i].max : sum.max;
	}
	if (count > 0)
		add_row(&line, &sum);
	sink_write(sink, line.text, line.length, "");
}
