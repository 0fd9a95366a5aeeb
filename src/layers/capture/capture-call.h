/* SPDX-License-Identifier: Apache-2.0 */
/*
 * capture-call: what is done around the call of a launch that is captured: the copies, the events. Any
 * thread may call the functions, without a lock.
 */
#ifndef CLROUTER_LAYERS_CAPTURE_CAPTURE_CALL_H
#define CLROUTER_LAYERS_CAPTURE_CAPTURE_CALL_H

#include "layers/capture/copies.h"

/* What the layer keeps of a call between its hooks; it fits into call_own(). */
struct capture_call {
	struct job *job;	/* NULL: the call is not captured */
	cl_event *given;	/* where the program wants the event; NULL: nowhere */
	cl_event event;		/* the driver stores it here */
	cl_event before;	/* of the copies before the launch; NULL: none */
	cl_event *list;		/* events that the launch waits for; NULL: as the program has it */
	struct copies_wait wait; /* what the program wants it to wait for */
	cl_uint count;
	uint64_t number;
};

/* For the layer's start: LIMIT is the most bytes of contents. */
void capture_call_set_up(uint64_t limit);

/* CALL, launch NUMBER, is about to be passed on, and is to be captured: changes its arguments. */
void capture_call_before(struct call *call, struct capture_call *own, uint64_t number);

/*
 * CALL has returned *RESULT. Its arguments are the program's again, and the program has its event:
 * it can be noted.
 */
void capture_call_after(struct call *call, struct capture_call *own, const void *result);

/* CALL, launch NUMBER, which was not changed, has failed with ERROR: captures it as it is. */
void capture_call_failed(const struct call *call, uint64_t number, cl_int error);

#endif
