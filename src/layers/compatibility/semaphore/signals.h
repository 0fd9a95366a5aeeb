/* SPDX-License-Identifier: Apache-2.0 */
/*
 * signals: the end of a command that signals a semaphore, as the semaphore keeps it until a wait
 * takes it. Keeps no state but what it returns.
 */
#ifndef CLROUTER_LAYERS_COMPATIBILITY_SEMAPHORE_SIGNALS_H
#define CLROUTER_LAYERS_COMPATIBILITY_SEMAPHORE_SIGNALS_H

#include <stdatomic.h>
#include <stdbool.h>

#include <CL/cl.h>

struct signal {
	struct signal *next;	/* of the semaphore's; its lock protects it */
	cl_event event;		/* of the driver, retained; NULL until signals_set() */
	atomic_uint references; /* of threads and the semaphore */
};

/* One with one reference and no event yet. NULL: no memory. */
struct signal *signals_new(void);

/* The command with EVENT, which is retained, is the one that signals. Returns an error code. */
cl_int signals_set(struct signal *signal, cl_event event);

/* One reference more, or less. SIGNAL may be NULL. */
void signals_retain(struct signal *signal);
void signals_release(struct signal *signal);

/* The status of the command: CL_COMPLETE, above it, or an error, which is negative. */
cl_int signals_status(const struct signal *signal);

#endif
