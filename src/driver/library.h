/* SPDX-License-Identifier: Apache-2.0 */
/*
 * library: the only user of the dynamic linker. Opens, asks, closes, pins, and
 * tells why an opening failed. Knows nothing of OpenCL.
 */
#ifndef CLROUTER_DRIVER_LIBRARY_H
#define CLROUTER_DRIVER_LIBRARY_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/verdict.h"

struct library_flags {
	bool now;	/* bind every symbol at once */
	bool deepbind;	/* prefer the library's own symbols */
	bool is_listed;	/* an .icd file names it: if it is called a library, it is one */
	bool is_driver;	/* refuse a loader, which would ask its drivers for itself, without end */
};

/*
 * Opens NAME as dlopen does. NULL when that fails: then *VERDICT has reason,
 * and its detail, in ARENA, the name or text that goes with it. An empty name,
 * or one of PATH_MAX bytes or more, never reaches dlopen, nor does the path of a
 * FIFO, socket or device. The same library always gives the same handle.
 */
void *library_open(const char *name, struct library_flags flags, struct verdict *verdict,
		   struct arena *arena);

/* The address of a symbol in this library or what it needs, NULL if none. */
void *library_find(void *library, const char *symbol);

/*
 * The same in all that the program has loaded. For what the C library has and is
 * needed seldom, or what it may not have: the linker need not find it at each
 * start.
 */
void *library_find_anywhere(const char *symbol);

/* The address in this library with a version node: OPENCL_1.0, say; NULL if none. */
void *library_find_version(void *library, const char *symbol, const char *version);

void library_close(void *library);

/*
 * Keeps the library that has ADDRESS in memory until the process ends; false
 * when that cannot be done.
 */
bool library_pin(const void *address);

#endif
