/* SPDX-License-Identifier: Apache-2.0 */
/* busy: see busy.h. */
#include "tool/report/busy.h"

#include <stdlib.h>
#include <string.h>

#include "tool/report/numbers.h"
#include "tool/report/space.h"

static int compare_starts(const void *left, const void *right)
{
	const struct busy_span *a = left;
	const struct busy_span *b = right;

	return number_order_then(a->start, b->start, a->reference, b->reference);
}

static void sort(struct busy *busy)
{
	if (!busy->is_sorted && busy->count > 0)
		qsort(busy->spans, busy->count, sizeof(*busy->spans), compare_starts);
	busy->is_sorted = true;
}

static void add_gap(struct busy_sum *sum, const struct busy_span *span)
{
	const uint64_t gap = span->start - sum->until;

	sum->idle += gap;
	if (gap <= sum->longest.time)
		return;
	sum->longest.time = gap;
	sum->longest.after = sum->last;
	sum->longest.reference = span->reference;
}

static void add_up(struct busy_sum *sum, const struct busy_span *span)
{
	const uint64_t from = sum->has_any && sum->until > span->start ? sum->until : span->start;

	if (!sum->has_any)
		sum->first = span->start;
	else if (span->start > sum->until)
		add_gap(sum, span);
	if (span->end > from)
		sum->busy += span->end - from;
	if (!sum->has_any || span->end >= sum->until) {
		sum->until = span->end;
		sum->last = span->name;
	}
	sum->has_any = true;
}

/* Adds up the first COUNT. */
static void settle(struct busy *busy, size_t count)
{
	if (count == 0)
		return;
	sort(busy);
	for (size_t i = 0; i < count; i++)
		add_up(&busy->sum, &busy->spans[i]);
	busy->count -= count;
	memmove(busy->spans, busy->spans + count, busy->count * sizeof(*busy->spans));
}

bool busy_add(struct busy *busy, const struct busy_span *span)
{
	if (busy->count == BUSY_SPANS)
		settle(busy, BUSY_SPANS / 2);
	if (!space_make(&busy->spans, busy->count, sizeof(*span)))
		return false;
	busy->is_sorted = (busy->count == 0 || busy->is_sorted) &&
			  (busy->count == 0 ||
			   busy->spans[busy->count - 1].start <= span->start);
	busy->spans[busy->count++] = *span;
	busy->is_current = false;
	return true;
}

struct busy_sum busy_sum(struct busy *busy)
{
	if (busy->is_current)
		return busy->all;
	sort(busy);
	busy->all = busy->sum;
	for (size_t i = 0; i < busy->count; i++)
		add_up(&busy->all, &busy->spans[i]);
	busy->is_current = true;
	return busy->all;
}

void busy_settle(struct busy *busy)
{
	settle(busy, busy->count);
	free(busy->spans);
	busy->spans = NULL;
}
