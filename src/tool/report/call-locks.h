/* SPDX-License-Identifier: Apache-2.0 */
/*
 * call-locks: calls that have waited for a lock of the driver, or of libOpenCL, that the call of
 * another thread held. The record does not say so; but a call that has no reason to wait, takes
 * long, and returns when a call of another thread does that had begun before it, has waited for
 * that one.
 */
#ifndef CLROUTER_TOOL_REPORT_CALL_LOCKS_H
#define CLROUTER_TOOL_REPORT_CALL_LOCKS_H

#include "tool/report/enqueue.h"
#include "tool/report/numbers.h"

/* A call that took long. */
struct lock_call {
	struct model_place place;
	uint64_t end;  /* ns, CLOCK_MONOTONIC */
	bool is_quick; /* it has no reason to wait */
	size_t holder; /* of the call that held the lock: its index, plus 1; 0: none did */
};

/* All zero: none. */
struct locks {
	struct lock_call *list; /* after locks_find(): by their ends */
	size_t count;
	uint64_t least;		/* ns: shorter ones are not looked at; 0: LOCKS_LEAST */
	struct pointer_map map; /* after locks_find(): from a reference to the index, plus 1 */
};

#define LOCKS_LEAST \
	UINT64_C(20000) /* ns: a shorter call may have waited for its turn on a processor */

/* A call that has returned. Returns false, with a message, if there is no memory. */
bool locks_add(struct locks *locks, const struct lock_call *call);

/* Finds who waited for whom, after the last call. Returns false, with a message, if there is no
 * memory. */
bool locks_find(struct locks *locks);

/* The call that held the lock for which the call REFERENCE waited; NULL: it did not wait for any.
 */
const struct lock_call *locks_holder(const struct locks *locks, uint64_t reference);

void locks_done(struct locks *locks);

#endif
