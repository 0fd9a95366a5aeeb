/* SPDX-License-Identifier: Apache-2.0 */
/* tool-compute: the part of tool-driver that computes; see tool-compute.c. */
#ifndef CLROUTER_TESTS_TOOL_TOOL_COMPUTE_H
#define CLROUTER_TESTS_TOOL_TOOL_COMPUTE_H

#include <stdbool.h>

#include "api/api.h"

/* A buffer. What else is in memory begins like it. */
struct tool_buffer {
	const void *table;
	size_t size;
	cl_uint *numbers;
};

/* Adds the functions of tool-objects.c, after them. */
void tool_objects_fill(void **table);

/* What a device answers to NAME, and its size; 0: tool-objects.c does not know it. */
size_t tool_objects_answer(cl_device_info name, const void **answer);

/* Adds the functions that compute to TABLE. SELF is the behaviour of the driver. */
void tool_compute_fill(void **table, const char *self);

/* Is WORD the behaviour of the driver? */
bool tool_compute_is(const char *word);

/* The value of a flag of a device; false if NAME is none that is known here. */
bool tool_compute_flag(cl_device_info name, cl_bool *value);

#endif
