/* SPDX-License-Identifier: Apache-2.0 */
/*
 * event-callbacks: callbacks that the program sets for events which stand for emulated commands.
 * Such an event may be released before the driver calls, and the callback may ask it: so each
 * callback has a reference until it is called. If the driver never calls, as PoCL and rusticl do
 * when a command fails, the event stays. Keeps no state.
 */
#ifndef CLROUTER_LAYERS_COMPATIBILITY_NOTES_EVENT_CALLBACKS_H
#define CLROUTER_LAYERS_COMPATIBILITY_NOTES_EVENT_CALLBACKS_H

#include <clrouter/layer.h>

typedef void CL_CALLBACK event_notify(cl_event event, cl_int status, void *user_data);

/* How a callback is set, and the functions that count references of the program. */
struct event_callbacks {
	cl_int(CL_API_CALL *set)(cl_event event, cl_int type, event_notify *notify,
				 void *user_data);
	cl_int(CL_API_CALL *retain)(cl_event event);
	cl_int(CL_API_CALL *release)(cl_event event);
};

/* clSetEventCallback for an event that is kept until NOTIFY, which may be NULL, was called. */
cl_int event_callbacks_set(const struct event_callbacks *functions, cl_event event, cl_int type,
			   event_notify *notify, void *user_data);

#endif
