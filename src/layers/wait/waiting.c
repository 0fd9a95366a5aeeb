/* SPDX-License-Identifier: Apache-2.0 */
/*
 * waiting: see waiting.h.
 *
 * In a queue that keeps the order, a call waits for all commands before it. So a marker ends when
 * the driver's function would begin its own work, or would return. In a queue without order a
 * marker would wait for more than a transfer does, for example for a user event that the program
 * sets after the transfer; there it is the events of the call, and the last barrier.
 */
#include "layers/wait/waiting.h"

#include <string.h>

#include "layers/frame/ask.h"
#include "layers/frame/program-callbacks.h"
#include "layers/wait/drivers.h"
#include "layers/wait/sound.h"
#include "layers/wait/watch.h"

#define DEVICES_MOST 64 /* of a context */
#define PROBE_TIME NS_PER_MS

/* -- polling ------------------------------------------------------------------------------- */

/* Has EVENT ended, or failed? What cannot be asked counts as ended: the driver's function decides. */
static bool has_ended(cl_event event, bool *has_failed)
{
	cl_int status = CL_COMPLETE;
	const cl_int error = ASK(clGetEventInfo, event, CL_EVENT_COMMAND_EXECUTION_STATUS, status);

	if (error != CL_SUCCESS || status < 0)
		*has_failed = true;
	return error != CL_SUCCESS || status <= CL_COMPLETE;
}

/*
 * Has all ended that is waited for? Events that have ended are left out from then on. After the
 * first one that has failed the driver's function is called: it may return at once.
 */
static bool is_over(struct waiting *waiting)
{
	bool has_failed = false;

	while (waiting->count > 0 && has_ended(waiting->events[0], &has_failed) && !has_failed) {
		waiting->events++;
		waiting->count--;
	}
	if (has_failed)
		return true;
	return waiting->count == 0 &&
	       (!waiting->marker || has_ended(waiting->marker, &has_failed));
}

static void tell(const struct waiting *waiting, const char *reason)
{
	const bool has_queue = waiting->kind.slot != CLROUTER_SLOT_clWaitForEvents;
	const struct watch_wait wait = {
		.slot = waiting->kind.slot,
		.site = waiting->kind.site,
		.queue = has_queue ? waiting->handle : NULL,
		.count = waiting->count,
		.events = waiting->events,
		.reason = reason,
	};

	watch_tell(&wait);
}

/* Sleeps for PAUSE, and learns how late that was. */
static void pause_for(uint64_t pause)
{
	const uint64_t begin = clock_now();

	clock_sleep(pause);
	expectation_learn_sleep(pause, clock_now() - begin);
}

/* Polls for LIMIT at most. False: the end was not seen. */
static bool poll(struct waiting *waiting, uint64_t limit)
{
	const unsigned int before = drivers_begin_poll(waiting->driver);
	const uint64_t begin = clock_now();
	struct expectation_course course = { .expected = expectation_find(&waiting->kind) };
	uint64_t told_at = watch_limit() != 0 ? watch_limit() : UINT64_MAX;
	uint64_t lesson;
	bool is_first_look = false;
	bool has_polled = false;

	for (; !is_over(waiting); has_polled = true) {
		const struct expectation_sleep sleep = expectation_sleep();
		uint64_t next = limit < told_at ? limit : told_at;
		uint64_t pause;

		course.ran = clock_now() - begin;
		if (course.ran >= told_at) {
			tell(waiting, NULL);
			told_at = UINT64_MAX;
			next = limit;
		}
		if (course.ran >= limit)
			return false;
		pause = expectation_pause(course.ran, course.expected, sleep, watch_limit() != 0);
		/* NVIDIA's driver notices an end when it is asked a second time. */
		if (pause == 0 || is_first_look) {
			is_first_look = false;
			clock_relax();
			continue;
		}
		course.asleep = course.ran;
		course.margin = sleep.margin;
		pause_for(pause < next - course.ran ? pause : next - course.ran);
		course.woke = clock_now() - begin;
		is_first_look = watch_limit() == 0;
	}
	course.ended = clock_now() - begin;
	lesson = expectation_lesson(&course);
	if (lesson != 0)
		expectation_learn(&waiting->kind, lesson);
	if (has_polled && !waiting->has_user_event)
		drivers_saw_end(waiting->driver, before);
	return true;
}

/* -- the driver's own waits ------------------------------------------------------------------ */

static void enter(struct waiting *waiting)
{
	if (!waiting->driver || waiting->is_entered)
		return;
	waiting->is_entered = true;
	waiting->spent = drivers_enter(waiting->driver);
	waiting->entered_at = clock_now();
}

static void leave(struct waiting *waiting)
{
	/* A function that does more than wait says nothing of how the driver waits. */
	const uint64_t duration = waiting->is_pure ? clock_now() - waiting->entered_at : 0;

	waiting->is_entered = false;
	drivers_leave(waiting->driver, duration, &waiting->spent);
}

