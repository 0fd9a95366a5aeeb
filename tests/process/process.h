/* SPDX-License-Identifier: Apache-2.0 */
/*
 * process: what the tests share that use the built libOpenCL.so.1 as a program
 * does: stub drivers by name, their state, and children with a time limit.
 */
#ifndef PROCESS_H
#define PROCESS_H

#include <stdbool.h>
#include <sys/types.h>

#include <check.h>

#include "api/api.h"

#define PROCESS_PLATFORMS 16 /* more than the tests open, but for faulty-many */

/*
 * The loader will find these stub drivers and nothing else: words of TEXT, in
 * order. Its error lines go to the log of the test.
 */
void process_set_drivers(const char *text);

/*
 * clGetPlatformIDs, which has to succeed and give COUNT platforms. Inline: not
 * every test is linked to the library.
 */
static inline void process_get_platforms(cl_platform_id *platforms, cl_uint count)
{
	cl_uint found = 99;

	ck_assert_int_eq(clGetPlatformIDs(PROCESS_PLATFORMS, platforms, &found), CL_SUCCESS);
	ck_assert_uint_eq(found, count);
}

/* The function NAME of an open stub driver; NULL when it is not open. */
void *process_find(const char *driver, const char *name);

/*
 * May the loader close drivers here? It asks the C library whether there is one
 * thread; ThreadSanitizer has one of its own, and old C libraries do not tell.
 */
bool process_is_single_threaded(void);

/* Runs FUNCTION in a child, which then ends by exit(STATUS): its wait status. */
int process_run_child(void (*function)(void), int status);

/* Fails unless the child ended by itself with this exit status. */
void process_check_exit(int wait_status, int expected);

/* Waits until *FLAG is set by another thread; fails after ten seconds. */
void process_wait_for(const int *flag);

#endif
