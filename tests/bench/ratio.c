/* SPDX-License-Identifier: Apache-2.0 */
/*
 * ratio LIBRARY FUNCTION: prints the time of a call through the loader LIBRARY, divided by the time
 * of the same call directly through the driver's table. The process measures both in turns, and the
 * shortest turn of each counts, because other load on the machine can only make a turn longer.
 */
#include <dlfcn.h>
#include <stdio.h>
#include <time.h>

#include "calls.h"

#define TURNS 2000
#define CALLS 2000ul	/* in a turn; short enough to fit between two interrupts */

static double time_loop(const struct bench_call *call, void *function, void *object)
{
	struct timespec from;
	struct timespec to;

	clock_gettime(CLOCK_MONOTONIC, &from);
	call->loop(function, object, CALLS);
	clock_gettime(CLOCK_MONOTONIC, &to);
	return (double)(to.tv_sec - from.tv_sec) * 1e9 + (double)(to.tv_nsec - from.tv_nsec);
}

static void keep_least(double *least, double value)
{
	if (value < *least)
		*least = value;
}

int main(int argc, char **argv)
{
	const struct bench_call *call = argc == 3 ? bench_find_call(argv[2]) : NULL;
	double direct = 1e18;
	double through = 1e18;
	cl_platform_id platform;
	void *library;
	void *driver;
	void *loader;

	if (!call)
		bench_fail("usage: ratio LIBRARY FUNCTION");
	library = bench_open(argv[1], &platform);
	driver = bench_driver_function(platform, call);
	loader = dlsym(library, call->name);
	if (!driver || !loader)
		bench_fail("the function is missing");
	for (int i = 0; i < TURNS; i++) {
		keep_least(&direct, time_loop(call, driver, platform));
		keep_least(&through, time_loop(call, loader, platform));
	}
	printf("%.3f\n", through / direct);
	return 0;
}
