/* SPDX-License-Identifier: Apache-2.0 */
/*
 * pair-objects: the objects of one driver of pair-driver.h. Only its files use it.
 */
#ifndef PAIR_OBJECTS_H
#define PAIR_OBJECTS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "layers/pair-driver.h"

#include <CL/cl_icd.h>

#define PAIR_WAITS 8

enum pair_kind { CONTEXT, QUEUE, MEMORY, PROGRAM, KERNEL, EVENT, SEMAPHORE, COMMANDS, COMMAND };

/* Of platform and device, only the first member is used. */
struct pair_object {
	const cl_icd_dispatch *table;
	const void *driver; /* pair_mark of the driver that has made it */
	enum pair_kind kind;
	atomic_uint references;
	struct pair_object *owner; /* its context, a kernel's program, or a sub-buffer's buffer */
	cl_command_queue_properties properties; /* of a queue */
	cl_mem_object_type type;		/* of memory */
	cl_mem_flags flags;
	cl_image_format format;
	size_t size[3];
	size_t offset;
	atomic_uint set;   /* the arguments of a kernel, which has three: a bit for each */
	atomic_int status; /* of an event */
	struct pair_object *waits[PAIR_WAITS]; /* each has a reference */
	cl_uint wait_count;
};

extern const char pair_mark;
extern struct pair_seen pair_noted;
extern struct pair_object pair_own_platform, pair_own_device;

static inline struct pair_object *pair_object(const void *handle)
{
	return (struct pair_object *)(uintptr_t)handle;
}

/* Is HANDLE an object of KIND of this driver? Counts it if it is another one's. */
bool pair_is(const void *handle, enum pair_kind kind);

/* One that OWNER, which may be NULL, lives as long as. NULL: no memory. */
struct pair_object *pair_make(enum pair_kind kind, struct pair_object *owner, cl_int *error);
cl_int pair_retain(const void *handle, enum pair_kind kind, cl_int error);
cl_int pair_release(const void *handle, enum pair_kind kind, cl_int error);

/* Answers as a query does. */
static inline cl_int pair_store(const void *answer, size_t length, size_t size, void *value,
				size_t *size_ret)
{
	if (value && size < length)
		return CL_INVALID_VALUE;
	if (value)
		memcpy(value, answer, length);
	if (size_ret)
		*size_ret = length;
	return CL_SUCCESS;
}
#define STORE(type, what) pair_store(&(type){ what }, sizeof(type), size, value, size_ret)
#define STORE_TEXT(text) pair_store(text, strlen(text) + 1, size, value, size_ret)

/* Put the functions into TABLE. */
void pair_objects_fill(cl_icd_dispatch *table);
void pair_commands_fill(cl_icd_dispatch *table);

/* A function of the driver's own extensions; NULL: there is none of that name. */
void *pair_native_find(const char *name);

#endif
