/* SPDX-License-Identifier: Apache-2.0 */
/*
 * semaphore-driver: a fake driver below the compatibility layer, whose events depend on each other
 * as a real driver's events do. It has one platform with two devices: the first has semaphores of
 * its own, the second has none. It counts what is alive, and fails where a test wants it. Any
 * thread may call.
 */
#ifndef SEMAPHORE_DRIVER_H
#define SEMAPHORE_DRIVER_H

#include <stdbool.h>

#include <clrouter/extension.h>

/* When a command has failed. */
enum driver_callbacks {
	CALLBACKS_RIGHT,
	CALLBACKS_COMPLETE, /* are called as if it had completed, as NVIDIA's driver does */
	CALLBACKS_NONE,	    /* are not called, as PoCL does */
};

struct driver_state {
	enum driver_callbacks callbacks;
	unsigned fails;	 /* the call with this number fails from now on, 1 is the next */
	unsigned calls;	 /* of functions that can fail */
	unsigned native; /* calls of functions for semaphores of its own */
	unsigned events, contexts, memory; /* that are alive */
	unsigned unset;			   /* user events that are gone and were never set */
};

extern struct driver_state driver;

extern const cl_device_id native_device;
extern const cl_device_id plain_device;

/* Opens the layer LIBRARY and starts it above the driver. Stores its table. */
extern const struct clrouter_table *driver_layer;
void driver_start(const char *library);

/* The function NAME, as a program gets it. */
void *driver_find(const char *name);

/* The library's function short_memory_set, of a layer that was built with it. */
void *driver_symbol(const char *name);

#endif
