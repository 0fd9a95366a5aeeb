/* SPDX-License-Identifier: Apache-2.0 */
/*
 * watch: see watch.h.
 */
#include "layers/record/watch.h"

#include <string.h>

#include "layers/record/queues.h"

/* The address of a function by its name. Written at start only. */
static void *(CL_API_CALL *find)(const char *name);
static void *(CL_API_CALL *find_for_platform)(cl_platform_id platform, const char *name);

static void note_name(const char *name)
{
	if (name != NULL && strcmp(name, "clCreateCommandBufferKHR") == 0)
		queues_expect_command_buffers();
}

static void *CL_API_CALL find_function(const char *name)
{
	note_name(name);
	return find(name);
}

static void *CL_API_CALL find_function_for_platform(cl_platform_id platform, const char *name)
{
	note_name(name);
	return find_for_platform(platform, name);
}

void watch_start(struct clrouter_table *table)
{
	find = table->clGetExtensionFunctionAddress;
	find_for_platform = table->clGetExtensionFunctionAddressForPlatform;
	table->clGetExtensionFunctionAddress = find_function;
	if (find_for_platform != NULL)
		table->clGetExtensionFunctionAddressForPlatform = find_function_for_platform;
}
