/* SPDX-License-Identifier: Apache-2.0 */
/*
 * timed-callbacks: how long functions of the program take that a driver calls when a command has
 * got so far. The driver gets a function of this module in their place. What is kept for that is
 * freed when the driver calls, which it does once; if it never calls, it stays. Any thread may
 * call.
 */
#ifndef CLROUTER_LAYERS_RECORD_TIMED_CALLBACKS_H
#define CLROUTER_LAYERS_RECORD_TIMED_CALLBACKS_H

#include <clrouter/layer.h>

#include "layers/record/file/call-records.h"

struct timed_callback;

typedef void CL_CALLBACK timed_event_callback(cl_event event, cl_int status, void *user_data);

/*
 * Before the call of FRAME, which gives the driver *NOTIFY with *USER_DATA: replaces both. Returns
 * what callback_end() wants; NULL: both stay, because the call is not recorded, gives no function,
 * or there is no memory.
 */
struct timed_callback *callback_begin_event(const struct event_frame *frame,
					    timed_event_callback **notify, void **user_data);

/* After that call, which the driver has refused if IS_REFUSED: it will not call back. */
void callback_end(struct timed_callback *callback, bool is_refused);

#endif
