/* SPDX-License-Identifier: Apache-2.0 */
/*
 * semaphore-arguments: see semaphore-arguments.h. The lists are read one element after the other,
 * up to the first that is wrong, so a number that is too large is noticed before memory is
 * allocated for it.
 */
#include "layers/compatibility/semaphore/semaphore-arguments.h"

#include <stdlib.h>

#include "base/common/list.h"
#include "layers/compatibility/notes/contexts.h"
#include "layers/frame/ask.h"
#include "opencl/constants.h"

static cl_int check_queue(struct semaphore_arguments *arguments)
{
	if (ASK(clGetCommandQueueInfo, arguments->queue, CL_QUEUE_CONTEXT, arguments->context) !=
	    CL_SUCCESS)
		return CL_INVALID_COMMAND_QUEUE;
	return CL_SUCCESS;
}

/* Can SEMAPHORE be used in the queue? */
static cl_int check_semaphore(const struct semaphore_arguments *arguments,
			      const struct semaphore *semaphore)
{
	struct context_devices devices;

	if (semaphore->context == arguments->context)
		return semaphore->is_for_device &&
				       ask_queue_device(arguments->queue) != semaphore->device
			       ? CL_INVALID_COMMAND_QUEUE
			       : CL_SUCCESS;
	if (contexts_ask(semaphore->context, ask_queue_device(arguments->queue), &devices) ==
		    CL_SUCCESS &&
	    !devices.has_wanted)
		return CL_INVALID_COMMAND_QUEUE;
	return CL_INVALID_CONTEXT;
}

static cl_int hold_semaphores(const struct arguments_given *given,
			      struct semaphore_arguments *arguments)
{
	for (cl_uint i = 0; i < given->count; i++) {
		struct semaphore *semaphore = notes_hold(given->semaphores[i], NOTE_SEMAPHORE);

		if (!semaphore)
			return CL_INVALID_SEMAPHORE_KHR;
		if (!list_make_space(&arguments->semaphores, arguments->count,
				     sizeof(arguments->semaphores[0]))) {
			notes_drop(&semaphore->note);
			return CL_OUT_OF_HOST_MEMORY;
		}
		arguments->semaphores[arguments->count++] = semaphore;
	}
	return CL_SUCCESS;
}

static cl_int check_semaphores(const struct semaphore_arguments *arguments)
{
	cl_int error = CL_SUCCESS;

	for (size_t i = 0; i < arguments->count && error == CL_SUCCESS; i++)
		error = check_semaphore(arguments, arguments->semaphores[i]);
	return error;
}

static cl_int check_events(const struct semaphore_arguments *arguments)
{
	const cl_int error =
		ask_wait_list(arguments->context, arguments->event_count, arguments->events);

	for (size_t i = 0; error == CL_SUCCESS && i < arguments->event_count; i++)
		if (ask_event_status(arguments->events[i]) < 0)
			return CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;
	return error;
}

cl_int arguments_check(const struct arguments_given *given, struct semaphore_arguments *arguments)
{
	cl_int error;

	*arguments = (struct semaphore_arguments){
		.queue = given->queue,
		.event_count = given->event_count,
		.events = given->events,
	};
	error = check_queue(arguments);
	if (error == CL_SUCCESS && (given->count == 0 || !given->semaphores))
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

void arguments_done(struct semaphore_arguments *arguments)
{
	for (size_t i = 0; i < arguments->count; i++)
		notes_drop(&arguments->semaphores[i]->note);
	free(arguments->semaphores);
}
