/* SPDX-License-Identifier: Apache-2.0 */
/*
 * event-status: how far the command of an event is. Keeps no state; no lock may be held, because the
 * driver is asked.
 */
#ifndef CLROUTER_LAYERS_FRAME_EVENT_STATUS_H
#define CLROUTER_LAYERS_FRAME_EVENT_STATUS_H

#include <clrouter/layer.h>

/* Below 0: it has failed. CL_COMPLETE also if it cannot be asked: it will not be known better later. */
static inline cl_int event_status(cl_event event)
{
	cl_int status = CL_COMPLETE;

	clrouter_target.clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof(status),
				       &status, NULL);
	return status;
}

#endif
