/* SPDX-License-Identifier: Apache-2.0 */
/*
 * semaphore-commands: see semaphore-arguments.h.
 *
 * A wait whose signals are all enqueued waits for their events, so the driver does it alone. If one
 * is not enqueued yet, or has failed, it waits for a user event as well, which waiters.h describes.
 */
#include "layers/compatibility/semaphore/semaphore-arguments.h"

#include <stdlib.h>
#include <string.h>

#include "layers/compatibility/notes/empty-command.h"
#include "layers/compatibility/notes/event-notes.h"
#include "layers/compatibility/semaphore/signal-ends.h"
#include "layers/frame/auto-free.h"
#include "opencl/constants.h"

/* -- the command ----------------------------------------------------------------------- */

/* Enqueues a command that waits for the COUNT events in LIST. */
static cl_int enqueue(const struct semaphore_arguments *arguments, size_t count,
		      const cl_event *list, cl_event *event)
{
	return empty_command_enqueue(&arguments->semaphores[0]->empty, arguments->context,
				     arguments->queue, count, list, event);
}

/* -- signals --------------------------------------------------------------------------- */

/* One for each semaphore of ARGUMENTS. False: no memory. */
static bool make_signals(const struct semaphore_arguments *arguments, struct signal **signals)
{
	for (size_t i = 0; i < arguments->count; i++) {
		signals[i] = signals_new();
		if (!signals[i])
			return false;
	}
	return true;
}

static cl_int set_signals(const struct semaphore_arguments *arguments, struct signal **signals,
			  cl_event event)
{
	cl_int error = CL_SUCCESS;

	for (size_t i = 0; i < arguments->count && error == CL_SUCCESS; i++)
		error = signals_set(signals[i], event);
	return error;
}

/*
 * Gives the program EVENT of a command of TYPE, if it WANTS it, or releases it if it does not. If
 * there is an ERROR already, or one comes, the event is released.
 */
static cl_int give_event(cl_event event, cl_command_type type, cl_int error, cl_event *wanted)
{
	struct event_note *note = NULL;

	if (error == CL_SUCCESS && wanted) {
		note = events_make(type, 0);
		error = events_set(note, event) ? CL_SUCCESS : CL_OUT_OF_HOST_MEMORY;
	}
	if (error != CL_SUCCESS)
		events_free(note);
	if (error == CL_SUCCESS && wanted)
		*wanted = event;
	else
		clrouter_target.clReleaseEvent(event);
	return error;
}

/* Enqueues the command; SIGNALS stand for it then. */
static cl_int signal_with(const struct semaphore_arguments *arguments, struct signal **signals,
			  cl_event *wanted)
{
	cl_event event = NULL;
	cl_int error = enqueue(arguments, arguments->event_count, arguments->events, &event);

	if (error != CL_SUCCESS)
		return error;
	error = set_signals(arguments, signals, event);
	error = give_event(event, CL_COMMAND_SEMAPHORE_SIGNAL_KHR, error, wanted);
	/* A wait in another queue must not depend on a flush of this one. */
	if (error == CL_SUCCESS)
		clrouter_target.clFlush(arguments->queue);
	return error;
}

cl_int commands_signal(const struct semaphore_arguments *arguments, cl_event *event)
{
	struct signal **signals AUTO_FREE = calloc(arguments->count, sizeof(struct signal *));
	cl_int error = CL_OUT_OF_HOST_MEMORY;

	if (!signals)
		return error;
	for (size_t i = 0; i < arguments->count; i++)
		if (payload_is_full(&arguments->semaphores[i]->payload))
			return CL_OUT_OF_RESOURCES;
	if (make_signals(arguments, signals))
		error = signal_with(arguments, signals, event);
	for (size_t i = 0; i < arguments->count; i++) {
		if (error == CL_SUCCESS)
			payload_signal(&arguments->semaphores[i]->payload, signals[i]);
		else
			signals_release(signals[i]);
	}
	return error;
}

