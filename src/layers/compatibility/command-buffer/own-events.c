/* SPDX-License-Identifier: Apache-2.0 */
/*
 * own-events: see own-events.h. Calls about other events cost one comparison while there are no
 * events of ours, and a look into a table otherwise.
 */
#include "layers/compatibility/command-buffer/own-events.h"

#include <stdatomic.h>
#include <stdlib.h>

#include "base/common/pointer-map.h"
#include "layers/compatibility/answer.h"
#include "layers/compatibility/locks.h"
#include "layers/compatibility/notes/event-callbacks.h"
#include "opencl/constants.h"

struct own_event {
	unsigned references; /* of the program; the lock protects both */
	unsigned holds;	     /* calls that look at it, and the references together */
	size_t first_count;
	size_t last_count;
	size_t capacity;
	cl_event events[]; /* first ones from the beginning, last ones from the end */
};

static struct lock lock = LOCK_INIT;
static struct pointer_map map; /* from an event to its struct own_event */
static atomic_size_t count;    /* in the map */

/* What is below, which other features may have put there. */
static struct clrouter_table next;

/* -- making ---------------------------------------------------------------------------- */

struct own_event *own_events_make(size_t capacity)
{
	struct own_event *own = calloc(1, sizeof(*own) + capacity * sizeof(own->events[0]));

	if (own == NULL)
		return NULL;
	own->references = 1;
	own->holds = 1;
	own->capacity = capacity;
	return own;
}

void own_events_add_first(struct own_event *own, cl_event event)
{
	own->events[own->first_count++] = event;
}

void own_events_add_last(struct own_event *own, cl_event event)
{
	own->events[own->capacity - ++own->last_count] = event;
}

static const cl_event *last_events(const struct own_event *own)
{
	return own->events + own->capacity - own->last_count;
}

void own_events_free(struct own_event *own)
{
	if (own == NULL)
		return;
	for (size_t i = 0; i < own->first_count; i++)
		clrouter_target.clReleaseEvent(own->events[i]);
	for (size_t i = 0; i < own->last_count; i++)
		clrouter_target.clReleaseEvent(last_events(own)[i]);
	free(own);
}

/* -- the table ------------------------------------------------------------------------- */

static struct own_event *find(cl_event event)
{
	return (struct own_event *)pointer_map_get(&map, event);
}

bool own_events_set(struct own_event *own, cl_event event)
{
	struct own_event *stale;
	bool is_set;

	lock_take(&lock);
	stale = find(event);
	is_set = pointer_map_set(&map, event, (uintptr_t)own);
	if (is_set && stale == NULL)
		atomic_fetch_add_explicit(&count, 1, memory_order_relaxed);
	lock_give(&lock);
	/* An event whose release was not seen, and whose address the driver uses again. */
	if (is_set)
		own_events_free(stale);
	return is_set;
}

static bool is_any(cl_event event)
{
	return event != NULL && atomic_load_explicit(&count, memory_order_relaxed) != 0;
}

static struct own_event *hold(cl_event event)
{
	struct own_event *own;

	if (!is_any(event))
		return NULL;
	lock_take(&lock);
	own = find(event);
	if (own != NULL)
		own->holds++;
	lock_give(&lock);
	return own;
}

static void drop(struct own_event *own)
{
	bool is_last;

	lock_take(&lock);
	is_last = --own->holds == 0;
	lock_give(&lock);
	if (is_last)
		own_events_free(own);
}

/* -- functions of the dispatch table --------------------------------------------------- */

static cl_int CL_API_CALL retain_event(cl_event event)
{
	const cl_int error = next.clRetainEvent(event);
	struct own_event *own;

	if (error != CL_SUCCESS || !is_any(event))
		return error;
	lock_take(&lock);
	own = find(event);
	if (own != NULL)
		own->references++;
	lock_give(&lock);
	return error;
}

/* After the last release the driver may use the address again: the event goes first. */
static cl_int CL_API_CALL release_event(cl_event event)
{
	struct own_event *own;
	bool is_last;

	if (!is_any(event))
		return next.clReleaseEvent(event);
	lock_take(&lock);
	own = find(event);
	is_last = own != NULL && --own->references == 0;
	if (is_last) {
		pointer_map_remove(&map, event);
		atomic_fetch_sub_explicit(&count, 1, memory_order_relaxed);
	}
	lock_give(&lock);
	if (is_last)
		drop(own);
	return next.clReleaseEvent(event);
}

static cl_int ask_status(cl_event event, cl_int *status)
{
	return clrouter_target.clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS,
					      sizeof(*status), status, NULL);
}

