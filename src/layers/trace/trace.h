/* SPDX-License-Identifier: Apache-2.0 */
/*
 * trace: libCLTrace.so writes down every OpenCL call. trace.c has the plot; the other
 * files are what a call passes on its way out:
 *
 *	trace-objects	numbers for the objects
 *	trace-values	arguments as text
 *	trace-text	a call as a line
 *	trace-json	a call as an event of a Chrome trace
 *	trace-queues	when the commands of a queue ran, as events too
 *	trace-summary	times per function
 *
 * All of it but trace-queues is called with the lock held.
 */
#ifndef CLROUTER_LAYERS_TRACE_TRACE_H
#define CLROUTER_LAYERS_TRACE_TRACE_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "layers/common/call.h"
#include "layers/common/line.h"
#include "layers/common/pointer-map.h"
#include "layers/common/signature.h"
#include "layers/common/sink.h"

struct trace_times {
	uint64_t calls;
	uint64_t total;	/* ns */
	uint64_t max;
};

/* All of the layer's state. The first part is written at start only. */
struct trace {
	const char *file;	/* NULL: standard error */
	const char *filter;
	bool is_json;
	bool shows_calls;
	bool shows_entry;	/* a line at the beginning of each call too */
	bool shows_queues;
	bool shows_summary;
	uint64_t start;		/* time 0 of the trace, ns */

	atomic_bool is_open;
	atomic_uint process;	/* counts forks: what a thread knows of itself is then old */

	pthread_mutex_t lock;	/* for all that follows */
	struct trace_times times[CLROUTER_SLOTS];
	struct sink sink;
	bool has_events;	/* the JSON array is not empty */
	struct pointer_map objects;
	uint32_t object_count[KINDS];
	struct pointer_map rows;	/* number of a queue -> struct row */
	struct pointer_map commands;	/* number of a command -> struct command */
	uint32_t command_count;
};

extern struct trace trace;

/* Monotonic, ns. */
uint64_t trace_now(void);

/* -- trace-objects ------------------------------------------------------------- */

/* The number of OBJECT among its kind; the next one if it is new here. */
uint32_t trace_object_number(enum kind kind, const void *object);

/* OBJECT was made just now: what was known of its address is of the past. */
uint32_t trace_object_made(enum kind kind, const void *object);

/* The kind of OBJECT, KIND_NONE if it has not been seen. */
enum kind trace_object_kind(const void *object);

/* -- trace-values -------------------------------------------------------------- */

/* How far a call is: what it stores can be read when it succeeded. */
enum trace_stage { STAGE_BEGIN, STAGE_FAILED, STAGE_DONE };

/* Adds the argument of CALL that is parameter INDEX of FUNCTION. */
void trace_add_argument(struct line *line, const struct signature *function, int index,
			const struct call *call, enum trace_stage stage);

/* Adds what FUNCTION returned. */
void trace_add_result(struct line *line, const struct signature *function, const void *result);

/* -- trace-text ---------------------------------------------------------------- */

void trace_text_begin(struct call *call);
void trace_text_end(struct call *call, const void *result);

/* -- trace-json ---------------------------------------------------------------- */

void trace_json_start(void);
void trace_json_call(const struct call *call, const void *result);

/* Names row ROW of the trace: a thread, or a queue. */
void trace_json_name(const char *what, uint32_t row, const char *name);

/* A command that ran from BEGIN to END, in row ROW; SOURCE says who measured that. */
void trace_json_command(uint32_t row, const char *name, uint64_t begin, uint64_t end,
			const char *source);

/* -- trace-queues: without the lock -------------------------------------------- */

/* Sees to it that a command which CALL enqueues has an event. */
void trace_queue_before(struct call *call);

/* Follows that command until it has run. */
void trace_queue_after(struct call *call);

/* Ends following, after a moment for what is about to be told. */
void trace_queue_stop(void);

/* In a forked child, which the driver's threads are not in: forgets all. */
void trace_queue_forget(void);

/* -- trace-summary ------------------------------------------------------------- */

void trace_summary_add(const struct call *call);
void trace_summary_clear(void);

/* Writes the table to SINK. */
void trace_summary_write(struct sink *sink);

#endif
