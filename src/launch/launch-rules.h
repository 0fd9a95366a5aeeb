/* SPDX-License-Identifier: Apache-2.0 */
/*
 * launch-rules: the types of contents, and how they are compared. Keeps no state.
 */
#ifndef CLROUTER_LAUNCH_LAUNCH_RULES_H
#define CLROUTER_LAUNCH_LAUNCH_RULES_H

#include <stdbool.h>
#include <stddef.h>

#include "launch/launch.h"

/* The usual bounds, by enum launch_as. */
extern const struct launch_bounds launch_bounds[LAUNCH_KINDS];

/* A type of numbers in OpenCL, such as float4. */
struct launch_type {
	const char *name;		/* of a component, such as "uint" */
	enum launch_as as;
	size_t size;			/* bytes of a component */
	bool is_signed;
	unsigned int components;
};

/* The type that TEXT names, such as "float4" or "unsigned int". False: it names none of numbers. */
bool launch_find_type(const char *text, struct launch_type *type);

/* The same for what a pointer such as "float4*" leads to. */
bool launch_find_pointed_type(const char *text, struct launch_type *type);

/* The type of ARGUMENT, without a name that the program gave it if that is known; NULL: not known. */
static inline const char *launch_type_of(const struct launch_argument *argument)
{
	return argument->numbers ? argument->numbers : argument->type;
}

/* How many numbers a vector of COMPONENTS has in memory: one of 3 has four. */
size_t launch_in_memory(unsigned int components);

/* Contents that have TYPE. */
void launch_set_range_type(struct launch_range *range, const struct launch_type *type);

/*
 * The types of arguments are known as well as they will be: gives contents that are LAUNCH_UNKNOWN the
 * type that all arguments agree on which reach them, and those that are LAUNCH_BITS the size of their
 * elements.
 */
void launch_complete_ranges(struct launch *launch);

/* How many of its ranges had not the same contents each time where it was captured. */
size_t launch_count_varying(const struct launch *launch);

/*
 * Did it fail because of what is not in a capture: the events that it waited for, its queue or its
 * context? A replay has others.
 */
bool launch_has_failed_outside(const struct launch *launch);

#endif
