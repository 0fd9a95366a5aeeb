/* SPDX-License-Identifier: Apache-2.0 */
/*
 * compared: what "clrouter diverge" and the capture layer in each process of a program share while
 * launches are compared, in a file that all of them map. Any process can write it, so nothing of it
 * is believed to be true.
 */
#ifndef CLROUTER_LAUNCH_COMPARED_H
#define CLROUTER_LAUNCH_COMPARED_H

#include <stdatomic.h>

struct compared {
	atomic_uint
		taken; /* MiB of launches, from before they are copied until they are compared */
	atomic_bool is_busy; /* the tool compares one */
	atomic_ullong over;  /* when no more are wanted, by CLOCK_MONOTONIC in nanoseconds */
};

#endif
