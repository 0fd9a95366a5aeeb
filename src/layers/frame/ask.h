/* SPDX-License-Identifier: Apache-2.0 */
/*
 * ask: how layers ask the driver about its objects. Keeps no state; any thread may call. No lock
 * may be held, because the driver may call back.
 */
#ifndef CLROUTER_LAYERS_FRAME_ASK_H
#define CLROUTER_LAYERS_FRAME_ASK_H

#include <stdbool.h>
#include <stddef.h>

#include <clrouter/layer.h>

/*
 * Asks OBJECT for NAME by FUNCTION, such as clGetDeviceInfo. The answer is stored in VARIABLE,
 * which stays as it is if the driver refuses. Returns the driver's code.
 */
#define ASK(function, object, name, variable) \
	clrouter_target.function((object), (name), sizeof(variable), &(variable), NULL)

/*
 * The same of answers of any size, with a zero byte after them: free() it. NULL: *ERROR says why,
 * and *SIZE is 0. SIZE and ERROR may be NULL.
 */
void *ask_device(cl_device_id object, cl_device_info name, size_t *size, cl_int *error);
void *ask_platform(cl_platform_id object, cl_platform_info name, size_t *size, cl_int *error);
void *ask_context(cl_context object, cl_context_info name, size_t *size, cl_int *error);
void *ask_kernel(cl_kernel object, cl_kernel_info name, size_t *size, cl_int *error);

/* The version of OpenCL; 0: the driver does not say it. */
cl_version ask_device_version(cl_device_id device);
cl_version ask_platform_version(cl_platform_id platform);

/*
 * How far the command of EVENT is. Below 0: it has failed. CL_COMPLETE also if it cannot be asked:
 * it will not be known better later.
 */
cl_int ask_event_status(cl_event event);

struct queue_facts {
	cl_context context;
	cl_device_id device;
	cl_command_queue_properties properties;
};

/* What QUEUE is. False: the driver does not know it, or it is NULL. */
bool ask_queue(cl_command_queue queue, struct queue_facts *facts);

/* The device of QUEUE; NULL: it is no queue. */
cl_device_id ask_queue_device(cl_command_queue queue);

/* Is EVENTS a wait list of COUNT events of CONTEXT? CL_SUCCESS, or what is wrong. */
cl_int ask_wait_list(cl_context context, size_t count, const cl_event *events);

#endif
