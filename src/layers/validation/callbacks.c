/* SPDX-License-Identifier: Apache-2.0 */
/*
 * callbacks: see stages.h. The driver gets a function of this module with the program's callback
 * as its data.
 */
#include "layers/validation/stages.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "layers/frame/thread-data.h"
#include "layers/validation/checks/check.h"

typedef void CL_CALLBACK event_fn(cl_event event, cl_int status, void *data);
typedef void CL_CALLBACK memory_fn(cl_mem memory, void *data);

/*
 * Freed when the callback comes. If the driver refuses the call, it stays: a driver that calls back
 * nevertheless does not crash the program then.
 */
struct passed_callback {
	void *function;
	void *data;
};

/* How many callbacks this thread is inside of. The number takes the place of a pointer. */
static uintptr_t depth(void)
{
	return (uintptr_t)thread_data_get();
}

static void set_depth(uintptr_t number)
{
	thread_data_set((void *)number);
}

/* A callback can come after the layer's end: the layer stays in memory. */
void callbacks_start(void)
{
	thread_data_start(NULL);
}

bool callbacks_are_calling(void)
{
	return depth() > 0;
}

/* -- the callbacks that the driver gets -------------------------------------------------- */

/* Also if an exception or the end of the thread leaves the callback. */
static void leave(const uintptr_t *before)
{
	set_depth(*before);
}

/* If the number cannot be set, calls inside are taken for calls outside, and pass as right. */
#define ENTER \
	const uintptr_t before __attribute__((cleanup(leave))) = depth(); \
	const struct passed_callback callback = *(const struct passed_callback *)data; \
\
	free(data); \
	set_depth(before + 1)

static void CL_CALLBACK tell_event(cl_event event, cl_int status, void *data)
{
	ENTER;
	((event_fn *)callback.function)(event, status, callback.data);
}

static void CL_CALLBACK tell_memory(cl_mem memory, void *data)
{
	ENTER;
	((memory_fn *)callback.function)(memory, callback.data);
}

/* -- calls that set one ------------------------------------------------------------------ */

/* The index of the callback in CALL, whose data follow it; 0: CALL sets none. */
static unsigned int find_callback(const struct call *call)
{
	switch (call->slot) {
	case CLROUTER_SLOT_clSetEventCallback:
		return ARG_clSetEventCallback_pfn_notify;
	case CLROUTER_SLOT_clSetMemObjectDestructorCallback:
		return ARG_clSetMemObjectDestructorCallback_pfn_notify;
	default:
		return 0;
	}
}

void callbacks_before(struct call *call)
{
	const unsigned int index = find_callback(call);
	void *function = (void *)tell_event;
	struct passed_callback *callback;

	if (index == 0)
		return;
	callback = !call_pointer(call, index) ? NULL : malloc(sizeof(*callback));
	if (!callback)
		return;
	memcpy(&callback->function, call->values[index], sizeof(callback->function));
	memcpy(&callback->data, call->values[index + 1], sizeof(callback->data));
	if (call->slot == CLROUTER_SLOT_clSetMemObjectDestructorCallback)
		function = (void *)tell_memory;
	memcpy(call->values[index], &function, sizeof(function));
	memcpy(call->values[index + 1], &callback, sizeof(callback));
}
