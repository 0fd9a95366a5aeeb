/* SPDX-License-Identifier: Apache-2.0 */
/*
 * spans: calls and commands for a timeline that shows at most SPANS_MAX of them. When there are
 * more, neighbours in a row that are short together become one, and the length that counts as
 * short grows until there are few enough. So memory is bounded, whatever the size of the record.
 */
#ifndef CLROUTER_TOOL_REPORT_SPANS_H
#define CLROUTER_TOOL_REPORT_SPANS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SPANS_MAX 20000
#define SPANS_ROWS 256	/* rows that are shown; the others are counted in `left_out` */

struct span {
	uint64_t row;		/* rows are shown in the order of these numbers */
	uint64_t begin;		/* ns */
	uint64_t end;
	const char *name;	/* NULL: of several names */
	uint64_t count;		/* calls or commands in it */
};

struct spans {
	struct span *list;	/* after spans_finish(): by row, and there by time */
	size_t count;
	uint64_t resolution;	/* ns; what is not longer was merged */
	uint64_t merged;	/* calls and commands that have no span of their own */
	uint64_t left_out;	/* spans in rows that are not shown */
};

/* Returns false if there is no memory. */
bool spans_init(struct spans *spans);

/* Adds a span; its name must stay. */
void spans_add(struct spans *spans, const struct span *span);

void spans_finish(struct spans *spans);

void spans_done(struct spans *spans);

#endif
