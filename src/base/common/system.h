/* SPDX-License-Identifier: Apache-2.0 */
/*
 * system: what layers need of the operating system beyond base/os.h, whose functions that are not
 * inlined belong to the library. system-linux.c and system-windows.c implement this header. In
 * layers/frame, layer-code.h, output-file.h, symbols.h and thread-data.h have a file of their own for
 * each system, too, and the record layer has raw-file.h, own-process.h and module.h.
 *
 * Keeps no state; any thread may call the functions.
 */
#ifndef CLROUTER_BASE_COMMON_SYSTEM_H
#define CLROUTER_BASE_COMMON_SYSTEM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

/* CLOCK_MONOTONIC, in nanoseconds. */
static inline uint64_t system_now(void)
{
	struct timespec now = { 0 };

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

/*
 * From now on, calls BEFORE, then IN_PARENT or IN_CHILD when the process forks. False if that
 * cannot be set up. Windows does not fork.
 */
bool system_watch_forks(void (*before)(void), void (*in_parent)(void), void (*in_child)(void));

/*
 * May LENGTH bytes be written to standard error? Not if it is closed, or a file that would become
 * longer than RLIMIT_FSIZE, because that would end the program.
 */
bool system_may_write_error(size_t length);

/* The ID of the calling thread, unique in the system. */
uint32_t system_thread_id(void);

/*
 * Stores the name of the running program, or of the thread with the ID THREAD of this process, in
 * NAME, of SIZE bytes. Empty if there is none. On Windows a thread's name has "?" for what is not ASCII.
 */
void system_program_name(char *name, size_t size);
void system_thread_name(uint32_t thread, char *name, size_t size);

/* Stores the name of this machine in NAME, of SIZE bytes; "unknown" if it has none. */
void system_host_name(char *name, size_t size);

/* Calls VISIT with each environment variable, "NAME=VALUE". On Windows it is UTF-8. */
void system_visit_variables(void (*visit)(const char *variable));

/*
 * Adds LENGTH bytes to the end of the regular file PATH, if it exists and safe-open.h does not refuse it.
 * Errors are ignored.
 */
void system_append(const char *path, const char *text, size_t length);

/* Keeps the library that contains ADDRESS in memory until the process ends. */
void system_stay_loaded(const void *address);

/*
 * Stores the path of the library that contains ADDRESS in PATH, of SIZE bytes. False: no library
 * does, or its path is longer.
 */
bool system_library_of(const void *address, char *path, size_t size);

/*
 * Stores the return addresses of the calling thread's functions, the innermost first, in FRAMES,
 * at most COUNT. Returns their number, 0 if the C library cannot find them.
 */
int system_take_stack(void **frames, int count);

/*
 * Is NUMBER an open file descriptor? Windows does not know: each C library in a process has its own.
 * There it is enough that NUMBER is not negative.
 */
bool system_is_descriptor(int number);

/* Is HANDLE, of an object of Windows, open in this process? Other systems do not know. */
bool system_is_handle(const void *handle);

/* Stops in a debugger. Without one the process ends. */
void system_trap(void);

#endif
