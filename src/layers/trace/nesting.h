/* SPDX-License-Identifier: Apache-2.0 */
/*
 * nesting: the calls that each thread is in. A call can be left without any notice (see call.h),
 * so nothing here points into its frame: the arguments are copied, and the frame's address is
 * only compared. Needs no lock, because every thread has its own.
 *
 * After a longjmp() the calls that were left count as gone as soon as a call comes whose frame
 * lies at their place of the stack or above it.
 */
#ifndef CLROUTER_LAYERS_TRACE_NESTING_H
#define CLROUTER_LAYERS_TRACE_NESTING_H

#include <stdbool.h>
#include <stdint.h>

#include "layers/common/call.h"

/* How many calls inside each other are known; callbacks seldom go deeper than two. */
#define NESTING_CALLS 8

struct nesting_call {
	const void *frame;
	unsigned int slot;
	bool is_shown;		/* its beginning has been written */
	uint64_t start;		/* of the trace */
	uint32_t numbers[CALL_VALUES];
	uint64_t values[CALL_VALUES];	/* what was given by value; pointers as they were */
};

/*
 * The thread enters CALL: sets its depth, which is NESTING_CALLS if it is deeper than is known.
 */
void nesting_enter(struct call *call);

/* The thread leaves CALL, and all that it entered after it. Was its beginning written? */
bool nesting_leave(const struct call *call);

/* The call that this thread is in at DEPTH, which is below that of the innermost. */
struct nesting_call *nesting_at(unsigned int depth);

#endif
