/* SPDX-License-Identifier: Apache-2.0 */
/*
 * kernel-names: a small number for each name of a kernel, so that what is counted by name costs no
 * comparison of names. A program may make a kernel object for each launch.
 *
 * Names stay until the process ends. Any thread may call these functions.
 */
#ifndef CLROUTER_LAYERS_RECORD_FILE_KERNEL_NAMES_H
#define CLROUTER_LAYERS_RECORD_FILE_KERNEL_NAMES_H

#include <clrouter/layer.h>

#define KERNEL_NAMES 1024	/* numbers are below this */

enum {
	KERNEL_NONE,		/* the handle is NULL */
	KERNEL_UNKNOWN,		/* the name is not known */
	KERNEL_OTHER,		/* there were too many names, or there was no memory */
	KERNEL_FIRST
};

/* KERNEL was made with NAME. Nothing happens if one of them is NULL. */
void kernel_names_set(cl_kernel kernel, const char *name);

unsigned int kernel_names_find(cl_kernel kernel);

/* The name with NUMBER; for those below KERNEL_FIRST a word in parentheses. */
const char *kernel_names_text(unsigned int number);

/* Around a fork, in the thread that forks: before, and in both processes after it. */
void kernel_names_before_fork(void);
void kernel_names_after_fork(void);

#endif
