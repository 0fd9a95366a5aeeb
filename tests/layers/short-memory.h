/* SPDX-License-Identifier: Apache-2.0 */
/*
 * short-memory: a layer that runs out of memory when a test wants it to. The linker's --wrap puts
 * short-memory.c between the layer and the C library.
 */
#ifndef SHORT_MEMORY_H
#define SHORT_MEMORY_H

enum shortage {
	SHORT_ONCE,
	SHORT_FOR_GOOD
};

/*
 * Allocation NUMBER fails from now on, 1 is the next one; for good, all after it, too. 0: none fails.
 * Returns how many allocations there were since the last call.
 */
typedef unsigned short_memory_set_fn(enum shortage shortage, unsigned number);
short_memory_set_fn short_memory_set;

#endif
