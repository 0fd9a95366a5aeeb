/* SPDX-License-Identifier: Apache-2.0 */
/*
 * payload: which wait for a semaphore gets which signal. Both are paired in the order in which they
 * are enqueued; a semaphore has either signals that no wait has taken, or waits without a signal:
 *
 *	enqueued signals:  s3 s4 --> [ semaphore ] <-- none		a wait takes s3
 *	none --> [ semaphore ] <-- w3 w4	:enqueued waits		a signal is for w3
 *
 * Any thread may call. One lock is taken inside; the driver is called without it.
 */
#ifndef CLROUTER_LAYERS_COMPATIBILITY_SEMAPHORE_PAYLOAD_H
#define CLROUTER_LAYERS_COMPATIBILITY_SEMAPHORE_PAYLOAD_H

#include <stdbool.h>
#include <stddef.h>

#include "layers/compatibility/semaphore/signals.h"
#include "layers/compatibility/semaphore/waiters.h"

/*
 * Signals that a semaphore keeps. A program that never waits gets an error before memory is short.
 */
#define PAYLOAD_SIGNALS 4096

/* A member of a semaphore. All zero at first. */
struct payload {
	struct signal *signals; /* the oldest first */
	struct signal *last_signal;
	size_t count; /* of signals */
	struct waiter_place *places;
	struct waiter_place *last_place;
};

/* For the layer's start: the lock is taken over a fork. */
void payload_start(void);

/* Are there as many signals as a semaphore keeps? */
bool payload_is_full(struct payload *payload);

/* SIGNAL, whose reference is taken, is for the oldest wait, or kept for the next one. */
void payload_signal(struct payload *payload, struct signal *signal);

/* The oldest signal, with its reference; NULL: there is none. */
struct signal *payload_take(struct payload *payload);

/* What a wait has taken that failed comes back as the oldest. */
void payload_put_back(struct payload *payload, struct signal *signal);

/* PLACE waits for the oldest signal, or the next one. */
void payload_wait(struct payload *payload, struct waiter_place *place);

/* Is there a signal whose command has completed? */
bool payload_is_signaled(struct payload *payload);

/* The semaphore is gone: forgets signals; waits without one fail with ERROR. */
void payload_done(struct payload *payload, cl_int error);

#endif
