/* SPDX-License-Identifier: Apache-2.0 */
/*
 * lively-driver: what a driver may do while it starts, beside answering: call
 * back, start a thread that does, change the environment, open other libraries,
 * fork. Compiled together with odd-driver.c, each time with another -DACT=...
 *
 * It does so in its constructor, or, with -DACT_WHEN_LISTED, when its platforms
 * are counted.
 */
#ifndef LIVELY_DRIVER_H
#define LIVELY_DRIVER_H

#include <stdbool.h>

#include "api/api.h"

enum lively_act {
	LIVELY_CALLS_BACK,
	LIVELY_CALLS_BACK_ASKED,	/* when clGetDeviceIDs is called */
	LIVELY_STARTS_THREAD,	/* one that calls back; nobody waits for it */
	LIVELY_SETS_ENVIRONMENT,
	LIVELY_OPENS_DRIVERS,	/* by dlopen: stub-icd1.so beside it */
	LIVELY_FORKS,		/* the child calls back and ends; it is waited for */
	LIVELY_FORKS_IN_THREAD,	/* the same, but another thread forks */
	LIVELY_BLOCKS,		/* does not come back */
	LIVELY_BLOCKS_DEVICES,	/* clGetDeviceIDs only */
	LIVELY_EXITS,		/* ends the process, status 9 */
	LIVELY_CALLS_AT_END,	/* its destructor calls back; status 3 if that fails */
	LIVELY_OBEYS,		/* does what the test has put into its state before */
};

/* By dlsym("lively_get_state"), never NULL. Written before IS_DONE is set. */
struct lively_state {
	int is_done;
	cl_int error;		/* of clGetPlatformIDs */
	cl_uint count;		/* of platforms that the driver (or its child) saw */
	cl_int null_error;	/* of clGetPlatformInfo for NULL */
	int status;		/* of the child, as from waitpid */
	int is_blocked;		/* a thread is in there for ever */
	void (*order)(void);
};

typedef struct lively_state *lively_get_state_fn(void);

#endif
