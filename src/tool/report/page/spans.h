/* SPDX-License-Identifier: Apache-2.0 */
/*
 * spans: calls and commands for a timeline that shows a limited number of them. When there are
 * more, neighbours in a row that are short together become one, and the length that counts as short
 * grows until there are few enough. So memory is bounded, whatever the size of the record.
 */
#ifndef CLROUTER_TOOL_REPORT_PAGE_SPANS_H
#define CLROUTER_TOOL_REPORT_PAGE_SPANS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SPANS_MAX 1500000 /* that a page has */
#define SPANS_ROWS 256	  /* rows that it shows; the others are counted in `left_out` */

struct span {
	uint64_t row;	/* rows are shown in the order of these numbers */
	uint64_t begin; /* ns */
	uint64_t end;
	uint64_t id;	/* of the call or command, for the caller; of the first one of several */
	uint64_t count; /* calls or commands in it */
	uint64_t busy;	/* ns: their durations added up */
	uint64_t lead;	/* ns by which the name is ahead of the others, for spans_add() */
	uint32_t name;	/* a number; of several, one with a large part of the time */
	bool is_mixed;	/* it has several names */
	bool has_failed; /* a call in it */
};

struct spans {
	struct span *list;   /* after spans_finish(): by row, and there by time */
	size_t count;
	size_t most;
	size_t rows; /* that are shown, at most */
	uint64_t resolution; /* ns; what is not longer was merged */
	uint64_t merged;     /* calls and commands that have no span of their own */
	uint64_t left_out;   /* calls and commands in rows that are not shown */
};

/*
 * Prepares for MOST spans in the end, in ROWS rows, which are fewer. Returns false if there is no
 * memory.
 */
bool spans_init(struct spans *spans, size_t most, size_t rows);

/* Adds one call or command, of which row, begin, end, id, name and has_failed count. */
void spans_add(struct spans *spans, const struct span *span);

void spans_finish(struct spans *spans);

void spans_done(struct spans *spans);

#endif
