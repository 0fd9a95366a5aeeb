/* SPDX-License-Identifier: Apache-2.0 */
/*
 * lists: lists of properties, some of which have a list of values that ends with 0, where others
 * have one value.
 */
#ifndef CLROUTER_OPENCL_LISTS_H
#define CLROUTER_OPENCL_LISTS_H

#include <stdbool.h>
#include <stddef.h>

#include "opencl/call.h"

struct property {
	uint64_t name;
	size_t count;			/* of values */
	const cl_properties *values;
};

/*
 * Reads the property at *AT, which may be NULL, and moves *AT to the next one; false: there is none.
 */
bool lists_next(const cl_properties **at, struct property *property);

/* Has LIST a property NAME? Then it is *PROPERTY. */
bool lists_find(const cl_properties *list, uint64_t name, struct property *property);

/* How many words LIST, which may be NULL, has before its end, if each property has one value. */
static inline size_t lists_length(const cl_properties *list)
{
	size_t length = 0;

	while (list && list[length] != 0)
		length += 2;
	return length;
}

/* The value of NAME in LIST, which is of a context; NULL: it is not there. */
static inline const cl_context_properties *lists_of_context(const cl_context_properties *list,
							    cl_context_properties name)
{
	while (list && list[0] != 0 && list[0] != name)
		list += 2;
	return list && list[0] != 0 ? list + 1 : NULL;
}

/* The platform that LIST, which is of a context, names; NULL: none. */
static inline cl_platform_id lists_platform(const cl_context_properties *list)
{
	const cl_context_properties *value = lists_of_context(list, CL_CONTEXT_PLATFORM);

	return value ? (cl_platform_id)*value : NULL;
}

/* The value of property NAME of LIST, 0 if it has none. */
uint64_t lists_value(const cl_properties *list, uint64_t name);

/* How many properties of LIST have a name from FIRST to LAST? */
size_t lists_count(const cl_properties *list, uint64_t first, uint64_t last);

/* Does NAME stand for a handle of external memory, and how many such handles has LIST? */
bool lists_is_memory(uint64_t name);
size_t lists_count_memory(const cl_properties *list);

#endif
