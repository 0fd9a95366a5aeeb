/* SPDX-License-Identifier: Apache-2.0 */
/*
 * threads: the threads of a recorded program. The calls of each are entered in the order in which
 * they began; a call inside of another one is one that a callback of the program has made.
 */
#ifndef CLROUTER_TOOL_REPORT_THREADS_H
#define CLROUTER_TOOL_REPORT_THREADS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define THREAD_DEPTH 8	/* deeper calls count as calls of the last one */

struct thread {
	uint32_t id;
	const char *name;	/* NULL: not known */
	uint64_t calls;
	uint64_t skipped;	/* calls that are not reported */
	uint64_t inside;	/* ns in OpenCL; nested calls do not count again */
	uint64_t covered;	/* the latest end of a call so far */
	uint64_t ends[THREAD_DEPTH];	/* of the calls that the last one is inside of */
	unsigned int depth;
};

struct threads {
	struct thread *list;	/* after threads_sort(): by ID */
	size_t count;
};

/*
 * Adds a thread, which may have been added before, with its name if NAME, which must stay, is not
 * NULL. Returns false if there is no memory.
 */
bool threads_add(struct threads *threads, uint32_t id, const char *name);

/* Threads can be found after this. */
void threads_sort(struct threads *threads);

/* Copies IDs and names, but no calls, to COPY. Returns false if there is no memory. */
bool threads_copy(struct threads *copy, const struct threads *threads);

/* The thread with this ID; NULL if it was not added. */
struct thread *threads_find(const struct threads *threads, uint32_t id);

/* A call of THREAD from BEGIN to END; returns how many calls it is inside of. */
unsigned int thread_enter(struct thread *thread, uint64_t begin, uint64_t end);

void threads_done(struct threads *threads);

#endif
