/* SPDX-License-Identifier: Apache-2.0 */
/*
 * threads: the threads of a recorded program, and the calls that they are in. The calls of each come in
 * the order in which they began; a call inside of another one is one that a callback of the program
 * has made.
 */
#ifndef CLROUTER_TOOL_REPORT_THREADS_H
#define CLROUTER_TOOL_REPORT_THREADS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tool/report/numbers.h"

#define THREAD_DEPTH 8	/* of calls inside of calls; calls deeper inside count for the last one */

/* A call that has not returned. */
struct thread_call {
	uint64_t reference;	/* of its record; 0: it is one of a sum */
	uint64_t begin;		/* ns, CLOCK_MONOTONIC */
	uint64_t number;	/* among the calls of its thread, from 1; 0: not known */
	unsigned int function;
	bool has_returned;	/* in this round */
};

/* What a thread enqueued last, if that was a small transfer. */
struct thread_transfer {
	uint32_t queue;
	uint8_t kind;		/* enum command_kind; COMMAND_NONE: it was none */
};

struct thread {
	uint32_t id;
	const char *name;	/* NULL: not known */
	bool has_ended;
	uint64_t number;	/* of its last call, those included that are not reported */
	struct model_numbers now;	/* the time is that in OpenCL */
	struct model_numbers before;	/* at the end of the round before */
	uint64_t returned;	/* ns in calls that returned; nested ones do not count again */
	uint64_t covered;	/* the latest end of such a call */
	struct thread_call calls[THREAD_DEPTH];	/* the outermost first */
	unsigned int depth;
	struct thread_transfer last;
};

struct threads {
	struct thread *list;	/* in the order in which they were seen */
	size_t count;
	struct pointer_map map;	/* from an ID to the index, plus 1 */
	size_t last;		/* the index, plus 1, of the one that was looked for last */
};

/* The thread ID, added if it is new; NULL: there is no memory. Valid until the next call. */
struct thread *threads_find(struct threads *threads, uint32_t id);

/* THREAD is in CALL. */
void thread_begin(struct thread *thread, const struct thread_call *call);

/* The call REFERENCE that THREAD is in; NULL: it is in none, as far as is known. */
struct thread_call *thread_find_call(struct thread *thread, uint64_t reference);

/* A call from BEGIN to END that is inside of no other has returned. */
void thread_cover(struct thread *thread, uint64_t begin, uint64_t end);

/* Call number INDEX of those that THREAD is in has returned. */
void thread_end(struct thread *thread, unsigned int index);

/* The thread ID; NULL: the program has no such thread. */
const struct thread *threads_get(const struct threads *threads, uint32_t id);

void threads_done(struct threads *threads);

/* -- for those who show calls one by one ------------------------------------------------ */

/* The calls of a thread that the last one is inside of. All zero: none. */
struct thread_nesting {
	uint64_t ends[THREAD_DEPTH];
	unsigned int depth;
};

/*
 * Inside of how many others the call is that begins and ends then; calls of a thread are entered in
 * the order in which they began.
 */
unsigned int thread_enter(struct thread_nesting *nesting, uint64_t begin, uint64_t end);

#endif
