/* SPDX-License-Identifier: Apache-2.0 */
/*
 * event-notes: see event-notes.h. Calls about other events cost one comparison while there are no
 * events of ours, and a look into a table otherwise.
 */
#include "layers/compatibility/notes/event-notes.h"

#include <stdlib.h>

#include "layers/compatibility/answer.h"
#include "layers/compatibility/notes/handle-notes.h"
#include "layers/compatibility/wrap.h"
#include "layers/frame/ask.h"
#include "opencl/constants.h"

struct event_note {
	struct note note;
	cl_command_type type;
	size_t first_count;
	size_t last_count;
	size_t capacity;
	cl_event events[]; /* first ones from the beginning, last ones from the end */
};

/* What is below, which other features may have put there. */
static struct clrouter_table next;

/* -- making ---------------------------------------------------------------------------- */

struct event_note *events_make(cl_command_type type, size_t count)
{
	struct event_note *note = calloc(1, sizeof(*note) + count * sizeof(note->events[0]));

	if (!note)
		return NULL;
	note->type = type;
	note->capacity = count;
	return note;
}

void events_add_first(struct event_note *note, cl_event event)
{
	note->events[note->first_count++] = event;
}

void events_add_last(struct event_note *note, cl_event event)
{
	note->events[note->capacity - ++note->last_count] = event;
}

static const cl_event *last_events(const struct event_note *note)
{
	return note->events + note->capacity - note->last_count;
}

void events_free(struct event_note *note)
{
	if (!note)
		return;
	for (size_t i = 0; i < note->first_count; i++)
		clrouter_target.clReleaseEvent(note->events[i]);
	for (size_t i = 0; i < note->last_count; i++)
		clrouter_target.clReleaseEvent(last_events(note)[i]);
	free(note);
}

static void destroy(struct note *note)
{
	events_free((struct event_note *)note);
}

bool events_set(struct event_note *note, cl_event event)
{
	return note && notes_add(event, NOTE_EVENT, &note->note, destroy);
}

/* -- references ------------------------------------------------------------------------ */

WRAP(clRetainEvent)
{
	const bool is_noted = notes_retain(event, NOTE_EVENT);
	const cl_int error = next.clRetainEvent(event);

	if (is_noted && error != CL_SUCCESS)
		notes_release(event, NOTE_EVENT);
	return error;
}

WRAP(clReleaseEvent)
{
	notes_release(event, NOTE_EVENT);
	return next.clReleaseEvent(event);
}

/* -- queries --------------------------------------------------------------------------- */

/* NOLINTNEXTLINE(readability-non-const-parameter): ASK() writes it */
static cl_int ask_status(cl_event event, cl_int *status)
{
	return ASK(clGetEventInfo, event, CL_EVENT_COMMAND_EXECUTION_STATUS, *status);
}

/* A command buffer is submitted, and runs, as soon as one of its commands does. */
static cl_int answer_status(const struct event_note *note, cl_event event,
			    const struct query_answer *answer)
{
	cl_int status = CL_COMPLETE;
	cl_int error = ask_status(event, &status);

	for (size_t i = 0; error == CL_SUCCESS && i < note->first_count && status > CL_RUNNING;
	     i++) {
		cl_int first = CL_QUEUED;

		error = ask_status(note->events[i], &first);
		if (first <= CL_RUNNING)
			status = CL_RUNNING;
		else if (first < status)
			status = first;
	}
	return error != CL_SUCCESS ? error : answer_value(answer, status);
}

WRAP(clGetEventInfo)
{
	const struct query_answer answer = { param_value_size, param_value, param_value_size_ret };
	struct event_note *note = notes_hold(event, NOTE_EVENT);
	cl_uint references;
	cl_int error;

	if (!note)
		return next.clGetEventInfo(ARGUMENTS_clGetEventInfo);
	switch (param_name) {
	case CL_EVENT_COMMAND_TYPE:
		error = answer_value(&answer, note->type);
		break;
	case CL_EVENT_REFERENCE_COUNT:
		references = notes_references(event, NOTE_EVENT);
		error = answer_value(&answer, references);
		break;
	case CL_EVENT_COMMAND_EXECUTION_STATUS:
		error = answer_status(note, event, &answer);
		break;
	default:
		error = next.clGetEventInfo(ARGUMENTS_clGetEventInfo);
		break;
	}
	notes_drop(&note->note);
	return error;
}

