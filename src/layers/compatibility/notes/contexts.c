/* SPDX-License-Identifier: Apache-2.0 */
/*
 * contexts: see contexts.h. Only the devices of contexts for which the driver answers something
 * else are noted.
 */
#include "layers/compatibility/notes/contexts.h"

#include <stdlib.h>
#include <string.h>

#include "layers/compatibility/notes/notes.h"
#include "layers/frame/auto-free.h"

typedef void CL_CALLBACK context_notify(const char *errinfo, const void *private_info, size_t cb,
					void *user_data);

struct context_note {
	struct note note;
	cl_uint count;
	cl_device_id list[];
};

static struct notes notes = NOTES_INIT;

/* The functions that were in the table. */
static struct {
	cl_context(CL_API_CALL *create)(const cl_context_properties *properties, cl_uint count,
					const cl_device_id *list, context_notify *notify,
					void *user_data, cl_int *errcode_ret);
	cl_int(CL_API_CALL *retain)(cl_context context);
	cl_int(CL_API_CALL *release)(cl_context context);
} next;

/* -- questions ------------------------------------------------------------------------- */

/* The devices that the driver names; free() the list. NULL: *ERROR says why. */
static cl_device_id *ask_driver(cl_context context, size_t *count, cl_int *error)
{
	cl_device_id *list;
	size_t size = 0;

	*error = clrouter_target.clGetContextInfo(context, CL_CONTEXT_DEVICES, 0, NULL, &size);
	if (*error != CL_SUCCESS)
		return NULL;
	list = calloc(1, size + 1);
	*error = list == NULL ? CL_OUT_OF_HOST_MEMORY
			      : clrouter_target.clGetContextInfo(context, CL_CONTEXT_DEVICES, size,
								 list, NULL);
	if (*error != CL_SUCCESS) {
		free(list);
		return NULL;
	}
	*count = size / sizeof(*list);
	return list;
}

struct question {
	cl_device_id wanted;
	struct context_devices *answer;
};

static void answer_from(const cl_device_id *list, size_t count, const struct question *question)
{
	struct context_devices *answer = question->answer;

	answer->count = (cl_uint)count;
	answer->first = count > 0 ? list[0] : NULL;
	answer->has_wanted = false;
	for (size_t i = 0; i < count; i++)
		answer->has_wanted |= list[i] == question->wanted;
}

static void read_note(const struct note *note, void *data)
{
	const struct context_note *context = (const struct context_note *)note;

	answer_from(context->list, context->count, data);
}

cl_int contexts_ask(cl_context context, cl_device_id wanted, struct context_devices *devices)
{
	struct question question = { wanted, devices };
	cl_device_id *list AUTO_FREE = NULL;
	size_t count = 0;
	cl_int error = CL_SUCCESS;

	if (notes_read(&notes, context, read_note, &question))
		return CL_SUCCESS;
	list = ask_driver(context, &count, &error);
	if (list != NULL)
		answer_from(list, count, &question);
	return error;
}

/* -- the program's calls --------------------------------------------------------------- */

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

	if (named == NULL || (found == count && memcmp(named, list, count * sizeof(*list)) == 0))
		return;
	note = calloc(1, sizeof(*note) + count * sizeof(*list));
	if (note == NULL)
		return;
	for (cl_uint i = 0; i < count; i++)
		add_device(note, list[i]);
	if (!notes_add(&notes, context, &note->note))
		free(note);
}

static cl_context CL_API_CALL create(const cl_context_properties *properties, cl_uint count,
				     const cl_device_id *list, context_notify *notify,
				     void *user_data, cl_int *errcode_ret)
{
	cl_context context = next.create(properties, count, list, notify, user_data, errcode_ret);

	if (context != NULL)
		note_devices(context, count, list);
	return context;
}

static cl_int CL_API_CALL retain(cl_context context)
{
	const bool is_noted = notes_retain(&notes, context);
	const cl_int error = next.retain(context);

	if (is_noted && error != CL_SUCCESS)
		notes_release(&notes, context);
	return error;
}

static cl_int CL_API_CALL release(cl_context context)
{
	notes_release(&notes, context);
	return next.release(context);
}

void contexts_start(struct clrouter_table *table)
{
	notes_start(&notes);
	if (table->clCreateContext == create)
		return;
	next.create = table->clCreateContext;
	next.retain = table->clRetainContext;
	next.release = table->clReleaseContext;
	table->clCreateContext = create;
	table->clRetainContext = retain;
	table->clReleaseContext = release;
}
