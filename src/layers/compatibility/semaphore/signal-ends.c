/* SPDX-License-Identifier: Apache-2.0 */
/*
 * signal-ends: see signal-ends.h. A callback gets a number, not an address: it may come after the
 * command was found to have failed, when nothing is left of what waited for it.
 */
#include "layers/compatibility/semaphore/signal-ends.h"

#include <string.h>

#include "base/common/pointer-map.h"
#include "layers/compatibility/known-devices.h"
#include "layers/compatibility/locks.h"
#include "layers/compatibility/wrap.h"
#include "layers/frame/ask.h"

static struct lock lock = LOCK_INIT;
static struct pointer_map places;   /* by their ids */
static struct waiter_place *oldest; /* the same, in the order of their ids */
static struct waiter_place *newest;
static uintptr_t last_id;

static __typeof__(clrouter_target.clSetUserEventStatus) next_set_status;

/* -- the list -------------------------------------------------------------------------- */

static bool put_in(struct waiter_place *place, struct signal *signal)
{
	bool is_in;

	lock_take(&lock);
	place->id = ++last_id;
	place->signal = signal;
	is_in = pointer_map_set(&places, (const void *)place->id, (uintptr_t)place);
	if (is_in) {
		place->before = newest;
		place->after = NULL;
		if (!newest)
			oldest = place;
		else
			newest->after = place;
		newest = place;
	}
	lock_give(&lock);
	return is_in;
}

/* The place with the number ID, which is the caller's then; NULL: another thread has taken it. */
static struct waiter_place *take_out(uintptr_t id)
{
	struct waiter_place *place;

	lock_take(&lock);
	place = (struct waiter_place *)pointer_map_get(&places, (const void *)id);
	if (place) {
		pointer_map_remove(&places, (const void *)id);
		if (!place->before)
			oldest = place->after;
		else
			place->before->after = place->after;
		if (!place->after)
			newest = place->before;
		else
			place->after->before = place->before;
	}
	lock_give(&lock);
	return place;
}

/* The signal of the first place after number *ID, which becomes the place's number. NULL: none. */
static struct signal *next_signal(uintptr_t *id)
{
	struct signal *signal = NULL;
	struct waiter_place *place;

	lock_take(&lock);
	place = oldest;
	while (place && place->id <= *id)
		place = place->after;
	if (place) {
		*id = place->id;
		signal = place->signal;
		signals_retain(signal);
	}
	lock_give(&lock);
	return signal;
}

/* -- ends ------------------------------------------------------------------------------ */

/* The place with the number ID has its end. False: it had it before. */
static bool end(uintptr_t id, cl_int status)
{
	struct waiter_place *place = take_out(id);
	struct signal *signal;

	if (!place)
		return false;
	signal = place->signal;
	waiters_count_down(place, status);
	signals_release(signal);
	return true;
}

static bool look_at_all(void)
{
	struct signal *signal;
	uintptr_t id = 0;
	bool has_found = false;

	while ((signal = next_signal(&id))) {
		const cl_int status = signals_status(signal);

		if (status < 0)
			has_found |= end(id, status);
		signals_release(signal);
	}
	return has_found;
}

/* Those that fail may be what others wait for. */
void signal_ends_look(void)
{
	while (look_at_all())
		continue;
}

void signal_ends_fail(struct waiter_place *place, cl_int error)
{
	waiters_count_down(place, error);
	signal_ends_look();
}

static void CL_CALLBACK when_said(cl_event event, cl_int status, void *id)
{
	(void)event;
	if (end((uintptr_t)id, status) && status < 0)
		signal_ends_look();
}

/*
 * May a callback ask EVENT? OpenCL allows it, but rusticl (22.3.6) never comes back from it. It
 * does not call back for a command that has failed, so nothing is lost by not asking.
 */
static bool answers_in_callbacks(cl_event event)
{
	cl_command_queue queue = NULL;
	const struct known_device *device;

	ASK(clGetEventInfo, event, CL_EVENT_COMMAND_QUEUE, queue);
	device = !queue ? NULL : devices_find(ask_queue_device(queue));
	return !device || strcmp(device->platform_name, "rusticl") != 0;
}

static void CL_CALLBACK when_ended(cl_event event, cl_int status, void *id)
{
	const cl_int found = ask_event_status(event);

	if (status >= 0 && found < 0)
		status = found;
	if (end((uintptr_t)id, status) && status < 0)
		signal_ends_look();
}

void signal_ends_add(struct waiter_place *place, struct signal *signal)
{
	cl_int status = signals_status(signal);
	uintptr_t id;

	place->signal = signal;
	if (status <= CL_COMPLETE || !put_in(place, signal)) {
		waiters_count_down(place, status <= CL_COMPLETE ? status : CL_OUT_OF_HOST_MEMORY);
		signals_release(signal);
		if (status != CL_COMPLETE)
			signal_ends_look();
		return;
	}
	id = place->id;
	/* From here on, another thread may end the place. */
	status = clrouter_target.clSetEventCallback(
		signal->event, CL_COMPLETE,
		answers_in_callbacks(signal->event) ? when_ended : when_said, (void *)id);
	if (status != CL_SUCCESS && end(id, status))
		signal_ends_look();
}

/* -- the program's call ---------------------------------------------------------------- */

WRAP(clSetUserEventStatus)
{
	const cl_int error = next_set_status(ARGUMENTS_clSetUserEventStatus);

	if (error == CL_SUCCESS && execution_status < 0)
		signal_ends_look();
	return error;
}

void signal_ends_start(struct clrouter_table *table)
{
	locks_add(&lock);
	if (table->clSetUserEventStatus == wrap_clSetUserEventStatus)
		return;
	next_set_status = table->clSetUserEventStatus;
	table->clSetUserEventStatus = wrap_clSetUserEventStatus;
}
