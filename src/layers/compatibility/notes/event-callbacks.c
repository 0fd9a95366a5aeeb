/* SPDX-License-Identifier: Apache-2.0 */
/*
 * event-callbacks: see event-callbacks.h.
 */
#include "layers/compatibility/notes/event-callbacks.h"

#include <stdlib.h>

struct callback {
	event_notify *notify;
	void *user_data;
	cl_int(CL_API_CALL *release)(cl_event event);
};

static void CL_CALLBACK call(cl_event event, cl_int status, void *data)
{
	const struct callback callback = *(const struct callback *)data;

	free(data);
	callback.notify(event, status, callback.user_data);
	callback.release(event);
}

cl_int event_callbacks_set(const struct event_callbacks *functions, cl_event event, cl_int type,
			   event_notify *notify, void *user_data)
{
	struct callback *callback;
	cl_int error;

	if (notify == NULL)
		return functions->set(event, type, notify, user_data);
	callback = malloc(sizeof(*callback));
	if (callback == NULL)
		return CL_OUT_OF_HOST_MEMORY;
	*callback = (struct callback){ notify, user_data, functions->release };
	error = functions->retain(event);
	if (error != CL_SUCCESS) {
		free(callback);
		return error;
	}
	error = functions->set(event, type, call, callback);
	if (error != CL_SUCCESS) {
		functions->release(event);
		free(callback);
	}
	return error;
}
