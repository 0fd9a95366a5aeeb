/* SPDX-License-Identifier: Apache-2.0 */
/*
 * state: see state.h.
 */
#include "layers/trace/state.h"

#include <time.h>

struct trace trace = { .lock = LOCK_INIT, .process = 1 };

uint64_t trace_now(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}
