/* SPDX-License-Identifier: Apache-2.0 */
/*
 * object: see object.h.
 */
#include "layers/compatibility/semaphore/object.h"

#include <stdlib.h>

#include "layers/compatibility/core/core-objects.h"
#include "layers/compatibility/notes/contexts.h"
#include "opencl/constants.h"

/* -- properties ------------------------------------------------------------------------ */

struct property_reader {
	const cl_semaphore_properties_khr *at; /* what is read next; nothing after an error is */
	struct semaphore *semaphore;
	bool has_type;
};

/* Reads the next word, and keeps it. */
static cl_semaphore_properties_khr read_word(struct property_reader *reader)
{
	const cl_semaphore_properties_khr word = *reader->at++;

	reader->semaphore->properties[reader->semaphore->property_count++] = word;
	return word;
}

static cl_int read_type(struct property_reader *reader)
{
	reader->has_type = true;
	return read_word(reader) == CL_SEMAPHORE_TYPE_BINARY_KHR ? CL_SUCCESS : CL_INVALID_PROPERTY;
}

/* One device and the end of the list. */
static cl_int read_device(struct property_reader *reader)
{
	struct semaphore *semaphore = reader->semaphore;
	struct context_devices devices;
	cl_int error;

	semaphore->is_for_device = true;
	semaphore->device = (cl_device_id)(uintptr_t)read_word(reader);
	if (!semaphore->device ||
	    read_word(reader) != CL_SEMAPHORE_DEVICE_HANDLE_LIST_END_KHR)
		return CL_INVALID_DEVICE;
	error = contexts_ask(semaphore->context, semaphore->device, &devices);
	if (error != CL_SUCCESS)
		return error;
	return devices.has_wanted ? CL_SUCCESS : CL_INVALID_DEVICE;
}

/*
 * Each name is looked at before its value, so a list that ends after a wrong name is not read
 * further. A right list has at most SEMAPHORE_PROPERTIES words, because no name comes twice.
 */
static cl_int read_properties(struct property_reader *reader)
{
	cl_int error = CL_SUCCESS;

	while (error == CL_SUCCESS) {
		switch (*reader->at) {
		case 0:
			read_word(reader);
			return reader->has_type ? CL_SUCCESS : CL_INVALID_VALUE;
		case CL_SEMAPHORE_TYPE_KHR:
			error = reader->has_type ? CL_INVALID_PROPERTY : CL_SUCCESS;
			break;
		case CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR:
			error = reader->semaphore->is_for_device ? CL_INVALID_PROPERTY : CL_SUCCESS;
			break;
		default:
			error = CL_INVALID_PROPERTY;
		}
		if (error == CL_SUCCESS)
			error = read_word(reader) == CL_SEMAPHORE_TYPE_KHR ? read_type(reader)
									   : read_device(reader);
	}
	return error;
}

/* Without a list, a context with one device is needed. */
static cl_int choose_device(struct semaphore *semaphore)
{
	struct context_devices devices;
	const cl_int error = contexts_ask(semaphore->context, NULL, &devices);

	if (error != CL_SUCCESS || semaphore->is_for_device)
		return error;
	semaphore->device = devices.first;
	return devices.count == 1 ? CL_SUCCESS : CL_INVALID_PROPERTY;
}

/* -- life ------------------------------------------------------------------------------ */

/* Nobody can signal it any more, so commands that wait for it fail. */
static void destroy(struct note *note)
{
	struct semaphore *semaphore = (struct semaphore *)note;
	struct core_object *gone;

	payload_done(&semaphore->payload, CL_INVALID_SEMAPHORE_KHR);
	empty_command_done(&semaphore->empty);
	gone = objects_release(semaphore);
	clrouter_target.clReleaseContext(semaphore->context);
	objects_end(gone);
	free(semaphore);
}

/* Makes SEMAPHORE, whose properties are read, an object that the program can have. */
static cl_int make(struct semaphore *semaphore)
{
	cl_int error = choose_device(semaphore);

	if (error != CL_SUCCESS)
		return error;
	error = clrouter_target.clRetainContext(semaphore->context);
	if (error != CL_SUCCESS)
		return error;
	/* An emulated callback for the end of the context waits for the semaphore, too. */
	if (objects_serial(semaphore->context) != 0)
		objects_add(semaphore, semaphore->context, NULL);
	if (notes_add_emulated(&semaphore->note, NOTE_SEMAPHORE, semaphore->context, destroy))
		return CL_SUCCESS;
	objects_end(objects_release(semaphore));
	clrouter_target.clReleaseContext(semaphore->context);
	return CL_OUT_OF_HOST_MEMORY;
}

struct semaphore *object_new(cl_context context, const cl_semaphore_properties_khr *properties,
			     cl_int *error)
{
	struct property_reader reader = { .at = properties };

	*error = CL_INVALID_VALUE;
	if (!properties)
		return NULL;
	reader.semaphore = calloc(1, sizeof(*reader.semaphore));
	*error = CL_OUT_OF_HOST_MEMORY;
	if (!reader.semaphore)
		return NULL;
	reader.semaphore->context = context;
	*error = read_properties(&reader);
	if (*error == CL_SUCCESS)
		*error = make(reader.semaphore);
	if (*error == CL_SUCCESS)
		return reader.semaphore;
	free(reader.semaphore);
	return NULL;
}

/* -- queries --------------------------------------------------------------------------- */

cl_int object_info(struct semaphore *semaphore, cl_semaphore_info_khr param_name,
		   const struct query_answer *answer)
{
	const cl_uint type = CL_SEMAPHORE_TYPE_BINARY_KHR;
	cl_semaphore_payload_khr payload;
	cl_uint references;

	switch (param_name) {
	case CL_SEMAPHORE_CONTEXT_KHR:
		return answer_value(answer, semaphore->context);
	case CL_SEMAPHORE_REFERENCE_COUNT_KHR:
		references = notes_references(semaphore, NOTE_SEMAPHORE);
		return answer_value(answer, references);
	case CL_SEMAPHORE_PROPERTIES_KHR:
		return answer_bytes(answer, semaphore->properties,
				    semaphore->property_count * sizeof(semaphore->properties[0]));
	case CL_SEMAPHORE_TYPE_KHR:
		return answer_value(answer, type);
	case CL_SEMAPHORE_PAYLOAD_KHR:
		payload = payload_is_signaled(&semaphore->payload);
		return answer_value(answer, payload);
	case CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR:
		return answer_value(answer, semaphore->device);
	default:
		return CL_INVALID_VALUE;
	}
}
