/* SPDX-License-Identifier: Apache-2.0 */
/*
 * call LIBRARY FUNCTION COUNT: calls FUNCTION through the loader LIBRARY once, and then COUNT times
 * in measured(), which is the function that the profiler counts.
 */
#include <dlfcn.h>
#include <stdlib.h>

#include "calls.h"

/* Not static, so that the profiler finds it by its name. */
__attribute__((noinline)) void measured(const struct bench_call *call, void *function,
					void *object, unsigned long count);
void measured(const struct bench_call *call, void *function, void *object, unsigned long count)
{
	call->loop(function, object, count);
}

int main(int argc, char **argv)
{
	const struct bench_call *call = argc == 4 ? bench_find_call(argv[2]) : NULL;
	cl_platform_id platform;
	void *function;
	void *library;

	if (!call)
		bench_fail("usage: call LIBRARY FUNCTION COUNT");
	library = bench_open(argv[1], &platform);
	function = dlsym(library, call->name);
	if (!function)
		bench_fail("the loader lacks the function");
	call->loop(function, platform, 1);
	measured(call, function, platform, strtoul(argv[3], NULL, 10));
	return 0;
}
