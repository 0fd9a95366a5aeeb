/* SPDX-License-Identifier: Apache-2.0 */
/*
 * query: what the driver answers to the queries that ask for a name. Keeps no state, and no lock
 * may be held. The objects must be live.
 */
#ifndef CLROUTER_LAYERS_VALIDATION_QUERY_H
#define CLROUTER_LAYERS_VALIDATION_QUERY_H

#include <stddef.h>

#include <clrouter/layer.h>

/*
 * Calls the function in SLOT about OBJECT and, if it has two, DEVICE, as the program would. A
 * function that is none of those that query_driver() knows fails with CL_INVALID_VALUE.
 */
cl_int query_driver(unsigned slot, const void *object, const void *device, cl_uint name,
		    size_t size, void *value, size_t *size_ret);

/* A text with a 0 after it, which the caller frees; NULL: the driver does not say. */
char *query_text(unsigned slot, const void *object, const void *device, cl_uint name);

/* The state of the build of PROGRAM for DEVICE, and of the command of EVENT, if the driver says it.
 */
cl_build_status query_build(const void *program, const void *device);
cl_int query_event(const void *event);

#endif
