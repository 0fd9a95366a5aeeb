/* SPDX-License-Identifier: Apache-2.0 */
/*
 * follow: what a layer that knows objects and their facts does at each call, to keep both true. It is
 * between the calls and life.h, track.h and facts.h.
 */
#ifndef CLROUTER_STATE_LEARN_FOLLOW_H
#define CLROUTER_STATE_LEARN_FOLLOW_H

#include "opencl/call.h"

/* For the layer's start, before any call. */
void follow_start(void);

/*
 * CALL is about to be passed on, and facts.h knows of it: counts what it releases, and what its
 * callback may use later. Takes the lock of life.h if there is something to count.
 */
void follow_before(struct call *call);

/* CALL has returned *RESULT: notes the objects that it made, found or released, before their facts. */
void follow_after(struct call *call, const void *result);

#endif
