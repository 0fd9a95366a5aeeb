/* SPDX-License-Identifier: Apache-2.0 */
/*
 * contexts: the devices of a context, as the program gave them. PoCL names the device of which a
 * sub-device is a part in place of the sub-device. Any thread may call.
 */
#ifndef CLROUTER_LAYERS_COMPATIBILITY_NOTES_CONTEXTS_H
#define CLROUTER_LAYERS_COMPATIBILITY_NOTES_CONTEXTS_H

#include <stdbool.h>

#include <clrouter/layer.h>

/*
 * For the start of a feature: puts functions for contexts into TABLE, around those that are there.
 * Doing it again does nothing.
 */
void contexts_start(struct clrouter_table *table);

/* What there is to know of a context. */
struct context_devices {
	cl_uint count; /* devices of the context */
	cl_device_id first;
	bool has_wanted; /* the device that was asked for is one of them */
};

/* Stores what CONTEXT has; WANTED may be NULL. Returns an error code of clGetContextInfo. */
cl_int contexts_ask(cl_context context, cl_device_id wanted, struct context_devices *devices);

#endif
