/* SPDX-License-Identifier: Apache-2.0 */
/*
 * start LIBRARY COUNT: loads the loader LIBRARY in measured_open(), makes the first call in
 * measured_first(), and fails unless there are COUNT platforms.
 *
 * start - DRIVER...: the floor, which no loader can be below: only loads the drivers, in
 * measured_first().
 */
#include <dlfcn.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "calls.h"

/* Not static, so that the profiler finds them by their names. */
__attribute__((noinline)) void *measured_open(const char *path);
__attribute__((noinline)) cl_uint measured_first(void *function, char **drivers);

void *measured_open(const char *path)
{
	return dlopen(path, RTLD_NOW | RTLD_LOCAL);
}

static cl_uint open_drivers(char **drivers)
{
	cl_uint count = 0;

	for (; drivers[count]; count++)
		if (!dlopen(drivers[count], RTLD_LAZY | RTLD_LOCAL))
			bench_fail(dlerror());
	return count;
}

cl_uint measured_first(void *function, char **drivers)
{
	cl_uint count = 0;

	if (!function)
		return open_drivers(drivers);
	((api_fn_clGetPlatformIDs *)function)(0, NULL, &count);
	return count;
}

int main(int argc, char **argv)
{
	bool is_floor = argc > 1 && strcmp(argv[1], "-") == 0;
	void *library = NULL;
	void *function = NULL;
	cl_uint count;

	if (argc < 2 || (!is_floor && argc != 3))
		bench_fail("usage: start LIBRARY COUNT | start - DRIVER...");
	if (!is_floor) {
		library = measured_open(argv[1]);
		if (!library)
			bench_fail(dlerror());
		function = dlsym(library, "clGetPlatformIDs");
	}
	count = measured_first(function, argv + 2);
	if (!is_floor && count != strtoul(argv[2], NULL, 10))
		bench_fail("the loader does not report the expected number of platforms");
	return 0;
}