/* Waits by the driver's clWaitForEvents, so that only the wait is measured. */
static void measure(struct waiting *waiting)
{
	waiting->is_pure = true;
	enter(waiting);
	if (waiting->count > 0)
		clrouter_target.clWaitForEvents(waiting->count, waiting->events);
	if (waiting->marker)
		clrouter_target.clWaitForEvents(1, &waiting->marker);
	leave(waiting);
	waiting->is_pure = false;
}

/* For how long polling is tried before the driver's own wait is called. */
static uint64_t trial(void)
{
	return watch_limit() != 0 ? watch_limit() : DRIVERS_TRIAL;
}

/* All that is waited for is known, and flushed if not MAY_HANG. */
static void wait(struct waiting *waiting, bool may_hang)
{
	if (watch_limit() != 0)
		drivers_try(waiting->driver);
	switch (atomic_load(&waiting->driver->way)) {
	case DRIVER_MEASURED:
		if (waiting->is_pure)
			enter(waiting);
		else
			measure(waiting);
		return;
	case DRIVER_TRIED:
		waiting->has_missed = !poll(waiting, trial());
		break;
	case DRIVER_POLLED:
		waiting->has_missed = !poll(waiting, may_hang ? trial() : UINT64_MAX);
		break;
	case DRIVER_LEFT_ALONE:
		waiting->has_missed = true;
		break;
	}
	if (waiting->has_missed)
		enter(waiting);
	else if (waiting->number != 0)
		wait_queue_end_wait(waiting->queue, waiting->number);
}

/* -- what is waited for ---------------------------------------------------------------------- */

void waiting_open(struct waiting *waiting, cl_command_queue handle, unsigned int slot,
		  const void *site)
{
	memset(waiting, 0, sizeof(*waiting));
	waiting->kind.slot = slot;
	waiting->kind.site = site;
	waiting->handle = handle;
	/* clWaitForEvents has no queue. */
	if (slot == CLROUTER_SLOT_clWaitForEvents)
		return;
	waiting->queue = wait_queue_find(handle);
	waiting->facts = wait_queue_ask(waiting->queue, handle);
	if (waiting->facts.is_usable)
		waiting->driver = waiting->facts.driver;
	waiting->kind.queue = handle;
	waiting->kind.work = atomic_load(&waiting->queue->work);
}

static bool is_drivers(const struct waiting *waiting)
{
	if (program_callbacks_are_running()) {
		tell(waiting, "it is called in a callback, in which OpenCL allows no wait");
		return true;
	}
	return !waiting->driver || atomic_load(&waiting->driver->way) == DRIVER_LEFT_ALONE;
}

/* May it be that only the driver's own wait ends? If waits are watched, that is tried later. */
static bool is_risky(const struct waiting *waiting)
{
	return watch_limit() == 0 && wait_queue_may_hang(waiting->queue);
}

/* False: it has to be the driver's own wait. */
static bool flush(struct wait_queue *queue, cl_command_queue handle)
{
	wait_queue_note_flush(queue);
	if (clrouter_target.clFlush(handle) == CL_SUCCESS)
		return true;
	wait_queue_note(queue, 0);
	return false;
}

/*
 * Puts a marker into the queue; EVENTS are waited for, too. They are no list of the marker: if one
 * fails in this moment, the marker may never end, and neither may what is after it in the queue.
 * False: the driver has refused the marker.
 */
static bool mark(struct waiting *waiting, cl_uint count, const cl_event *events)
{
	cl_int error;

	waiting->number = wait_queue_begin_wait(waiting->queue);
	waiting->count = count;
	waiting->events = events;
	if (waiting->facts.has_marker_lists &&
	    clrouter_target.clEnqueueMarkerWithWaitList)
		error = clrouter_target.clEnqueueMarkerWithWaitList(waiting->handle, 0, NULL,
								    &waiting->marker);
	else
		error = clrouter_target.clEnqueueMarker(waiting->handle, &waiting->marker);
	if (error != CL_SUCCESS)
		waiting->marker = NULL;
	return error == CL_SUCCESS && flush(waiting->queue, waiting->handle);
}

void waiting_for_driver(struct waiting *waiting)
{
	enter(waiting);
}

/* Is the driver's own wait called first, so that no marker is needed? */
static bool is_measured(const struct waiting *waiting)
{
	return watch_limit() == 0 && atomic_load(&waiting->driver->way) == DRIVER_MEASURED;
}

void waiting_for_finish(struct waiting *waiting)
{
	waiting->is_pure = true;
	if (is_drivers(waiting) || is_risky(waiting))
		enter(waiting);
	else if (is_measured(waiting) || mark(waiting, 0, NULL))
		wait(waiting, wait_queue_may_hang(waiting->queue));
	else
		enter(waiting);
	wait_queue_note_flush(waiting->queue);
}

