/* SPDX-License-Identifier: Apache-2.0 */
/*
 * semaphore: cl_khr_semaphore. A signal and a wait are commands of the driver that events tie together.
 * These are the functions of the extension: each decides whether a call is about emulated objects or
 * about the driver's own.
 *
 *	semaphore --> arguments		what a program passes
 *	          --> commands --.	what is enqueued
 *	          --> object -----> payload --> signal-ends --> waiters --> signals
 */
#include "layers/compatibility/features.h"

#include "layers/compatibility/known-devices.h"
#include "layers/compatibility/lookup.h"
#include "layers/compatibility/notes/contexts.h"
#include "layers/compatibility/notes/event-notes.h"
#include "layers/compatibility/semaphore/object.h"
#include "layers/compatibility/semaphore/semaphore-arguments.h"
#include "layers/compatibility/semaphore/signal-ends.h"
#include "layers/compatibility/wrap.h"
#include "layers/frame/ask.h"
#include "opencl/constants.h"

#define IS_NATIVE(name) LOOKUP_IS_NATIVE(name, FEATURE_SEMAPHORE)

/* -- semaphores ------------------------------------------------------------------------ */

static cl_semaphore_khr create(cl_context context, const cl_semaphore_properties_khr *properties,
			       cl_int *error)
{
	cl_uint references;

	if (devices_emulate_in_context(context, FEATURE_SEMAPHORE))
		return (cl_semaphore_khr)object_new(context, properties, error);
	*error = ASK(clGetContextInfo, context, CL_CONTEXT_REFERENCE_COUNT, references);
	/* The platform has a device with semaphores, but this context has none. */
	if (*error == CL_SUCCESS)
		*error = CL_INVALID_OPERATION;
	return NULL;
}

CLROUTER_WRAP_EXTENSION(clCreateSemaphoreWithPropertiesKHR)
{
	cl_semaphore_khr semaphore;
	cl_int error;

	if (IS_NATIVE(clCreateSemaphoreWithPropertiesKHR) ||
	    (driver && !devices_emulate_in_context(context, FEATURE_SEMAPHORE)))
		return driver(context, sema_props, errcode_ret);
	semaphore = create(context, sema_props, &error);
	if (errcode_ret)
		*errcode_ret = error;
	return semaphore;
}

/* The wrapper of NAME, which counts references. */
#define COUNT(name, function) \
	CLROUTER_WRAP_EXTENSION(name) \
	{ \
		if (IS_NATIVE(name) && notes_has(sema_object, NOTE_SEMAPHORE)) \
			return CL_INVALID_SEMAPHORE_KHR; \
		if (function(sema_object, NOTE_SEMAPHORE)) \
			return CL_SUCCESS; \
		return driver ? driver(sema_object) : CL_INVALID_SEMAPHORE_KHR; \
	}
COUNT(clRetainSemaphoreKHR, notes_retain)
COUNT(clReleaseSemaphoreKHR, notes_release)

CLROUTER_WRAP_EXTENSION(clGetSemaphoreInfoKHR)
{
	const struct query_answer answer = { param_value_size, param_value, param_value_size_ret };
	struct semaphore *semaphore = notes_hold(sema_object, NOTE_SEMAPHORE);
	cl_int error;

	if (!semaphore)
		return !driver ? CL_INVALID_SEMAPHORE_KHR
				      : driver(ARGUMENTS_clGetSemaphoreInfoKHR);
	error = IS_NATIVE(clGetSemaphoreInfoKHR) ? CL_INVALID_SEMAPHORE_KHR
						 : object_info(semaphore, param_name, &answer);
	notes_drop(&semaphore->note);
	return error;
}

/* -- commands -------------------------------------------------------------------------- */

/*
 * Is one of the semaphores emulated? It must not get to the driver then, which refuses NULL: that
 * ends the list.
 */
static bool has_emulated(const struct arguments_given *given)
{
	const cl_semaphore_khr *list = given->semaphores;

	for (cl_uint i = 0; list && i < given->count && list[i]; i++)
		if (notes_has(list[i], NOTE_SEMAPHORE))
			return true;
	return false;
}

/* Whose a call is. A queue of a driver that has semaphores is for its own ones only. */
enum owner { OWNER_LAYER, OWNER_DRIVER, OWNER_NONE };

static enum owner owner_of(const struct arguments_given *given, bool is_native)
{
	cl_context context = NULL;

	if (!is_native && devices_emulate_in_queue(given->queue, FEATURE_SEMAPHORE))
		return OWNER_LAYER;
	if (!has_emulated(given))
		return OWNER_DRIVER;
	if (ASK(clGetCommandQueueInfo, given->queue, CL_QUEUE_CONTEXT, context) != CL_SUCCESS)
		return OWNER_LAYER;
	return OWNER_NONE;
}

