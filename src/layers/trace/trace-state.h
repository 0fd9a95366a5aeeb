/* SPDX-License-Identifier: Apache-2.0 */
/*
 * trace-state: the data that all parts of the trace share, of the process, of a thread and of a call. It
 * includes none of them but nesting.h.
 */
#ifndef CLROUTER_LAYERS_TRACE_TRACE_STATE_H
#define CLROUTER_LAYERS_TRACE_TRACE_STATE_H

#include <assert.h>
#include <stdatomic.h>
#include <stdint.h>

#include "base/common/lock.h"
#include "layers/frame/output-file.h"
#include "layers/trace/nesting.h"
#include "opencl/call.h"

struct trace {
	uint64_t start;		/* time 0 of the trace, ns; written at start only */

	atomic_bool is_open;
	atomic_uint process;	/* counts forks: what a thread knows of itself is then old */

	struct lock lock;	/* for the output, and for what the parts keep */
	struct output_file output;
};

extern struct trace trace;

/*
 * What is kept for each thread, which alone reads and writes it. All zero at first. The numbers of
 * processes are as in struct trace: 0 is none.
 */
struct trace_thread {
	struct nesting nesting;
	uint64_t id;
	unsigned int id_of;	/* the process in which it has this ID */
};

/* To be called by the layer's start function. */
void trace_thread_start(void);

/* What is kept for the calling thread; NULL: there is no memory. */
struct trace_thread *trace_thread(void);

/* What is kept of a call between the hooks. */
struct trace_own {
	uint64_t begin;		       /* ns */
	uint64_t end;		       /* ns */
	uint32_t numbers[CALL_VALUES]; /* of objects, by parameter */
	unsigned int depth;	       /* how many calls of this thread it is inside of */
	bool is_nested;		       /* it is noted among them */
	bool is_shown;		       /* its beginning was written when it began */
} __attribute__((may_alias));

static_assert(sizeof(struct trace_own) <= CALL_OWN, "the trace keeps too much of a call");

static inline struct trace_own *trace_own(const struct call *call)
{
	return call_own(call);
}

#endif
