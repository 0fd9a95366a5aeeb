/* SPDX-License-Identifier: Apache-2.0 */
/*
 * calls: the calls that the programs measure, by name, through a loader or
 * straight through the table that a driver gives. The first platform is used as
 * an object of every kind (driver.c).
 */
#ifndef BENCH_CALLS_H
#define BENCH_CALLS_H

#include "api/api.h"

/* Makes COUNT calls to FUNCTION with OBJECT. */
typedef void bench_loop(void *function, void *object, unsigned long count);

struct bench_call {
	const char *name;
	unsigned slot;
	bench_loop *loop;
};

/* NULL if there is no call of that name. */
const struct bench_call *bench_find_call(const char *name);

/* Opens the loader and asks for its first platform; ends the program if it has none. */
void *bench_open(const char *path, cl_platform_id *platform);

/* The driver's function, as the object's table has it. */
void *bench_driver_function(const void *object, const struct bench_call *call);

/* Ends the program: PROGRAM was called the wrong way, or WHAT failed. */
_Noreturn void bench_fail(const char *what);

#endif