/* The last barrier of a queue without order, with a reference of this wait. */
static cl_event find_barrier(struct wait_queue *queue)
{
	cl_event barrier = atomic_load(&queue->barrier);

	return barrier && clrouter_target.clRetainEvent(barrier) == CL_SUCCESS ? barrier
										       : NULL;
}

/* False: nothing is known that the transfer waits for. */
static bool find_targets(struct waiting *waiting, cl_uint count, const cl_event *events)
{
	if (!sound_events(count, events, waiting->facts.context, waiting->handle))
		return false;
	if (waiting->facts.keeps_order)
		return mark(waiting, count, events);
	waiting->count = count;
	waiting->events = events;
	waiting->marker = find_barrier(waiting->queue);
	return (count > 0 || waiting->marker) && flush(waiting->queue, waiting->handle);
}

void waiting_for_transfer(struct waiting *waiting, cl_uint count, const cl_event *events)
{
	wait_queue_note(waiting->queue, count);
	if (!is_drivers(waiting) && !is_risky(waiting) && find_targets(waiting, count, events))
		wait(waiting, wait_queue_may_hang(waiting->queue));
	else
		enter(waiting);
	wait_queue_note_flush(waiting->queue);
}

/* The driver of the first device of CONTEXT. */
static struct wait_driver *driver_of(cl_context context)
{
	cl_device_id devices[DEVICES_MOST];
	cl_platform_id platform = NULL;

	if (ASK(clGetContextInfo, context, CL_CONTEXT_DEVICES, devices) != CL_SUCCESS ||
	    ASK(clGetDeviceInfo, devices[0], CL_DEVICE_PLATFORM, platform) != CL_SUCCESS)
		return NULL;
	return drivers_find(platform);
}

/*
 * Is EVENT one that polling sees ending, of a queue that is flushed? A foreign event, of OpenGL for
 * example, may end only in a call of the driver.
 */
static bool is_ready(struct waiting *waiting, cl_event event, bool *may_hang)
{
	cl_command_queue handle = NULL;
	cl_command_type type = 0;
	struct wait_queue *queue;

	if (ASK(clGetEventInfo, event, CL_EVENT_COMMAND_QUEUE, handle) != CL_SUCCESS ||
	    ASK(clGetEventInfo, event, CL_EVENT_COMMAND_TYPE, type) != CL_SUCCESS)
		return false;
	if (!handle) {
		waiting->has_user_event = true;
		return type == CL_COMMAND_USER;
	}
	queue = wait_queue_look(handle);
	if (!queue)
		return false;
	if (!waiting->queue) {
		waiting->queue = queue;
		waiting->kind.queue = handle;
		waiting->kind.work = atomic_load(&queue->work);
	}
	if (atomic_load(&queue->is_dirty) && !flush(queue, handle))
		return false;
	*may_hang = *may_hang || wait_queue_may_hang(queue);
	return watch_limit() != 0 || !*may_hang;
}

void waiting_for_events(struct waiting *waiting, cl_uint count, const cl_event *events)
{
	cl_context context = NULL;
	bool may_hang = false;
	bool is_ready_to_poll;

	waiting->is_pure = true;
	if (count == 0 || !events || !events[0] ||
	    ASK(clGetEventInfo, events[0], CL_EVENT_CONTEXT, context) != CL_SUCCESS)
		return;
	waiting->driver = driver_of(context);
	waiting->count = count;
	waiting->events = events;
	is_ready_to_poll = !is_drivers(waiting) && sound_events(count, events, context, events[0]);
	for (cl_uint i = 0; i < count && is_ready_to_poll; i++)
		is_ready_to_poll = is_ready(waiting, events[i], &may_hang);
	if (is_ready_to_poll)
		wait(waiting, may_hang);
	else
		enter(waiting);
}

/* -- the end --------------------------------------------------------------------------------- */

/*
 * A program whose waits all take longer than a trial would never show that polling sees an end. So,
 * after such a wait, the driver's idle queue gets a marker that is polled for a moment.
 */
static void probe(struct waiting *waiting)
{
	struct waiting probe;

	if (!waiting->handle || atomic_load(&waiting->driver->way) != DRIVER_TRIED)
		return;
	waiting_open(&probe, waiting->handle, waiting->kind.slot, NULL);
	if (probe.driver && mark(&probe, 0, NULL))
		poll(&probe, PROBE_TIME);
	if (probe.marker)
		clrouter_target.clReleaseEvent(probe.marker);
}

void waiting_end(struct waiting *waiting, bool is_refused)
{
	if (is_refused && waiting->queue)
		wait_queue_note(waiting->queue, 0);
}

void waiting_close(struct waiting *waiting)
{
	if (waiting->is_entered)
		leave(waiting);
	if (waiting->marker)
		clrouter_target.clReleaseEvent(waiting->marker);
	if (waiting->has_missed) {
		probe(waiting);
		drivers_missed_end(waiting->driver);
	}
}
