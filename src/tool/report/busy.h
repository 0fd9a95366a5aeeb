/* SPDX-License-Identifier: Apache-2.0 */
/*
 * busy: for how long at least one of any number of commands was executed. Commands come nearly in
 * the order in which they started, as the threads have recorded them. So memory is bounded: of the
 * last BUSY_SPANS it is known when they were executed, of those before only how long that was. A
 * command that comes later than that many others counts from the end of what was added up.
 *
 * Times are ns of the device's clock.
 */
#ifndef CLROUTER_TOOL_REPORT_BUSY_H
#define CLROUTER_TOOL_REPORT_BUSY_H

#include "tool/report/gaps.h"

#define BUSY_SPANS 8192

/* What a command does. */
enum busy_kind {
	BUSY_WORK,   /* a kernel, for example */
	BUSY_MOVES,  /* it moves data, and its thread goes on meanwhile */
	BUSY_BLOCKS, /* it moves data, and its thread waits for that */
	BUSY_KINDS
};

/* A command. */
struct busy_span {
	uint64_t start;
	uint64_t end;
	uint64_t host;	    /* when it started, by the clock of the host */
	uint64_t reference; /* of the call that enqueued it */
	enum busy_kind kind;
	const char *name; /* what it is, for people; it stays */
};

/* What is known of the commands that were added up. */
struct busy_sum {
	bool has_any;
	uint64_t first; /* when the first one started */
	uint64_t until; /* the latest end */
	uint64_t busy;
	uint64_t idle; /* between the first one and the end */
	struct {
		uint64_t time;
		const char *after;  /* the command before it */
		uint64_t reference; /* of the call that enqueued the one after it */
	} longest;		    /* without a command */
	const char *last;	    /* the command that ends last */
	enum busy_kind tail;	    /* what is executed up to `until` */
	bool has_worked;
	uint64_t moving[BUSY_KINDS]; /* since the last work, in which only data was moved ... */
	uint64_t moved[BUSY_KINDS];  /* ... and the same between the first and the last work */
};

/* All zero: none. */
struct busy {
	struct busy_span *spans;
	size_t count;
	bool is_sorted;
	struct busy_sum sum; /* of those that are no longer in the list */
	struct busy_sum all; /* if it is current: of all */
	bool is_current;
	struct gaps *gaps; /* where gaps are added that no command can come into; NULL: nowhere */
};

/* Returns false, with a message, if there is no memory. */
bool busy_add(struct busy *busy, const struct busy_span *span);

/* Of all so far. */
struct busy_sum busy_sum(struct busy *busy);

/*
 * No more will come soon: frees memory. Commands may be added later all the same. Returns false,
 * with a message, if there is no memory for the gaps.
 */
bool busy_settle(struct busy *busy);

#endif
