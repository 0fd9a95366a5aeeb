/* SPDX-License-Identifier: Apache-2.0 */
/*
 * live-threads: the threads of a running program, and the calls that they are in. A thread is
 * forgotten when another one goes on with its chunk, so their number is that of those that run.
 */
#ifndef CLROUTER_TOOL_REPORT_LIVE_LIVE_THREADS_H
#define CLROUTER_TOOL_REPORT_LIVE_LIVE_THREADS_H

#include "record/record-reader.h"
#include "tool/report/live/live-map.h"

#define LIVE_THREAD_NAME 64
#define LIVE_THREAD_DEPTH 8	/* of calls inside of calls, the first ones are kept */

/* A call that has not returned. */
struct live_call {
	uint64_t reference;	/* of its record; 0: it is one of a sum */
	uint64_t begin;
	unsigned int function;
	bool has_returned;	/* in this round */
};

struct live_thread_numbers {
	uint64_t calls;
	uint64_t inside;	/* ns in OpenCL, with the call that goes on */
};

struct live_thread {
	uint32_t id;
	char name[LIVE_THREAD_NAME];	/* "": not known */
	bool has_ended;
	struct live_thread_numbers now;
	struct live_thread_numbers before;
	uint64_t ended;			/* ns of calls that returned; nested ones do not count again */
	uint64_t covered;		/* the latest end of such a call */
	struct live_call calls[LIVE_THREAD_DEPTH]; /* the outermost first */
	unsigned int depth;
};

struct live_threads {
	struct live_thread *list;
	size_t count;
	struct pointer_map map;	/* from an ID to the index, plus 1 */
};

/* The thread ID, added if it is new; NULL: there is no memory. Valid until the next call. */
struct live_thread *live_threads_find(struct live_threads *threads, uint32_t id);

void live_thread_set_name(struct live_thread *thread, const char *name, size_t length);

/* CALL, the record REFERENCE, has not returned. */
void live_thread_begin(struct live_thread *thread, const struct record_call *call,
		       uint64_t reference);

/* Is THREAD in the call REFERENCE, as far as is known? */
bool live_thread_is_in(const struct live_thread *thread, uint64_t reference);

/* CALL of THREAD has returned. */
void live_thread_add(struct live_thread *thread, const struct record_call *call);

/* Call number INDEX of those that THREAD is in has returned as CALL; NULL: nobody will know. */
void live_thread_end(struct live_thread *thread, unsigned int index,
		     const struct record_call *call);

/* The numbers at NOW; and those that have ended are forgotten. */
void live_threads_settle(struct live_threads *threads, uint64_t now);

void live_threads_done(struct live_threads *threads);

#endif
