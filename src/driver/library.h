/* SPDX-License-Identifier: Apache-2.0 */
/*
 * library: opens a driver's or layer's library, and explains why that failed. What can be asked
 * of an open library is in base/os.h. Knows nothing of OpenCL but the name of its loaders.
 */
#ifndef CLROUTER_DRIVER_LIBRARY_H
#define CLROUTER_DRIVER_LIBRARY_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/verdict.h"

struct library_flags {
	bool now;	/* bind every symbol at once */
	bool deepbind;	/* prefer the library's own symbols */
};

/*
 * Opens NAME as os_library_open() does. NULL if that fails: then *VERDICT has the reason, and its
 * detail, in ARENA, is the name or text that goes with it. An empty name, or one of PATH_MAX bytes
 * or more, never reaches the dynamic linker, nor does the path of a FIFO, socket or device.
 */
void *library_open(const char *name, struct library_flags flags, struct verdict *verdict,
		   struct arena *arena);

/*
 * Keeps the loader itself in memory until the process ends; false if that cannot be done. To be
 * called before a driver or layer gets a pointer into the loader that it may use for ever. Called
 * by the initialising thread only.
 */
bool library_keep_loader(void);

/* Was that done? Then the loader's destructor means the end of the process. */
bool library_is_loader_kept(void);

/*
 * Is the library an OpenCL loader? ADDRESS is that of a function which loaders and drivers have;
 * the functions of a library that is only needed by this one say nothing about it.
 */
bool library_is_loader(const void *library, const void *address);

/*
 * May a driver give ADDRESS for a function of its own? Not if the address is in another library
 * that is a libOpenCL: the dynamic linker also searches what a driver is linked to, and prefers a
 * function of the program's libOpenCL to the driver's own one of the same name.
 */
bool library_may_give(const void *library, const void *address);

#endif
