/* SPDX-License-Identifier: Apache-2.0 */
/*
 * os: the seam to the operating system: what the modules above need that is not the same
 * everywhere. os-linux.c is the only implementation so far.
 */
#ifndef CLROUTER_BASE_OS_H
#define CLROUTER_BASE_OS_H

#include <stdbool.h>

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
