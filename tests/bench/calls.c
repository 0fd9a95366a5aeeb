/* SPDX-License-Identifier: Apache-2.0 */
/* calls: see calls.h. */
#include "calls.h"

#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clrouter/icd.h"

static void loop_clSetKernelArg(void *function, void *object, unsigned long count)
{
	api_fn_clSetKernelArg *call = (api_fn_clSetKernelArg *)function;

	while (count-- > 0)
		call(object, 0, sizeof(object), object);
}

static void loop_clGetDeviceInfo(void *function, void *object, unsigned long count)
{
	api_fn_clGetDeviceInfo *call = (api_fn_clGetDeviceInfo *)function;

	while (count-- > 0)
		call(object, 0, 0, NULL, NULL);
}

static void loop_clEnqueueNDRangeKernel(void *function, void *object, unsigned long count)
{
	api_fn_clEnqueueNDRangeKernel *call = (api_fn_clEnqueueNDRangeKernel *)function;

	while (count-- > 0)
		call(object, object, 1, NULL, object, NULL, 0, NULL, NULL);
}

static const struct bench_call calls[] = {
#define CALL(name) { #name, API_SLOT_##name, loop_##name }
	CALL(clSetKernelArg),
	CALL(clGetDeviceInfo),
	CALL(clEnqueueNDRangeKernel),
};

void bench_fail(const char *what)
{
	fprintf(stderr, "bench: %s\n", what);
	exit(EXIT_FAILURE);
}

const struct bench_call *bench_find_call(const char *name)
{
	for (size_t i = 0; i < sizeof(calls) / sizeof(calls[0]); i++)
		if (strcmp(calls[i].name, name) == 0)
			return &calls[i];
	return NULL;
}

void *bench_open(const char *path, cl_platform_id *platform)
{
	void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
	api_fn_clGetPlatformIDs *get_platforms;

	if (!library)
		bench_fail(dlerror());
	get_platforms = (api_fn_clGetPlatformIDs *)dlsym(library, "clGetPlatformIDs");
	if (!get_platforms || get_platforms(1, platform, NULL) != CL_SUCCESS)
		bench_fail("the loader has no platform");
	return library;
}

void *bench_driver_function(const void *object, const struct bench_call *call)
{
	void **const *words = object;
	void **table = words[0];

	if ((uintptr_t)table[API_SLOT_clGetPlatformIDs] == CLROUTER_ICD2_TAG)
		table = words[1];
	return table[call->slot];
}
