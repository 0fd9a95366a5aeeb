/* SPDX-License-Identifier: Apache-2.0 */
/*
 * own-functions: which functions are a driver's or a layer's own, and which belong to a loader or
 * to the program.
 *
 * The dynamic linker searches the program, and the libraries that it is linked to, before a library
 * that is opened later. So in a program that is linked to libOpenCL.so.1, the address of clFinish
 * is the address of the loader's function, also in the dispatch table of a driver that exports a
 * clFinish of its own. A call through such a table would come back to the loader for ever. It would
 * as well if a library in LD_PRELOAD, such as a tracer, has the function and passes calls on. The
 * linker also searches the libraries that a driver is linked to.
 *
 * Any thread may call these functions, except on Windows, where only the thread that initialises
 * the loader may call own_functions_may_provide() and own_functions_find().
 */
#ifndef CLROUTER_DRIVER_OWN_FUNCTIONS_H
#define CLROUTER_DRIVER_OWN_FUNCTIONS_H

#include <stdbool.h>

#include "api/api.h"
#include "base/arena.h"
#include "base/os.h"

typedef void *CL_API_CALL own_functions_get(const char *name);

struct own_functions {
	void *library;			/* dlopen handle of the driver or layer */
	own_functions_get *get;		/* asked before the symbols are; NULL: there is none */
	struct os_place place;		/* the functions in it are own ones; size 0: not known */
	const struct api_table *target; /* of a layer: functions that it may pass on; or NULL */
};

/*
 * May the function at ADDRESS, which is not NULL, be what the library has as NAME? Not if it is in
 * a loader; a function of any other library may be meant.
 */
bool own_functions_may_provide(const struct own_functions *own, const char *name,
			       const void *address);

/*
 * The library's own function NAME, NULL if it has none. It is asked by `get` before its symbols
 * are, because PoCL does not export all of its functions.
 */
void *own_functions_find(const struct own_functions *own, const char *name);

/*
 * What is to be called as NAME if the library gave ADDRESS for it: ADDRESS; or, if that is a
 * function of a loader, or the one that the program has as NAME, the library's own. If there is
 * none, NULL in place of a loader's function.
 */
void *own_functions_choose(const struct own_functions *own, const char *name, void *address);

/*
 * Does the same for the first COUNT functions of SLOTS, a copy of the library's dispatch table.
 * Returns how many have been replaced. If there are any, *TEXT becomes a text in ARENA, without a
 * period, that names them and says what is called instead; NULL if there is no memory for it.
 */
unsigned own_functions_mend(const struct own_functions *own, void **slots, unsigned count,
			    const char **text, struct arena *arena);

/*
 * Is it certain, without a look at other libraries, that none of the first COUNT functions of SLOTS
 * has to be mended?
 */
bool own_functions_are_certain(const struct own_functions *own, void *const *slots, unsigned count);

#endif
