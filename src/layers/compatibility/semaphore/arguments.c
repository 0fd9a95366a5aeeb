/* SPDX-License-Identifier: Apache-2.0 */
/*
 * arguments: see arguments.h. The lists are read one element after the other, up to the first that
 * is wrong, so a number that is too large is noticed before memory is allocated for it.
 */
#include "layers/compatibility/semaphore/arguments.h"

#include <stdlib.h>

#include "base/common/list.h"
#include "layers/compatibility/notes/contexts.h"
#include "opencl/constants.h"

static cl_int check_queue(struct arguments *arguments)
{
	if (clrouter_target.clGetCommandQueueInfo(arguments->queue, CL_QUEUE_CONTEXT,
						  sizeof(arguments->context), &arguments->context,
						  NULL) != CL_SUCCESS)
		return CL_INVALID_COMMAND_QUEUE;
	return CL_SUCCESS;
}

static cl_device_id device_of(cl_command_queue queue)
{
	cl_device_id device = NULL;

	clrouter_target.clGetCommandQueueInfo(queue, CL_QUEUE_DEVICE, sizeof(device), &device,
					      NULL);
	return device;
}

/* Can SEMAPHORE be used in the queue? */
static cl_int check_semaphore(const struct arguments *arguments, const struct semaphore *semaphore)
{
	struct context_devices devices;

	if (semaphore->context == arguments->context)
		return semaphore->is_for_device && device_of(arguments->queue) != semaphore->device
			       ? CL_INVALID_COMMAND_QUEUE
			       : CL_SUCCESS;
	if (contexts_ask(semaphore->context, device_of(arguments->queue), &devices) == CL_SUCCESS &&
	    !devices.has_wanted)
		return CL_INVALID_COMMAND_QUEUE;
	return CL_INVALID_CONTEXT;
}

static cl_int hold_semaphores(const struct arguments_given *given, struct arguments *arguments)
{
	for (cl_uint i = 0; i < given->count; i++) {
		struct semaphore *semaphore = handles_hold(given->semaphores[i], HANDLE_SEMAPHORE);

		if (semaphore == NULL)
			return CL_INVALID_SEMAPHORE_KHR;
		if (!list_make_space(&arguments->semaphores, arguments->count,
				     sizeof(arguments->semaphores[0]))) {
			handles_drop(&semaphore->handle);
			return CL_OUT_OF_HOST_MEMORY;
		}
		arguments->semaphores[arguments->count++] = semaphore;
	}
	return CL_SUCCESS;
}

static cl_int check_semaphores(const struct arguments *arguments)
{
	cl_int error = CL_SUCCESS;

	for (size_t i = 0; i < arguments->count && error == CL_SUCCESS; i++)
		error = check_semaphore(arguments, arguments->semaphores[i]);
	return error;
}

static cl_int check_event(const struct arguments *arguments, cl_event event)
{
	cl_context context = NULL;
	cl_int status = CL_QUEUED;

	if (event == NULL ||
	    clrouter_target.clGetEventInfo(event, CL_EVENT_CONTEXT, sizeof(context), &context,
					   NULL) != CL_SUCCESS)
		return CL_INVALID_EVENT_WAIT_LIST;
	if (context != arguments->context)
		return CL_INVALID_CONTEXT;
	if (clrouter_target.clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof(status),
					   &status, NULL) == CL_SUCCESS &&
	    status < 0)
		return CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;
	return CL_SUCCESS;
}

static cl_int check_events(const struct arguments *arguments)
{
	cl_int error = CL_SUCCESS;

	if ((arguments->events == NULL) != (arguments->event_count == 0))
		return CL_INVALID_EVENT_WAIT_LIST;
	for (size_t i = 0; i < arguments->event_count && error == CL_SUCCESS; i++)
		error = check_event(arguments, arguments->events[i]);
	return error;
}

cl_int arguments_check(const struct arguments_given *given, struct arguments *arguments)
{
	cl_int error;

	*arguments = (struct arguments){
		.queue = given->queue,
		.event_count = given->event_count,
		.events = given->events,
	};
	error = check_queue(arguments);
	if (error == CL_SUCCESS && (given->count == 0 || given->semaphores == NULL))
		error = CL_INVALID_VALUE;
	if (error == CL_SUCCESS)
		error = hold_semaphores(given, arguments);
	if (error == CL_SUCCESS)
		error = check_semaphores(arguments);
	if (error == CL_SUCCESS)
		error = check_events(arguments);
	if (error != CL_SUCCESS)
		arguments_done(arguments);
	return error;
}

void arguments_done(struct arguments *arguments)
{
	for (size_t i = 0; i < arguments->count; i++)
		handles_drop(&arguments->semaphores[i]->handle);
	free(arguments->semaphores);
}