static cl_int run(const struct arguments_given *given,
		  cl_int (*command)(const struct semaphore_arguments *arguments, cl_event *event),
		  cl_event *event)
{
	struct semaphore_arguments arguments;
	cl_int error;

	signal_ends_look();
	error = arguments_check(given, &arguments);
	if (error != CL_SUCCESS)
		return error;
	error = command(&arguments, event);
	arguments_done(&arguments);
	return error;
}

/* The wrapper of NAME, which enqueues COMMAND. */
#define ENQUEUE(name, command) \
	CLROUTER_WRAP_EXTENSION(name) \
	{ \
		const struct arguments_given given = { command_queue, num_sema_objects, \
						       sema_objects, num_events_in_wait_list, \
						       event_wait_list }; \
		const enum owner owner = \
			!driver ? OWNER_LAYER : owner_of(&given, IS_NATIVE(name)); \
\
		if (owner == OWNER_NONE) \
			return CL_INVALID_SEMAPHORE_KHR; \
		return owner == OWNER_DRIVER ? driver(ARGUMENTS_##name) \
					     : run(&given, command, event); \
	}
ENQUEUE(clEnqueueWaitSemaphoresKHR, commands_wait)
ENQUEUE(clEnqueueSignalSemaphoresKHR, commands_signal)

/* The wrapper of NAME, about external handles, which an emulated semaphore does not have. */
#define EXTERNAL(name) \
	CLROUTER_WRAP_EXTENSION(name) \
	{ \
		if (!driver || notes_has(sema_object, NOTE_SEMAPHORE)) \
			return CL_INVALID_SEMAPHORE_KHR; \
		return driver(ARGUMENTS_##name); \
	}
EXTERNAL(clGetSemaphoreHandleForTypeKHR)
EXTERNAL(clReImportSemaphoreSyncFdKHR)

/* -- the feature ------------------------------------------------------------------------- */

/* Markers with lists, and user events. */
static bool suits(const struct known_device *device)
{
	return device->version >= CL_MAKE_VERSION(1, 2, 0) &&
	       clrouter_target.clEnqueueMarkerWithWaitList;
}

static const cl_uint types[] = { CL_SEMAPHORE_TYPE_BINARY_KHR };

/*
 * Types of external handles belong to the driver's semaphores, which the program does not get.
 */
static bool device_info(const struct known_device *device, cl_device_info param_name,
			const struct query_answer *answer, cl_int *error)
{
	(void)device;
	switch (param_name) {
	case CL_DEVICE_SEMAPHORE_TYPES_KHR:
		*error = answer_value(answer, types);
		return true;
	case CL_DEVICE_SEMAPHORE_IMPORT_HANDLE_TYPES_KHR:
	case CL_DEVICE_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR:
		*error = CL_INVALID_VALUE;
		return true;
	default:
		return false;
	}
}

static bool platform_info(cl_platform_id platform, cl_platform_info param_name,
			  const struct query_answer *answer, cl_int *error)
{
	(void)platform;
	switch (param_name) {
	case CL_PLATFORM_SEMAPHORE_TYPES_KHR:
		*error = answer_value(answer, types);
		return true;
	case CL_PLATFORM_SEMAPHORE_IMPORT_HANDLE_TYPES_KHR:
	case CL_PLATFORM_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR:
		*error = CL_INVALID_VALUE;
		return true;
	default:
		return false;
	}
}

static struct lookup lookups[] = {
	LOOKUP(clCreateSemaphoreWithPropertiesKHR, FEATURE_SEMAPHORE),
	LOOKUP(clRetainSemaphoreKHR, FEATURE_SEMAPHORE),
	LOOKUP(clReleaseSemaphoreKHR, FEATURE_SEMAPHORE),
	LOOKUP(clGetSemaphoreInfoKHR, FEATURE_SEMAPHORE),
	LOOKUP(clEnqueueWaitSemaphoresKHR, FEATURE_SEMAPHORE),
	LOOKUP(clEnqueueSignalSemaphoresKHR, FEATURE_SEMAPHORE),
	/* In place of a driver's own; else only programs that test want them. */
	LOOKUP_FORCED(clGetSemaphoreHandleForTypeKHR, FEATURE_SEMAPHORE),
	LOOKUP_FORCED(clReImportSemaphoreSyncFdKHR, FEATURE_SEMAPHORE),
};

static void start(struct clrouter_table *table)
{
	payload_start();
	signal_ends_start(table);
	contexts_start(table);
	events_wrap(table);
	LOOKUP_ADD_ALL(lookups);
}

const struct feature semaphore_feature = {
	.id = FEATURE_SEMAPHORE,
	.name = "semaphore",
	/* The functions are as in version 0.9.0, but a property has another number. */
	.extensions = { { "cl_khr_semaphore", CL_MAKE_VERSION(1, 0, 1),
			  CL_MAKE_VERSION(0, 9, 1) } },
	.replaces = "cl_khr_external_semaphore*",
	.suits = suits,
	.device_info = device_info,
	.platform_info = platform_info,
	.start = start,
};
