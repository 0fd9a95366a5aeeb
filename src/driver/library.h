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
	bool is_driver;	/* refuse a loader, which would ask its drivers for itself, without end */
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

#endif
