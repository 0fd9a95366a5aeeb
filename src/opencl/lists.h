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

/* The value of property NAME of LIST, 0 if it has none. */
uint64_t lists_value(const cl_properties *list, uint64_t name);

/* How many properties of LIST have a name from FIRST to LAST? */
size_t lists_count(const cl_properties *list, uint64_t first, uint64_t last);

/* Is NAME that of a handle of external memory, and how many has LIST? */
bool lists_is_memory(uint64_t name);
size_t lists_count_memory(const cl_properties *list);

#endif
