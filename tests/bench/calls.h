/* SPDX-License-Identifier: Apache-2.0 */
/*
 * calls: the calls that the programs measure, through a loader or directly through the driver's
 * table. The first platform serves as an object of any kind (driver.c).
 */
#ifndef BENCH_CALLS_H
#define BENCH_CALLS_H

#include "api/api.h"

/* Calls FUNCTION with OBJECT, COUNT times. */
typedef void bench_loop(void *function, void *object, unsigned long count);

struct bench_call {
	const char *name;
	unsigned slot;
	bench_loop *loop;
};

/* The call of the function NAME, which is static; NULL if there is none. */
const struct bench_call *bench_find_call(const char *name);

/*
 * Opens the loader PATH, stores its first platform in *PLATFORM, and returns the dlopen handle.
 * Ends the program if that fails.
 */
void *bench_open(const char *path, cl_platform_id *platform);

/* The driver's own function for CALL, from the table of OBJECT; NULL if the slot is empty. */
void *bench_driver_function(const void *object, const struct bench_call *call);

/* Prints WHAT to standard error and ends the program with a failure. */
_Noreturn void bench_fail(const char *what);

#endif
