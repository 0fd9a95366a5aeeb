/* SPDX-License-Identifier: Apache-2.0 */
/* spans: see spans.h. */
#include "tool/report/page/spans.h"

#include <stdlib.h>

#include "tool/report/numbers.h"
#include "tool/report/space.h"

#define FIRST_RESOLUTION 256 /* ns */

bool spans_init(struct spans *spans, size_t most, size_t rows)
{
	*spans = (struct spans){
		.most = most, .rows = rows, .list = calloc(2 * most, sizeof(*spans->list))
	};
	return spans->list || space_is_short();
}

static int compare_spans(const void *left, const void *right)
{
	const struct span *a = left;
	const struct span *b = right;

	return number_order_then(a->row, b->row, a->begin, b->begin);
}

/* The name that is ahead at last has most of the time, if one has more than half of it. */
static void join_names(struct span *before, const struct span *span)
{
	if (before->name == span->name) {
		before->lead += span->lead;
	} else if (before->lead >= span->lead) {
		before->lead -= span->lead;
	} else {
		before->lead = span->lead - before->lead;
		before->name = span->name;
	}
}

/* Adds SPAN to the one before it in its row, if they are short together. */
static bool is_merged(struct span *before, const struct span *span, uint64_t resolution)
{
	if (resolution == 0 || before->row != span->row || span->end - before->begin > resolution)
		return false;
	if (span->end > before->end)
		before->end = span->end;
	before->is_mixed = before->is_mixed || span->is_mixed || before->name != span->name;
	before->has_failed = before->has_failed || span->has_failed;
	join_names(before, span);
	before->count += span->count;
	before->busy += span->busy;
	return true;
}

static void merge(struct spans *spans)
{
	size_t kept = 0;

	for (size_t i = 0; i < spans->count; i++)
		if (kept == 0 ||
		    !is_merged(&spans->list[kept - 1], &spans->list[i], spans->resolution))
			spans->list[kept++] = spans->list[i];
	spans->count = kept;
}

/* Rows after the first ones are not shown. */
static void drop_rows(struct spans *spans)
{
	size_t kept = 0;
	size_t rows = 0;

	for (size_t i = 0; i < spans->count; i++) {
		rows += i == 0 || spans->list[i].row != spans->list[i - 1].row;
		if (rows > spans->rows)
			break;
		kept++;
	}
	for (size_t i = kept; i < spans->count; i++)
		spans->left_out += spans->list[i].count;
	spans->count = kept;
}

static bool is_sorted(const struct spans *spans)
{
	for (size_t i = 1; i < spans->count; i++)
		if (compare_spans(&spans->list[i - 1], &spans->list[i]) > 0)
			return false;
	return true;
}

/* In the end each row has one span at least: there must be fewer rows than `most`. */
static void compact(struct spans *spans)
{
	if (!is_sorted(spans))
		qsort(spans->list, spans->count, sizeof(*spans->list), compare_spans);
	drop_rows(spans);
	merge(spans);
	while (spans->count > spans->most) {
		if (spans->resolution == 0)
			spans->resolution = FIRST_RESOLUTION;
		else if (spans->resolution <= UINT64_MAX / 2)
			spans->resolution *= 2;
		else
			spans->resolution = UINT64_MAX;
		merge(spans);
	}
}

void spans_add(struct spans *spans, const struct span *span)
{
	struct span *last = spans->count > 0 ? &spans->list[spans->count - 1] : NULL;
	struct span added = *span;

	added.count = 1;
	added.is_mixed = false;
	added.busy = span->end - span->begin;
	/* Spans without a duration count for their name, too. */
	added.lead = added.busy + 1;
	/* Most come in the order of their rows, so many need no space. */
	if (last && span->begin >= last->begin && is_merged(last, &added, spans->resolution))
		return;
	if (!spans->list)
		return;
	if (spans->count == 2 * spans->most)
		compact(spans);
	spans->list[spans->count++] = added;
}

void spans_finish(struct spans *spans)
{
	compact(spans);
	for (size_t i = 0; i < spans->count; i++)
		spans->merged += spans->list[i].count > 1 ? spans->list[i].count : 0;
}

void spans_done(struct spans *spans)
{
	free(spans->list);
	spans->list = NULL;
	spans->count = 0;
}
