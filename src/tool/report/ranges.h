/* SPDX-License-Identifier: Apache-2.0 */
/*
 * ranges: what a program says of its own work, added up by name. A thread's pushes and pops are paired in
 * the order of its records, begins and ends of all threads by their ids in the order of time. Then it is
 * known in which ranges a thread is at a time, and so what was called and enqueued in them.
 *
 * Memory grows with names and ranges; of more than RANGES_SPANS ranges, the others have times only.
 * Functions that return a bool fail if there is no memory, with a message.
 */
#ifndef CLROUTER_TOOL_REPORT_RANGES_H
#define CLROUTER_TOOL_REPORT_RANGES_H

#include "base/common/line.h"
#include "record/durations.h"
#include "record/record-reader.h"
#include "tool/report/strings.h"

#define RANGES_SPANS ((size_t)1 << 20)
#define RANGES_DEPTH 65536 /* of pushes of a thread; deeper ones are counted only */
#define RANGES_LOOKS 256   /* at ranges around a time: what is further outside is not found */

enum range_kind {
	RANGE_NESTED, /* a push and a pop of one thread */
	RANGE_SHARED, /* it may end in another thread */
	RANGE_MARK
};

extern const char *const range_words[];

/* The ranges, or marks, with one name in one domain. */
struct range_row {
	const char *name;
	const char *domain;	/* NULL: none */
	uint32_t domain_number;
	uint64_t kind;		/* enum range_kind */
	uint64_t count;		/* that began in the time that is reported */
	uint64_t open;		/* that have no end */
	uint64_t closed;	/* ns in those that have, as far as it is reported */
	uint64_t total;		/* the same, with those that go on */
	struct durations times;	/* of those that have begun in the time that is reported, and ended */
	uint64_t calls;		/* of OpenCL */
	uint64_t commands;	/* that were enqueued */
	uint64_t measured;	/* of these */
	uint64_t estimated;	/* of these: not measured, but like one that was */
	uint64_t exact;		/* ns on devices of those that were measured one by one */
	uint64_t device;	/* ns on devices, with the means of those that were not */
	uint64_t stamp;
};

struct range_span {
	uint64_t begin;		/* ns, CLOCK_MONOTONIC */
	uint64_t end;		/* 0: it goes on */
	uint64_t reach;		/* of shared ones: the latest end up to here */
	uint32_t row;
	uint32_t parent;	/* the one around it, plus 1; 0: none is kept */
};

struct range_open {
	uint64_t begin;
	uint32_t row;
	uint32_t domain;
	uint32_t span;		/* plus 1; 0: it is not kept */
};

/* Of a thread, or those that all threads share. */
struct range_thread {
	uint32_t id;
	struct range_span *spans;	/* by time */
	size_t count;
	struct range_open *open;	/* pushes without a pop, the innermost last */
	size_t depth;
	uint64_t deeper;
};

/* A begin or an end without the other one so far. */
struct range_edge {
	uint64_t domain;
	uint64_t id[3];
	uint64_t time;
	uint32_t row;
	bool is_end;
};

struct range_mark {
	uint64_t time;
	uint32_t thread;
	uint32_t row;
};

/* Commands of one kind in the ranges of one name, which count with the mean. */
struct range_mean {
	uint32_t row;
	uint32_t kind;		/* of command; of a kernel COMMAND_KINDS and its index */
	uint64_t count;
};

struct range_source {
	uint64_t reference;	/* records from here on ... */
	uint32_t thread;	/* ... are of this thread */
};

/* All zero but for the first three: none. */
struct ranges {
	uint64_t from;		/* what is reported begins then */
	uint64_t to;		/* and ends before then */
	bool keeps_marks;
	struct strings names;	/* of rows, with domain and kind */
	struct strings domains;
	struct range_row *rows;
	size_t row_count;
	struct range_thread *threads;
	size_t thread_count;
	struct pointer_map map;	/* from the ID of a thread to the index, plus 1 */
	struct range_thread shared;
	struct range_edge *edges;
	size_t edge_count;
	bool has_edges;		/* new ones, in this round */
	struct range_mark *marks;
	size_t mark_count;
	struct range_mean *means;
	size_t mean_count;
	struct pointer_map mean_map;
	struct range_source *sources;
	size_t source_count;
	bool has_sources;	/* new ones, in this round */
	size_t span_count;	/* of all threads */
	uint64_t left_out;	/* ranges and marks that are not kept */
	uint64_t pops;		/* of nothing */
	uint64_t unpaired;	/* these, and ends of nothing so far */
	uint64_t looks;
};

/* -- the first visit of a round ------------------------------------------------------------------ */

/* Any record, as the reader visits them. */
bool ranges_see(struct ranges *ranges, const struct record *record, struct record_place place);

/* After it. */
bool ranges_pair(struct ranges *ranges);

/* -- the second one -------------------------------------------------------------------------------- */

/* THREAD has called at TIME. */
void ranges_add_call(struct ranges *ranges, uint32_t thread, uint64_t time);

/*
 * THREAD has enqueued a command of KIND at TIME, a kernel's kind as range_mean has it. If it IS_SAMPLED it
 * will have the mean; otherwise its time may come.
 */
bool ranges_add_command(struct ranges *ranges, uint32_t thread, uint64_t time, uint32_t kind,
			bool is_sampled);

/* The command that the call REFERENCE has enqueued, which began at TIME, took NS. */
void ranges_add_work(struct ranges *ranges, uint64_t reference, uint64_t time, uint64_t ns);

/* -- afterwards ------------------------------------------------------------------------------------ */

struct commands;

/* At the end of a round, at STOP. */
void ranges_settle(struct ranges *ranges, const struct commands *commands, uint64_t stop);

/* Cuts a span to what is reported. False: nothing is left. A span that goes on ends at STOP. */
bool ranges_cut(const struct ranges *ranges, const struct range_span *span, uint64_t stop,
		uint64_t *begin, uint64_t *end);

#define RANGES_NAME 1536 /* bytes that a name takes with its domain */

/* Adds "NAME (DOMAIN)". */
void ranges_add_name(struct line *line, const struct range_row *row);

void ranges_done(struct ranges *ranges);

#endif
