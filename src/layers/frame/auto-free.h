/* SPDX-License-Identifier: Apache-2.0 */
/*
 * auto-free: memory that is freed when its block ends, also by an exception that comes from
 * below a call of the driver. Keeps no state.
 */
#ifndef CLROUTER_LAYERS_FRAME_AUTO_FREE_H
#define CLROUTER_LAYERS_FRAME_AUTO_FREE_H

#include <stdlib.h>
#include <string.h>

/* Of a pointer variable, which must be set where it is declared. */
#define AUTO_FREE __attribute__((cleanup(auto_free)))

static inline void auto_free(void *variable)
{
	void *memory;

	memcpy(&memory, variable, sizeof(memory));
	free(memory);
}

#endif
