/* SPDX-License-Identifier: Apache-2.0 */
/*
 * look-ups: see record-wrappers.h.
 */
#include "layers/record/record-wrappers.h"

#include <string.h>

#include <clrouter/loader.h>

#include "layers/record/file/call-records.h"
#include "layers/record/file/store.h"
#include "layers/record/queues.h"

/* What looks up all other functions. Written at start only. */
static void *(CL_API_CALL *find)(const char *name);
static void *(CL_API_CALL *find_for_platform)(cl_platform_id platform, const char *name);

static cl_int CL_API_CALL set_recording(cl_bool is_on)
{
	if (!events_are_recorded() || store_is_over())
		return CL_INVALID_OPERATION;
	events_pause(!is_on);
	return CL_SUCCESS;
}

static void note_name(const char *name)
{
	if (name && strcmp(name, "clCreateCommandBufferKHR") == 0)
		queues_expect_command_buffers();
}

static void *CL_API_CALL find_function(const char *name)
{
	if (name && strcmp(name, "clSetRecordingCLROUTER") == 0)
		return (void *)set_recording;
	note_name(name);
	return find(name);
}

static void *CL_API_CALL find_function_for_platform(cl_platform_id platform, const char *name)
{
	note_name(name);
	return find_for_platform(platform, name);
}

void look_ups_start(struct clrouter_table *table, bool is_paused)
{
	find = table->clGetExtensionFunctionAddress;
	find_for_platform = table->clGetExtensionFunctionAddressForPlatform;
	table->clGetExtensionFunctionAddress = find_function;
	if (find_for_platform)
		table->clGetExtensionFunctionAddressForPlatform = find_function_for_platform;
	events_pause(is_paused);
}
