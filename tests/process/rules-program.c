/* SPDX-License-Identifier: Apache-2.0 */
/*
 * rules-program: prints on one line the number of platforms, and for each platform the file name
 * of its driver, a colon, and how often the driver was asked for devices. test-rules.sh runs it
 * with copies of stub-icd1.
 */
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#include <CL/cl.h>

#include "drivers/stub-driver.h"

#define MAX_PLATFORMS 64

static void print_platform(cl_platform_id platform)
{
	const struct api_table *table = *(const struct api_table *const *)platform;
	stub_get_state_fn *get_state;
	const char *base;
	void *library;
	Dl_info info;

	if (!dladdr((const void *)table->clGetPlatformInfo, &info)) {
		printf(" ?");
		return;
	}
	base = strrchr(info.dli_fname, '/');
	library = dlopen(info.dli_fname, RTLD_LAZY | RTLD_NOLOAD);
	get_state = library ? (stub_get_state_fn *)dlsym(library, "stub_get_state") : NULL;
	printf(" %s:%u", base ? base + 1 : info.dli_fname,
	       get_state ? get_state()->calls[API_SLOT_clGetDeviceIDs] : 999);
}

int main(void)
{
	cl_platform_id platforms[MAX_PLATFORMS];
	cl_uint count = 0;

	if (clGetPlatformIDs(MAX_PLATFORMS, platforms, &count) != CL_SUCCESS)
		count = 0;
	printf("%u", count);
	for (cl_uint i = 0; i < count; i++)
		print_platform(platforms[i]);
	putchar('\n');
	return 0;
}
