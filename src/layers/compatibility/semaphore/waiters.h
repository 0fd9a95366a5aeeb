/* SPDX-License-Identifier: Apache-2.0 */
/*
 * waiters: a command that waits for signals that are not enqueued yet. It waits for a user event,
 * which is set when all of these signals have ended, or to an error when the first of them fails.
 *
 *	made --> count_down() for each signal that is awaited --> gone
 *
 * The last part of it happens in threads of drivers, where nothing may block. Any thread may call.
 */
#ifndef CLROUTER_LAYERS_COMPATIBILITY_SEMAPHORE_WAITERS_H
#define CLROUTER_LAYERS_COMPATIBILITY_SEMAPHORE_WAITERS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <CL/cl.h>

#include "layers/compatibility/semaphore/signals.h"

struct waiter;

/* One signal that is awaited. */
struct waiter_place {
	struct waiter_place *next; /* of the semaphore's; its lock protects it */
	struct waiter *waiter;
	/* Once there is one: */
	struct signal *signal;
	uintptr_t id; /* of signal-ends.h, whose lock protects the list */
	struct waiter_place *before;
	struct waiter_place *after;
};

struct waiter {
	cl_event user_event;
	atomic_size_t left; /* signals that have not ended */
	atomic_bool is_set; /* the user event */
	struct waiter_place places[];
};

/* One that waits for COUNT signals in CONTEXT. NULL: *ERROR says why. */
struct waiter *waiters_new(cl_context context, size_t count, cl_int *error);

/* For one whose command could not be enqueued. */
void waiters_abandon(struct waiter *waiter);

/*
 * The signal that PLACE awaits has ended with STATUS, which is CL_COMPLETE or an error. PLACE is
 * gone then.
 */
void waiters_count_down(struct waiter_place *place, cl_int status);

#endif
