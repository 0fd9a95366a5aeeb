/* SPDX-License-Identifier: Apache-2.0 */
/*
 * trace-summary: see trace-text.h.
 */
#include "layers/trace/trace-text.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/common/line.h"
#include "layers/trace/trace-state.h"
#include "opencl/signature.h"

#define TABLE_BUFFER 32768

struct times {
	uint64_t calls;
	uint64_t total; /* ns */
	uint64_t max;
};

struct times_row {
	const char *name;
	struct times times;
};

static struct times all_times[CLROUTER_ALL_SLOTS];

void trace_summary_add(const struct call *call)
{
	struct times *times = &all_times[call->slot];
	uint64_t time = trace_own(call)->end - trace_own(call)->begin;

	times->calls++;
	times->total += time;
	times->max = time > times->max ? time : times->max;
}

void trace_summary_clear(void)
{
	memset(all_times, 0, sizeof(all_times));
}

static int compare_rows(const void *left, const void *right)
{
	const struct times_row *a = left;
	const struct times_row *b = right;

	return a->times.total < b->times.total ? 1 : a->times.total > b->times.total ? -1 : 0;
}

static size_t collect(struct times_row *rows)
{
	size_t count = 0;

	for (unsigned i = 0; i < CLROUTER_ALL_SLOTS; i++)
		if (all_times[i].calls > 0)
			rows[count++] = (struct times_row){ signatures[i].name, all_times[i] };
	qsort(rows, count, sizeof(*rows), compare_rows);
	return count;
}

static void add_row(struct line *line, const char *name, const struct times *times)
{
	line_add(line, "%9" PRIu64 " %12.3f %12.3f %12.3f  %s\n", times->calls,
		 (double)times->total / 1e6, (double)times->total / (double)times->calls / 1e3,
		 (double)times->max / 1e3, name);
}

void trace_summary_write(struct output_file *output)
{
	static char buffer[TABLE_BUFFER];
	struct line line = line_in(buffer, sizeof(buffer));
	struct times_row rows[CLROUTER_ALL_SLOTS];
	struct times sum = { 0, 0, 0 };
	size_t count = collect(rows);

	line_add(&line, "%9s %12s %12s %12s  %s\n", "calls", "total ms", "mean us", "max us",
		 "function");
	for (size_t i = 0; i < count; i++) {
		add_row(&line, rows[i].name, &rows[i].times);
		sum.calls += rows[i].times.calls;
		sum.total += rows[i].times.total;
		sum.max = rows[i].times.max > sum.max ? rows[i].times.max : sum.max;
	}
	if (count > 0)
		add_row(&line, "all", &sum);
	output_file_write(output, line.text, line.length);
}
