/* SPDX-License-Identifier: Apache-2.0 */
/*
 * process: shared by the tests that use the built libOpenCL.so.1 as a program does: choosing stub
 * drivers, reading their state, and running children with a time limit.
 */
#ifndef PROCESS_H
#define PROCESS_H

#include <stdbool.h>
#include <sys/types.h>

#include <check.h>

#include "api/api.h"

#define PROCESS_PLATFORMS 16 /* more than any test opens, except for those with faulty-many */

/*
 * Sets the environment so that the loader finds only the stub drivers that TEXT names, separated
 * by blanks, in this order. Its errors go to the log of the test, which fails if there are any.
 */
void process_set_drivers(const char *text);

/*
 * Calls clGetPlatformIDs and fails the test unless it reports COUNT platforms. It is inline
 * because not every test is linked to the library.
 */
static inline void process_get_platforms(cl_platform_id *platforms, cl_uint count)
{
	cl_uint found = 99;

	ck_assert_int_eq(clGetPlatformIDs(PROCESS_PLATFORMS, platforms, &found), CL_SUCCESS);
	ck_assert_uint_eq(found, count);
}

/* The function NAME of a stub driver; NULL if the driver is not open or lacks the function. */
void *process_find(const char *driver, const char *name);

/*
 * Does the C library say that the process has one thread? Only then the loader closes drivers. It
 * is false with ThreadSanitizer, which has a thread of its own, and with old C libraries.
 */
bool process_is_single_threaded(void);

/*
 * Runs FUNCTION in a child, which then calls exit(STATUS), and returns the child's wait status.
 * The child is killed after 20 seconds.
 */
int process_run_child(void (*function)(void), int status);

/* Fails the test unless WAIT_STATUS says that the child has exited with status EXPECTED. */
void process_check_exit(int wait_status, int expected);

/* Waits until another thread has set *FLAG. Fails the test after ten seconds. */
void process_wait_for(const int *flag);

#endif