/* -- waits ----------------------------------------------------------------------------- */

/* What a semaphore had for a wait. */
struct taken {
	struct signal *signal; /* NULL: nothing */
	bool is_in_list;
};

/* A wait that is being enqueued. */
struct wait {
	const struct semaphore_arguments *arguments;
	struct taken *taken; /* from each semaphore */
	cl_event *list;	     /* what the command waits for */
	size_t list_count;
	size_t place_count; /* signals that it needs a user event for */
	struct waiter *waiter;
};

/*
 * Can a command of the driver wait for SIGNAL? PoCL never ends one that waits for a failed event.
 */
static bool is_for_list(const struct signal *signal)
{
	return signal && signals_status(signal) >= 0;
}

/* Takes the signal that SEMAPHORE has. */
static void take(struct wait *wait, struct taken *taken, struct semaphore *semaphore)
{
	taken->signal = payload_take(&semaphore->payload);
	taken->is_in_list = is_for_list(taken->signal);
	if (taken->is_in_list)
		wait->list[wait->list_count++] = taken->signal->event;
	else
		wait->place_count++;
}

/* Takes the signals that there are, and makes the list. */
static cl_int prepare(struct wait *wait)
{
	const struct semaphore_arguments *arguments = wait->arguments;
	cl_int error = CL_SUCCESS;

	for (size_t i = 0; i < arguments->event_count; i++)
		wait->list[wait->list_count++] = arguments->events[i];
	for (size_t i = 0; i < arguments->count; i++)
		take(wait, &wait->taken[i], arguments->semaphores[i]);
	if (wait->place_count == 0)
		return CL_SUCCESS;
	wait->waiter = waiters_new(arguments->context, wait->place_count, &error);
	if (wait->waiter)
		wait->list[wait->list_count++] = wait->waiter->user_event;
	return error;
}

static cl_int enqueue_wait(const struct wait *wait, cl_event *wanted)
{
	cl_event event = NULL;
	const cl_int error = enqueue(wait->arguments, wait->list_count, wait->list,
				     !wanted ? NULL : &event);

	if (error != CL_SUCCESS || !wanted)
		return error;
	return give_event(event, CL_COMMAND_SEMAPHORE_WAIT_KHR, error, wanted);
}

/* The command is enqueued: the signals that are not in its list lead to the user event. */
static void finish(const struct wait *wait)
{
	struct waiter_place *place = !wait->waiter ? NULL : wait->waiter->places;

	for (size_t i = 0; i < wait->arguments->count; i++) {
		const struct taken *taken = &wait->taken[i];

		if (taken->is_in_list)
			signals_release(taken->signal);
		else if (taken->signal)
			signal_ends_add(place++, taken->signal);
		else
			payload_wait(&wait->arguments->semaphores[i]->payload, place++);
	}
}

/* It is not, and the semaphores get back what they had, in the order that it had. */
static void undo(const struct wait *wait)
{
	if (wait->waiter)
		waiters_abandon(wait->waiter);
	for (size_t i = wait->arguments->count; i > 0; i--)
		if (wait->taken[i - 1].signal)
			payload_put_back(&wait->arguments->semaphores[i - 1]->payload,
					 wait->taken[i - 1].signal);
}

cl_int commands_wait(const struct semaphore_arguments *arguments, cl_event *event)
{
	const size_t most = arguments->event_count + arguments->count + 1;
	struct taken *taken AUTO_FREE = calloc(arguments->count, sizeof(*taken));
	cl_event *list AUTO_FREE = calloc(most, sizeof(cl_event));
	struct wait wait = { .arguments = arguments, .taken = taken, .list = list };
	cl_int error;

	if (!taken || !list)
		return CL_OUT_OF_HOST_MEMORY;
	error = prepare(&wait);
	if (error == CL_SUCCESS)
		error = enqueue_wait(&wait, event);
	if (error == CL_SUCCESS)
		finish(&wait);
	else
		undo(&wait);
	return error;
}
