/* SPDX-License-Identifier: Apache-2.0 */
/*
 * thread-data: one pointer of the layer for each thread, to what it keeps for that thread. Plain
 * thread-local variables are not for layers: glibc allocates a library's variables when a thread
 * first uses one, as mingw-w64 does, and ends the program if there is no memory. This pointer needs
 * none.
 *
 * thread-data.c and thread-data-windows.c implement this header. A layer that cannot set its pointer
 * gives up what it would keep for this thread.
 */
#ifndef CLROUTER_LAYERS_FRAME_THREAD_DATA_H
#define CLROUTER_LAYERS_FRAME_THREAD_DATA_H

#include <stdbool.h>

/*
 * To be called by a layer's start function, each time with the same AT_END: it is called at the end
 * of each thread whose pointer is not NULL, which it is after that. Not when the process ends. NULL:
 * nothing is called. The library stays in memory from now on.
 *
 * False: there are no resources, and no pointer can be set.
 */
bool thread_data_start(void (*at_end)(void *data));

/* Sets the pointer of the calling thread. False: there is no memory, and it stays as it is. */
bool thread_data_set(void *data);

/*
 * The pointer of the calling thread, NULL at first.
 *
 * glibc has space for a few such variables of libraries that are loaded while the program runs.
 * Other C libraries have not, and allocate all variables when the library is loaded.
 */
#ifdef __ELF__
#ifdef __GLIBC__
#define THREAD_DATA_LOCAL __thread __attribute__((tls_model("initial-exec")))
#else
#define THREAD_DATA_LOCAL __thread
#endif

extern THREAD_DATA_LOCAL void *thread_data_own;

static inline void *thread_data_get(void)
{
	return thread_data_own;
}
#else
void *thread_data_get(void);
#endif

#endif
