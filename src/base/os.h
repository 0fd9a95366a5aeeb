/* SPDX-License-Identifier: Apache-2.0 */
/*
 * os: the seam to the operating system: what the loader needs of it and no standard offers.
 * os-linux.c has it for Linux; another system needs another such file.
 *
 * Any thread may call these functions.
 */
#ifndef CLROUTER_BASE_OS_H
#define CLROUTER_BASE_OS_H

#include <stdbool.h>

#include "base/arena.h"

/* -- libraries -------------------------------------------------------------- */

struct os_library_mode {
	bool now;	/* bind every symbol at once */
	bool deepbind;	/* the library prefers its own symbols, if the C library can do that */
};

/* Can the C library do that? musl cannot. */
bool os_can_deepbind(void);

/*
 * Opens the library NAME, a path or a name that the dynamic linker searches. Libraries that are
 * opened later do not see its symbols. The same library always gives the same handle. NULL if that
 * fails: then *ERROR is what the dynamic linker says, in its own memory, or NULL if it says nothing.
 */
void *os_library_open(const char *name, struct os_library_mode mode, const char **error);

/* The address of a symbol in this library or in what it needs, NULL if there is none. */
void *os_library_find(void *library, const char *symbol);

/*
 * The path of the library that has ADDRESS, as the dynamic linker knows it; NULL if no library has
 * it. *LIBRARY is then the handle that os_library_open() gives for it, NULL if the C library cannot
 * tell.
 */
const char *os_library_of(const void *address, void **library);

/*
 * Does LIBRARY itself, and not one that it needs, define SYMBOL with the version node VERSION, for
 * example OPENCL_1.0? LIBRARY is a handle that os_library_of() gave, since a program may have a
 * dlopen of its own, with handles that only its own dlsym knows.
 */
bool os_library_defines(void *library, const char *symbol, const char *version);

void os_library_close(void *library);

/*
 * Keeps the library that has ADDRESS in memory until the process ends; false if that cannot be
 * done. The program itself always stays.
 */
bool os_library_pin(const void *address);

/* -- the process ------------------------------------------------------------ */

/* The path of the running program, in ARENA; NULL if it cannot be found out. */
const char *os_own_program(struct arena *arena);

/* Is there only one thread? False if the C library does not know. */
bool os_is_single_threaded(void);

/* -- threads and waiting ------------------------------------------------------- */

/* The ID of this thread: greater than 0, and no other thread of the system has it. */
int os_thread_id(void);

/*
 * Is there still a thread of this ID in this process? A child that was forked has none of
 * its parent's threads.
 */
bool os_thread_exists(int id);

/*
 * Waits while *WORD is VALUE: until os_wake_all() is called for the word, for a second at
 * most, or shorter for no reason. The caller looks at the word again.
 */
void os_wait(int *word, int value);
void os_wake_all(int *word);

#endif
