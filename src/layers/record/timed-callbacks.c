/* SPDX-License-Identifier: Apache-2.0 */
/*
 * timed-callbacks: see timed-callbacks.h.
 */
#include "layers/record/timed-callbacks.h"

#include <stdlib.h>

#include "base/common/system.h"

struct timed_callback {
	timed_event_callback *notify;
	void *user_data;
	uint64_t call;		 /* the reference of the one that gave it to the driver */
	unsigned int generation; /* of the record that has that call */
};

/* A callback that runs. */
struct running {
	struct timed_callback callback;
	uint64_t begin;
};

static struct running run(void *data)
{
	const struct running running = { *(struct timed_callback *)data, system_now() };

	free(data);
	return running;
}

/* Also if an exception or the end of the thread leaves the callback. */
static void leave(const struct running *running)
{
	const struct record_callback fields = { .call = running->callback.call,
						.begin = running->begin,
						.end = system_now() };

	if (running->callback.generation == events_generation())
		event_add(RECORD_CALLBACK, 0, &fields.call, sizeof(fields) - sizeof(fields.head),
			  NULL, 0);
}

static void CL_CALLBACK run_event(cl_event event, cl_int status, void *data)
{
	const struct running running __attribute__((cleanup(leave))) = run(data);

	running.callback.notify(event, status, running.callback.user_data);
}

struct timed_callback *callback_begin_event(const struct event_frame *frame,
					    timed_event_callback **notify, void **user_data)
{
	struct timed_callback *callback =
		*notify && frame->home != 0 ? malloc(sizeof(*callback)) : NULL;

	if (!callback)
		return NULL;
	*callback = (struct timed_callback){ .notify = *notify,
					     .user_data = *user_data,
					     .call = frame->offset,
					     .generation = events_generation() };
	*notify = run_event;
	*user_data = callback;
	return callback;
}

/* One that was accepted may have run already: nothing of it is read. */
void callback_end(struct timed_callback *callback, bool is_refused)
{
	if (is_refused)
		free(callback);
}
