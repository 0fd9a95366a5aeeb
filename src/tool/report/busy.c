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

/* What is moved before the first work, or after the last one, could not be moved beside any. */
static void add_moved(struct busy_sum *sum, const struct busy_span *span, uint64_t from)
{
	const uint64_t end = sum->until < span->end ? sum->until : span->end;
	const uint64_t beside = end > span->start ? end - span->start : 0;
	uint64_t *tail = &sum->moving[sum->tail];

	if (span->kind != BUSY_WORK) {
		sum->moving[span->kind] += span->end > from ? span->end - from : 0;
		return;
	}
	if (sum->tail != BUSY_WORK)
		*tail -= *tail < beside ? *tail : beside;
	for (int i = 0; i < BUSY_KINDS; i++) {
		if (sum->has_worked)
			sum->moved[i] += sum->moving[i];
		sum->moving[i] = 0;
	}
	sum->has_worked = true;
}

static void add_up(struct busy_sum *sum, const struct busy_span *span)
{
	const uint64_t from = sum->has_any && sum->until > span->start ? sum->until : span->start;

	if (!sum->has_any)
		sum->first = span->start;
	else if (span->start > sum->until)
		add_gap(sum, span);
	add_moved(sum, span, from);
	if (span->end > from)
		sum->busy += span->end - from;
	if (!sum->has_any || span->end >= sum->until) {
		sum->until = span->end;
		sum->last = span->name;
		sum->tail = span->kind;
	}
	sum->has_any = true;
}

static bool keep_gap(const struct busy *busy, const struct busy_span *span)
{
	const uint64_t until = busy->sum.until;
	const uint64_t length = busy->sum.has_any && span->start > until ? span->start - until : 0;
	const struct gap gap = { .begin = span->host > length ? span->host - length : 0,
				 .end = span->host,
				 .reference = span->reference };

	return !busy->gaps || length == 0 || gaps_add(busy->gaps, &gap);
}

/* Adds up the first COUNT. */
static bool settle(struct busy *busy, size_t count)
{
	bool is_good = true;

	if (count == 0)
		return true;
	sort(busy);
	for (size_t i = 0; i < count; i++) {
		is_good = is_good && keep_gap(busy, &busy->spans[i]);
		add_up(&busy->sum, &busy->spans[i]);
	}
	busy->count -= count;
	memmove(busy->spans, busy->spans + count, busy->count * sizeof(*busy->spans));
	return is_good;
}

bool busy_add(struct busy *busy, const struct busy_span *span)
{
	if (busy->count == BUSY_SPANS && !settle(busy, BUSY_SPANS / 2))
		return false;
	if (!space_make(&busy->spans, busy->count, sizeof(*span)))
		return false;
	busy->is_sorted = (busy->count == 0 || busy->is_sorted) &&
			  (busy->count == 0 || busy->spans[busy->count - 1].start <= span->start);
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

bool busy_settle(struct busy *busy)
{
	const bool is_good = settle(busy, busy->count);

	free(busy->spans);
	busy->spans = NULL;
	return is_good;
}
