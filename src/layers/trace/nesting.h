/* SPDX-License-Identifier: Apache-2.0 */
/*
 * nesting: the calls that each thread is in at the moment: a callback can make further calls. A
 * call can be left without notice (see call.h), so nothing here points into its stack frame: the
 * arguments are copied, and the address of the frame is only compared. Each thread has a struct
 * nesting of its own (trace-state.h), so no lock is needed. Without memory for it, OWN is NULL: then no
 * call of the thread is nested.
 *
 * A longjmp() leaves calls without notice. They are removed when the thread makes a call whose
 * frame has the same address as theirs, or an older one on the stack.
 */
#ifndef CLROUTER_LAYERS_TRACE_NESTING_H
#define CLROUTER_LAYERS_TRACE_NESTING_H

#include <stdbool.h>
#include <stdint.h>

#include "opencl/call.h"

/* The number of nested calls that are recorded; callbacks seldom go deeper than two. */
#define NESTING_CALLS 8

struct nesting_call {
	const void *frame;
	unsigned int slot;
	bool is_shown;		/* its beginning has been written */
	uint64_t start;		/* of the trace */
	uint64_t begin;		/* of the call */
	uint32_t numbers[CALL_VALUES];
	uint64_t values[CALL_VALUES];	/* what was given by value; pointers as they were */
};

/* The calls that a thread is in; all zero at first. */
struct nesting {
	struct nesting_call calls[NESTING_CALLS];
	unsigned int count;
};

/*
 * Records that the thread enters CALL, and sets call->depth and call->is_nested: false if the call
 * is not recorded, because it is nested more deeply than NESTING_CALLS or OWN is NULL.
 */
void nesting_enter(struct nesting *own, struct call *call);

/*
 * Removes CALL, and all calls that the thread entered after it. Returns true if the beginning of
 * CALL was written.
 */
bool nesting_leave(struct nesting *own, const struct call *call);

#endif
