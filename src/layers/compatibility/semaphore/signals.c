/* SPDX-License-Identifier: Apache-2.0 */
/*
 * signals: see signals.h.
 */
#include "layers/compatibility/semaphore/signals.h"
#include "layers/frame/ask.h"

#include <stdlib.h>

#include <clrouter/layer.h>

struct signal *signals_new(void)
{
	struct signal *signal = calloc(1, sizeof(*signal));

	if (signal)
		atomic_init(&signal->references, 1);
	return signal;
}

cl_int signals_set(struct signal *signal, cl_event event)
{
	const cl_int error = clrouter_target.clRetainEvent(event);

	if (error == CL_SUCCESS)
		signal->event = event;
	return error;
}

void signals_retain(struct signal *signal)
{
	atomic_fetch_add_explicit(&signal->references, 1, memory_order_relaxed);
}

void signals_release(struct signal *signal)
{
	if (!signal ||
	    atomic_fetch_sub_explicit(&signal->references, 1, memory_order_acq_rel) != 1)
		return;
	if (signal->event)
		clrouter_target.clReleaseEvent(signal->event);
	free(signal);
}

cl_int signals_status(const struct signal *signal)
{
	cl_int status = CL_QUEUED;
	const cl_int error =
		ASK(clGetEventInfo, signal->event, CL_EVENT_COMMAND_EXECUTION_STATUS, status);

	return error == CL_SUCCESS ? status : error;
}
