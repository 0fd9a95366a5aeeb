/* SPDX-License-Identifier: Apache-2.0 */
/*
 * library: opens the library of a driver or layer, and finds the reason if that fails. Symbols of
 * an open library are looked up with base/os.h. This module knows nothing of OpenCL but how to
 * recognise a loader.
 *
 * The thread that initialises the loader calls these functions.
 */
#ifndef CLROUTER_DRIVER_LIBRARY_H
#define CLROUTER_DRIVER_LIBRARY_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/verdict.h"

struct library_flags {
	bool now;	/* RTLD_NOW: bind all symbols at once */
	bool deepbind;	/* RTLD_DEEPBIND: prefer the library's own symbols */
};

/*
 * Opens NAME, a path or a name that the dynamic linker searches. Returns the handle, to be closed
 * with os_library_close(). If it returns NULL, *VERDICT has the reason, and its detail is a text
 * in ARENA, or NULL.
 *
 * These names are refused without calling dlopen: "" (REASON_NO_LIBRARY_NAME), a name of PATH_MAX
 * bytes or more (REASON_TOO_LONG), and the path of a FIFO, socket or device (REASON_NOT_ELF).
 */
void *library_open(const char *name, struct library_flags flags, struct verdict *verdict,
		   struct arena *arena);

/*
 * Keeps the loader itself in memory until the process ends, even if the program closes it. This
 * is done before a driver or layer gets a pointer into the loader that it may use for ever.
 * Returns false if the C library cannot do it.
 */
bool library_keep_loader(void);

/*
 * Has library_keep_loader() succeeded? Then the loader's destructor runs only when the process
 * ends, not at dlclose.
 */
bool library_is_loader_kept(void);

/*
 * Is LIBRARY an OpenCL loader, whatever its name is? It must be a handle from os_library_of(), as for
 * os_library_defines(), of a library that dlopen has opened.
 */
bool library_is_loader(void *library);

/* The same for the library PATH, which contains ADDRESS, however it was loaded. */
bool library_is_loader_at(const char *path, const void *address);

/*
 * The path, in ARENA, of another OpenCL loader that is loaded in this process; NULL if there is
 * none. If there is one, *OWN becomes the path of this loader, as the dynamic linker knows it.
 */
__attribute__((cold))
const char *library_find_other_loader(const char **own, struct arena *arena);

#endif