/* A command buffer is submitted, and runs, as soon as one of its commands does. */
static cl_int answer_status(const struct own_event *own, cl_event event,
			    const struct answer *answer)
{
	cl_int status = CL_COMPLETE;
	cl_int error = ask_status(event, &status);

	for (size_t i = 0; error == CL_SUCCESS && i < own->first_count && status > CL_RUNNING;
	     i++) {
		cl_int first = CL_QUEUED;

		error = ask_status(own->events[i], &first);
		if (first <= CL_RUNNING)
			status = CL_RUNNING;
		else if (first < status)
			status = first;
	}
	return error != CL_SUCCESS ? error : answer_value(answer, status);
}

static cl_int CL_API_CALL get_event_info(cl_event event, cl_event_info param_name, size_t size,
					 void *value, size_t *size_ret)
{
	const struct answer answer = { size, value, size_ret };
	const cl_command_type type = CL_COMMAND_COMMAND_BUFFER_KHR;
	struct own_event *own = hold(event);
	cl_int error;

	if (own == NULL)
		return next.clGetEventInfo(event, param_name, size, value, size_ret);
	switch (param_name) {
	case CL_EVENT_COMMAND_TYPE:
		error = answer_value(&answer, type);
		break;
	case CL_EVENT_COMMAND_EXECUTION_STATUS:
		error = answer_status(own, event, &answer);
		break;
	default:
		error = next.clGetEventInfo(event, param_name, size, value, size_ret);
		break;
	}
	drop(own);
	return error;
}

/* The first time of the COUNT events at EVENTS, or the last one. */
static cl_int ask_times(const cl_event *events, size_t event_count, cl_profiling_info param_name,
			bool wants_last, cl_ulong *time)
{
	cl_int error = CL_SUCCESS;

	for (size_t i = 0; error == CL_SUCCESS && i < event_count; i++) {
		cl_ulong one = 0;

		error = clrouter_target.clGetEventProfilingInfo(events[i], param_name, sizeof(one),
								&one, NULL);
		if (i == 0 || (wants_last ? one > *time : one < *time))
			*time = one;
	}
	return error;
}

static cl_int answer_time(const struct own_event *own, cl_event event, cl_profiling_info param_name,
			  const struct answer *answer)
{
	const bool wants_last = param_name == CL_PROFILING_COMMAND_END ||
				param_name == CL_PROFILING_COMMAND_COMPLETE;
	cl_int status = CL_QUEUED;
	cl_ulong time = 0;
	cl_int error = ask_status(event, &status);

	if (error == CL_SUCCESS && status != CL_COMPLETE)
		error = CL_PROFILING_INFO_NOT_AVAILABLE;
	if (error != CL_SUCCESS)
		return error;
	if (wants_last && own->last_count > 0)
		error = ask_times(last_events(own), own->last_count, param_name, true, &time);
	else if (!wants_last && own->first_count > 0)
		error = ask_times(own->events, own->first_count, param_name, false, &time);
	else
		error = ask_times(&event, 1, param_name, true, &time);
	return error != CL_SUCCESS ? error : answer_value(answer, time);
}

static cl_int CL_API_CALL get_profiling_info(cl_event event, cl_profiling_info param_name,
					     size_t size, void *value, size_t *size_ret)
{
	const struct answer answer = { size, value, size_ret };
	struct own_event *own = hold(event);
	cl_int error;

	if (own == NULL)
		return next.clGetEventProfilingInfo(event, param_name, size, value, size_ret);
	switch (param_name) {
	case CL_PROFILING_COMMAND_QUEUED:
	case CL_PROFILING_COMMAND_SUBMIT:
	case CL_PROFILING_COMMAND_START:
	case CL_PROFILING_COMMAND_END:
	case CL_PROFILING_COMMAND_COMPLETE:
		error = answer_time(own, event, param_name, &answer);
		break;
	default:
		error = next.clGetEventProfilingInfo(event, param_name, size, value, size_ret);
		break;
	}
	drop(own);
	return error;
}

static cl_int CL_API_CALL set_callback(cl_event event, cl_int type, event_notify *notify,
				       void *user_data)
{
	const struct event_callbacks functions = { next.clSetEventCallback, retain_event,
						   release_event };
	struct own_event *own = hold(event);
	cl_int error;

	if (own == NULL)
		return next.clSetEventCallback(event, type, notify, user_data);
	error = event_callbacks_set(&functions, event, type, notify, user_data);
	drop(own);
	return error;
}

void own_events_start(struct clrouter_table *table)
{
	locks_add(&lock);
	next = *table;
	table->clRetainEvent = retain_event;
	table->clReleaseEvent = release_event;
	table->clGetEventInfo = get_event_info;
	table->clGetEventProfilingInfo = get_profiling_info;
	table->clSetEventCallback = set_callback;
}
