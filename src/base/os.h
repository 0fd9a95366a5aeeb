/* SPDX-License-Identifier: Apache-2.0 */
/*
 * os: what the loader needs of the operating system and POSIX does not offer. os-linux.c implements
 * it for Linux; a port to another system implements this header in a file of its own.
 *
 * Any thread may call these functions.
 */
#ifndef CLROUTER_BASE_OS_H
#define CLROUTER_BASE_OS_H

#include <stdbool.h>

#include "base/arena.h"

/* -- libraries -------------------------------------------------------------- */

struct os_library_mode {
	bool now;	/* resolve every symbol at once (RTLD_NOW), not at its first use */
	bool deepbind;	/* the library's own symbols come first (RTLD_DEEPBIND) */
};

/* Does the C library have RTLD_DEEPBIND? musl does not; there deepbind has no effect. */
bool os_can_deepbind(void);

/*
 * Opens the library NAME, which is a path or a name that the dynamic linker searches for. The
 * symbols of the library are not visible to libraries that are opened later (RTLD_LOCAL). Opening
 * the same library again returns the same handle and adds a reference. The caller closes each
 * reference with os_library_close().
 *
 * Returns NULL on failure; *ERROR is then the message of the dynamic linker, or NULL if it has
 * none. The message is valid until the thread next calls a function of <dlfcn.h>. On success
 * *ERROR is NULL.
 */
void *os_library_open(const char *name, struct os_library_mode mode, const char **error);

/*
 * The address of SYMBOL in LIBRARY or in a library that it depends on. NULL if none of them defines
 * it.
 */
void *os_library_find(void *library, const char *symbol);

/*
 * The path of the library that contains ADDRESS, as the dynamic linker knows it. It belongs to the
 * dynamic linker and is valid while the library is loaded. NULL if no library contains ADDRESS.
 *
 * *LIBRARY is the handle of that library, the same that dlopen returns for it, without a further
 * reference that the caller would have to close. It is NULL if no library contains ADDRESS, or if
 * the handle is not known.
 */
const char *os_library_of(const void *address, void **library);

/*
 * Does LIBRARY itself, and not one that it depends on, define SYMBOL with the version node VERSION,
 * for example OPENCL_1.0? LIBRARY must be a handle from os_library_of(): a program may replace
 * dlopen, and only its own dlsym understands the handles of that.
 *
 * musl cannot look up a symbol by its version. There the function returns true if LIBRARY defines
 * SYMBOL, and has a version node VERSION.
 */
bool os_library_defines(void *library, const char *symbol, const char *version);

/* Releases one reference to LIBRARY; with the last one, the dynamic linker may unload it. */
void os_library_close(void *library);

/*
 * Keeps the library that contains ADDRESS in memory until the process ends. Returns false if that
 * is not possible. If the program itself contains ADDRESS there is nothing to do, and the result is
 * true.
 */
bool os_library_pin(const void *address);

/* -- the process ------------------------------------------------------------ */

/*
 * The path of the running program, with links resolved, in ARENA. NULL if it is not known: no
 * /proc, a path of PATH_MAX bytes or more, or no memory.
 */
const char *os_own_program(struct arena *arena);

/* Does the process have only one thread? False if the C library does not say. */
bool os_is_single_threaded(void);

/* -- threads and waiting ------------------------------------------------------- */

/* The ID of the calling thread. It is greater than 0, and unique in the system at any time. */
int os_thread_id(void);

/*
 * Does this process still have a thread with this ID? A forked child has none of the threads of its
 * parent.
 */
bool os_thread_exists(int id);

/*
 * Returns at once if *WORD is not VALUE. Otherwise waits until os_wake_all() is called for WORD,
 * but at most one second. It may also return earlier, so the caller must test the word again.
 */
void os_wait(int *word, int value);

/* Wakes all threads that wait for WORD. The caller changes the word first. */
void os_wake_all(int *word);

#endif