/* The first time of the COUNT events at EVENTS, or the last one. */
static cl_int ask_times(const cl_event *events, size_t event_count, cl_profiling_info param_name,
			bool wants_last, cl_ulong *time)
{
	cl_int error = CL_SUCCESS;

	for (size_t i = 0; error == CL_SUCCESS && i < event_count; i++) {
		cl_ulong one = 0;

		error = ASK(clGetEventProfilingInfo, events[i], param_name, one);
		if (i == 0 || (wants_last ? one > *time : one < *time))
			*time = one;
	}
	return error;
}

static cl_int answer_time(const struct event_note *note, cl_event event,
			  cl_profiling_info param_name, const struct query_answer *answer)
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
	if (wants_last && note->last_count > 0)
		error = ask_times(last_events(note), note->last_count, param_name, true, &time);
	else if (!wants_last && note->first_count > 0)
		error = ask_times(note->events, note->first_count, param_name, false, &time);
	else
		error = ask_times(&event, 1, param_name, true, &time);
	return error != CL_SUCCESS ? error : answer_value(answer, time);
}

/* A time of the whole is asked for; an event that stands for one command has the driver's times. */
static bool is_of_whole(const struct event_note *note, cl_profiling_info param_name)
{
	return note->capacity > 0 && param_name >= CL_PROFILING_COMMAND_QUEUED &&
	       param_name <= CL_PROFILING_COMMAND_COMPLETE;
}

WRAP(clGetEventProfilingInfo)
{
	const struct query_answer answer = { param_value_size, param_value, param_value_size_ret };
	struct event_note *note = notes_hold(event, NOTE_EVENT);
	cl_int error;

	if (!note)
		return next.clGetEventProfilingInfo(ARGUMENTS_clGetEventProfilingInfo);
	error = is_of_whole(note, param_name)
			? answer_time(note, event, param_name, &answer)
			: next.clGetEventProfilingInfo(ARGUMENTS_clGetEventProfilingInfo);
	notes_drop(&note->note);
	return error;
}

/* -- callbacks ------------------------------------------------------------------------- */

struct event_callback {
	void(CL_CALLBACK *notify)(cl_event event, cl_int status, void *user_data);
	void *user_data;
};

static void CL_CALLBACK call(cl_event event, cl_int status, void *data)
{
	const struct event_callback callback = *(const struct event_callback *)data;

	free(data);
	callback.notify(event, status, callback.user_data);
	wrap_clReleaseEvent(event);
}

WRAP(clSetEventCallback)
{
	struct event_callback *callback;
	cl_int error;

	if (!pfn_notify || !notes_has(event, NOTE_EVENT))
		return next.clSetEventCallback(ARGUMENTS_clSetEventCallback);
	callback = malloc(sizeof(*callback));
	if (!callback)
		return CL_OUT_OF_HOST_MEMORY;
	*callback = (struct event_callback){ pfn_notify, user_data };
	error = wrap_clRetainEvent(event);
	if (error != CL_SUCCESS) {
		free(callback);
		return error;
	}
	error = next.clSetEventCallback(event, command_exec_callback_type, call, callback);
	if (error != CL_SUCCESS) {
		wrap_clReleaseEvent(event);
		free(callback);
	}
	return error;
}

void events_wrap(struct clrouter_table *table)
{
	if (table->clGetEventInfo == wrap_clGetEventInfo)
		return;
	next = *table;
	table->clRetainEvent = wrap_clRetainEvent;
	table->clReleaseEvent = wrap_clReleaseEvent;
	table->clGetEventInfo = wrap_clGetEventInfo;
	table->clGetEventProfilingInfo = wrap_clGetEventProfilingInfo;
	table->clSetEventCallback = wrap_clSetEventCallback;
}
