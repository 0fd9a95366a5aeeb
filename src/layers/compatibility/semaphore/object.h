/* SPDX-License-Identifier: Apache-2.0 */
/*
 * object: an emulated semaphore: how it is made from its properties, and what it answers. Any
 * thread may call.
 */
#ifndef CLROUTER_LAYERS_COMPATIBILITY_SEMAPHORE_OBJECT_H
#define CLROUTER_LAYERS_COMPATIBILITY_SEMAPHORE_OBJECT_H

#include <stdbool.h>
#include <stddef.h>

#include <clrouter/extension.h>

#include "layers/compatibility/answer.h"
#include "layers/compatibility/notes/handle-notes.h"
#include "layers/compatibility/notes/empty-command.h"
#include "layers/compatibility/semaphore/payload.h"

/* The type and its value, the list with one device and its end, and the end of the properties. */
#define SEMAPHORE_PROPERTIES 6

struct semaphore {
	struct note note;     /* the first member: it is what the program's handle points to */
	cl_context context;   /* retained */
	cl_device_id device;  /* the only one that it is for */
	bool is_for_device;   /* the program has named the device */
	size_t property_count;
	cl_semaphore_properties_khr properties[SEMAPHORE_PROPERTIES]; /* as the program gave them */
	struct empty_command empty;
	struct payload payload;
};

/* A semaphore with one reference. NULL: *ERROR says why. */
struct semaphore *object_new(cl_context context, const cl_semaphore_properties_khr *properties,
			     cl_int *error);

/* Answers a query of clGetSemaphoreInfoKHR about SEMAPHORE, which is held. */
cl_int object_info(struct semaphore *semaphore, cl_semaphore_info_khr param_name,
		   const struct query_answer *answer);

#endif
