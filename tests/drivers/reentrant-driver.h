/* SPDX-License-Identifier: Apache-2.0 */
/*
 * reentrant-driver: what a driver may do while it starts, beside answering: call
 * back, start a thread that does, change the environment, open other libraries,
 * fork. Compiled together with faulty-driver.c, each time with another -DACT=...
 *
 * It does so in its constructor, or, with -DACT_WHEN_LISTED, when its platforms
 * are counted.
 */
#ifndef REENTRANT_DRIVER_H
#define REENTRANT_DRIVER_H

#include <stdbool.h>

#include "api/api.h"

enum reentrant_act {
	REENTRANT_CALLS_BACK,
	REENTRANT_CALLS_BACK_ASKED,	/* when clGetDeviceIDs is called */
	REENTRANT_STARTS_THREAD,	/* one that calls back; nobody waits for it */
	REENTRANT_SETS_ENVIRONMENT,
	REENTRANT_OPENS_DRIVERS,	/* by dlopen: stub-icd1.so beside it */
	REENTRANT_FORKS,	/* the child calls back and ends; it is waited for */
	REENTRANT_FORKS_IN_THREAD,	/* the same, but another thread forks */
	REENTRANT_BLOCKS,	/* does not come back */
	REENTRANT_BLOCKS_DEVICES,	/* clGetDeviceIDs only */
	REENTRANT_EXITS,	/* ends the process, status 9 */
	REENTRANT_CALLS_AT_END,	/* its destructor calls back; status 3 if that fails */
	REENTRANT_OBEYS,	/* does what the test has put into its state before */
};

/* By dlsym("reentrant_get_state"), never NULL. Written before IS_DONE is set. */
struct reentrant_state {
	int is_done;
	cl_int error;	/* of clGetPlatformIDs */
	cl_uint count;	/* of platforms that the driver (or its child) saw */
	cl_int null_error;	/* of clGetPlatformInfo for NULL */
	int status;	/* of the child, as from waitpid */
	int is_blocked;	/* a thread is in there for ever */
	void (*order)(void);
};

typedef struct reentrant_state *reentrant_get_state_fn(void);

#endif
