/* SPDX-License-Identifier: Apache-2.0 */
/*
 * old-objects: what the two drivers of old-driver.h make: contexts, queues, memory objects,
 * samplers, programs and kernels. Only old-driver.c uses it.
 */
#ifndef OLD_OBJECTS_H
#define OLD_OBJECTS_H

#include <stdbool.h>
#include <string.h>

#include "layers/old-driver.h"

#define OLD_ARGUMENTS 4 /* of each kernel */

struct old_argument {
	bool is_set;
	bool has_value;
	size_t size;
	unsigned char value[64];
};

/* Of platforms and devices, only the first members are used. */
struct old_object {
	const void *table;
	unsigned references;
	struct old_object *owner; /* its context, or the program of a kernel */
	struct old_object *device;
	char kind;
	struct old_argument arguments[OLD_ARGUMENTS];
};

/* The dispatch tables of Old and New. */
extern const void *old_tables[2];

static inline struct old_object *old_object(const void *handle)
{
	return (struct old_object *)(uintptr_t)handle;
}

static inline bool old_is_old(const void *handle)
{
	return old_object(handle)->table == old_tables[0];
}

/* The version of the driver of HANDLE. */
static inline unsigned old_version(const void *handle)
{
	return old_is_old(handle) ? old.version : 300;
}

/* Answers as a query does. */
static inline cl_int old_store(const void *answer, size_t length, size_t size, void *value,
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

#define STORE(variable) old_store(&(variable), sizeof(variable), size, value, size_ret)
#define STORE_TEXT(text) old_store(text, strlen(text) + 1, size, value, size_ret)

/* A function of VERSION was called for HANDLE: ends the test if its driver does not have it. */
void old_note_native(const void *handle, unsigned version);

/* Puts the functions of objects into TABLE. */
void old_objects_fill(struct clrouter_table *table);

#endif
