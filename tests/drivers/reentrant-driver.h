/* SPDX-License-Identifier: Apache-2.0 */
/*
 * reentrant-driver: drivers that do more than answer while the loader starts them: call the
 * loader back, start threads, change the environment, open other libraries, fork. The source is
 * compiled together with faulty-driver.c, once for each value of enum reentrant_act (-DACT=...).
 *
 * The driver acts in its constructor, or, with -DACT_WHEN_LISTED, when its platforms are counted.
 */
#ifndef REENTRANT_DRIVER_H
#define REENTRANT_DRIVER_H

#include <stdbool.h>

#include "api/api.h"

enum reentrant_act {
	REENTRANT_CALLS_BACK,
	REENTRANT_CALLS_BACK_DEVICES,	/* calls back in clGetDeviceIDs */
	REENTRANT_STARTS_THREAD,	/* the thread calls back; the driver does not wait for it */
	REENTRANT_SETS_ENVIRONMENT,
	REENTRANT_OPENS_DRIVERS,	/* opens stub-icd1.so with dlopen */
	REENTRANT_FORKS,	/* the child calls back and exits; the driver waits for it */
	REENTRANT_FORKS_IN_THREAD,	/* the same, but another thread forks */
	REENTRANT_BLOCKS,	/* never returns */
	REENTRANT_BLOCKS_DEVICES,	/* clGetDeviceIDs never returns */
	REENTRANT_EXITS,	/* exits with status 9 */
	REENTRANT_CALLS_AT_END,	/* its destructor calls back; exits with status 3 if that fails */
	REENTRANT_RUNS_HOOK,	/* calls the function that the test has set in its state */
};

/*
 * What happened. dlsym("reentrant_get_state") returns it; it is never NULL. is_done is set, with
 * release order, after all other members but is_blocked are.
 */
struct reentrant_state {
	int is_done;
	cl_int error;	/* of clGetPlatformIDs */
	cl_uint count;	/* of platforms that the driver saw */
	cl_int null_error;	/* of clGetPlatformInfo for a NULL platform */
	int status;	/* of the child, as waitpid() stores it */
	int is_blocked;	/* a thread is in a function that never returns */
	void (*hook)(void);
};

typedef struct reentrant_state *reentrant_get_state_fn(void);

#endif
