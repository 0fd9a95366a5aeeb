/* SPDX-License-Identifier: Apache-2.0 */
/*
 * pair-program: see pair-program.h.
 */
#include "layers/pair-program.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct clrouter_table clrouter_target; /* layer.h declares it; unused here */
static unsigned failures;

void pair_check(long value, long expected, const char *text, int line)
{
	if (value == expected)
		return;
	printf("%d: %s is %ld, not %ld\n", line, text, value, expected);
	__atomic_fetch_add(&failures, 1, __ATOMIC_RELAXED);
}

unsigned pair_failures(void)
{
	return __atomic_load_n(&failures, __ATOMIC_RELAXED);
}

/* The list is of names, between which there are colons. */
void pair_start(const char *drivers)
{
	char names[32];
	char list[8192] = "";
	char *rest = names;
	const char *name;

	snprintf(names, sizeof(names), "%s", drivers);
	while ((name = strsep(&rest, ":")))
		snprintf(list + strlen(list), sizeof(list) - strlen(list), "%s%s/pair-%s.so",
			 list[0] == '\0' ? "" : ":", PAIR_DIR, name);
	setvbuf(stdout, NULL, _IOLBF, 0);
	setenv("OPENCL_LOADER_CONFIG", "none", 1);
	setenv("OCL_ICD_VENDORS", "/nowhere", 1);
	setenv("OCL_ICD_FILENAMES", list, 1);
	setenv("OPENCL_LAYERS", LAYER_DIR "/libCLCompatibility.so", 1);
}

cl_platform_id pair_platform(const char *wanted)
{
	cl_platform_id list[2];
	cl_uint count = 0;
	char name[16] = "";

	IS(clGetPlatformIDs(2, list, &count), CL_SUCCESS);
	for (cl_uint i = 0; i < count && i < 2; i++) {
		IS(clGetPlatformInfo(list[i], CL_PLATFORM_NAME, sizeof(name), name, NULL),
		   CL_SUCCESS);
		if (strcmp(name, wanted) == 0)
			return list[i];
	}
	return NULL;
}

cl_device_id pair_device(const char *platform)
{
	cl_device_id device = NULL;

	IS(clGetDeviceIDs(pair_platform(platform), CL_DEVICE_TYPE_ALL, 1, &device, NULL),
	   CL_SUCCESS);
	return device;
}

void pair_look_up(const char *platform, struct api *api)
{
	const cl_platform_id id = pair_platform(platform);

#define LOOK_UP(name) \
	api->name = (__typeof__(api->name))clGetExtensionFunctionAddressForPlatform(id, #name);
	PAIR_FUNCTIONS(LOOK_UP)
}

struct pair_seen *pair_seen(const char *platform)
{
	pair_seen_fn *get = (pair_seen_fn *)clGetExtensionFunctionAddressForPlatform(
		pair_platform(platform), PAIR_SEEN);

	return get();
}
