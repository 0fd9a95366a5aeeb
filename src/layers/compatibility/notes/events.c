/* SPDX-License-Identifier: Apache-2.0 */
/*
 * events: see events.h.
 */
#include "layers/compatibility/notes/events.h"

#include <stdlib.h>

#include "layers/compatibility/answer.h"
#include "layers/compatibility/notes/event-callbacks.h"
#include "layers/compatibility/notes/notes.h"

struct event_note {
	struct note note;
	cl_command_type type;
};

static struct notes notes = NOTES_INIT;

/* The functions that were in the table. */
static struct {
	cl_int(CL_API_CALL *get_info)(cl_event event, cl_event_info param_name, size_t size,
				      void *value, size_t *size_ret);
	cl_int(CL_API_CALL *retain)(cl_event event);
	cl_int(CL_API_CALL *release)(cl_event event);
	cl_int(CL_API_CALL *set_callback)(cl_event event, cl_int type, event_notify *notify,
					  void *user_data);
} next;

bool events_add(cl_event event, cl_command_type type)
{
	struct event_note *note = calloc(1, sizeof(*note));

	if (note == NULL)
		return false;
	note->type = type;
	if (notes_add(&notes, event, &note->note))
		return true;
	free(note);
	return false;
}

static void read_note(const struct note *note, void *data)
{
	struct event_note *copy = data;

	*copy = *(const struct event_note *)note;
}

static cl_int CL_API_CALL get_info(cl_event event, cl_event_info param_name, size_t size,
				   void *value, size_t *size_ret)
{
	const struct answer answer = { size, value, size_ret };
	struct event_note note;

	if ((param_name != CL_EVENT_COMMAND_TYPE && param_name != CL_EVENT_REFERENCE_COUNT) ||
	    !notes_read(&notes, event, read_note, &note))
		return next.get_info(event, param_name, size, value, size_ret);
	return param_name == CL_EVENT_COMMAND_TYPE ? answer_value(&answer, note.type)
						   : answer_value(&answer, note.note.references);
}

static cl_int CL_API_CALL retain(cl_event event)
{
	const bool is_noted = notes_retain(&notes, event);
	const cl_int error = next.retain(event);

	if (is_noted && error != CL_SUCCESS)
		notes_release(&notes, event);
	return error;
}

/* The note goes first: a driver may give the address of the event to the next one. */
static cl_int CL_API_CALL release(cl_event event)
{
	notes_release(&notes, event);
	return next.release(event);
}

static cl_int CL_API_CALL set_callback(cl_event event, cl_int type, event_notify *notify,
				       void *user_data)
{
	const struct event_callbacks functions = { next.set_callback, retain, release };
	struct event_note note;

	if (!notes_read(&notes, event, read_note, &note))
		return next.set_callback(event, type, notify, user_data);
	return event_callbacks_set(&functions, event, type, notify, user_data);
}

void events_start(struct clrouter_table *table)
{
	notes_start(&notes);
	if (table->clGetEventInfo == get_info)
		return;
	next.get_info = table->clGetEventInfo;
	next.retain = table->clRetainEvent;
	next.release = table->clReleaseEvent;
	next.set_callback = table->clSetEventCallback;
	table->clGetEventInfo = get_info;
	table->clRetainEvent = retain;
	table->clReleaseEvent = release;
	table->clSetEventCallback = set_callback;
}
