/* SPDX-License-Identifier: Apache-2.0 */
/*
 * watch: see watch.h.
 */
#include "layers/record/watch.h"

#include <string.h>

#include "layers/record/queues.h"
#include "layers/record/record-wrappers.h"

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

/*
 * At the end of a process the driver may be gone already, so it is not asked for anything then:
 * what has not been read after the last of the following calls has no times.
 */

static cl_int CL_API_CALL finish(cl_command_queue command_queue)
{
	const cl_int error = record_calls.clFinish(command_queue);

	queues_read();
	return error;
}

static cl_int CL_API_CALL wait_for_events(cl_uint num_events, const cl_event *event_list)
{
	const cl_int error = record_calls.clWaitForEvents(num_events, event_list);

	queues_read();
	return error;
}

static cl_int CL_API_CALL release_queue(cl_command_queue command_queue)
{
	queues_read();
	return record_calls.clReleaseCommandQueue(command_queue);
}

static cl_int CL_API_CALL release_context(cl_context context)
{
	queues_read();
	return record_calls.clReleaseContext(context);
}

void watch_start(struct clrouter_table *table)
{
	find = table->clGetExtensionFunctionAddress;
	find_for_platform = table->clGetExtensionFunctionAddressForPlatform;
	table->clGetExtensionFunctionAddress = find_function;
	if (find_for_platform != NULL)
		table->clGetExtensionFunctionAddressForPlatform = find_function_for_platform;
	table->clFinish = finish;
	table->clWaitForEvents = wait_for_events;
	table->clReleaseCommandQueue = release_queue;
	table->clReleaseContext = release_context;
}
