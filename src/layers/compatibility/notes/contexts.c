/* SPDX-License-Identifier: Apache-2.0 */
/*
 * contexts: see contexts.h. Only the devices of contexts for which the driver answers something
 * else are noted.
 */
#include "layers/compatibility/notes/contexts.h"

#include <stdlib.h>
#include <string.h>

#include "layers/compatibility/notes/handle-notes.h"
#include "layers/compatibility/wrap.h"
#include "layers/frame/ask.h"
#include "layers/frame/auto-free.h"

struct context_note {
	struct note note;
	cl_uint count;
	cl_device_id list[];
};

/* What is below, which other features may have put there. */
static struct clrouter_table next;

/* -- questions ------------------------------------------------------------------------- */

/* The devices that the driver names; free() the list. NULL: *ERROR says why. */
static cl_device_id *ask_driver(cl_context context, size_t *count, cl_int *error)
{
	cl_device_id *list = ask_context(context, CL_CONTEXT_DEVICES, count, error);

	*count /= sizeof(*list);
	return list;
}

cl_int contexts_ask(cl_context context, cl_device_id wanted, struct context_devices *devices)
{
	struct context_note *note = notes_hold(context, NOTE_CONTEXT);
	cl_device_id *found AUTO_FREE = NULL;
	size_t count = note ? note->count : 0;
	cl_int error = CL_SUCCESS;
	const cl_device_id *list;

	if (!note)
		found = ask_driver(context, &count, &error);
	list = note ? note->list : found;
	*devices = (struct context_devices){ .count = (cl_uint)count };
	if (count > 0)
		devices->first = list[0];
	for (size_t i = 0; i < count; i++)
		devices->has_wanted |= list[i] == wanted;
	if (note)
		notes_drop(&note->note);
	return error;
}

/* -- the program's calls --------------------------------------------------------------- */

static void destroy(struct note *note)
{
	free(note);
}

/* A device that is given twice counts once. */
static void add_device(struct context_note *note, cl_device_id device)
{
	for (cl_uint i = 0; i < note->count; i++)
		if (note->list[i] == device)
			return;
	note->list[note->count++] = device;
}

/* Notes the devices in LIST if the driver names others. No memory: the driver's answer counts. */
static void note_devices(cl_context context, cl_uint count, const cl_device_id *list)
{
	size_t found = 0;
	cl_int error;
	cl_device_id *named AUTO_FREE = ask_driver(context, &found, &error);
	struct context_note *note;

	if (!named || (found == count && memcmp(named, list, count * sizeof(*list)) == 0))
		return;
	note = calloc(1, sizeof(*note) + count * sizeof(*list));
	if (!note)
		return;
	for (cl_uint i = 0; i < count; i++)
		add_device(note, list[i]);
	if (!notes_add(context, NOTE_CONTEXT, &note->note, destroy))
		free(note);
}

WRAP(clCreateContext)
{
	cl_context context = next.clCreateContext(ARGUMENTS_clCreateContext);

	if (context)
		note_devices(context, num_devices, devices);
	return context;
}

WRAP(clRetainContext)
{
	const bool is_noted = notes_retain(context, NOTE_CONTEXT);
	const cl_int error = next.clRetainContext(context);

	if (is_noted && error != CL_SUCCESS)
		notes_release(context, NOTE_CONTEXT);
	return error;
}

WRAP(clReleaseContext)
{
	notes_release(context, NOTE_CONTEXT);
	return next.clReleaseContext(context);
}

void contexts_start(struct clrouter_table *table)
{
	if (table->clCreateContext == wrap_clCreateContext)
		return;
	next = *table;
	table->clCreateContext = wrap_clCreateContext;
	table->clRetainContext = wrap_clRetainContext;
	table->clReleaseContext = wrap_clReleaseContext;
}
