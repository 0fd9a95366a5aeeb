/* SPDX-License-Identifier: Apache-2.0 */
/* sanitize-time: a clock that only goes forward. Keeps no state. */
#ifndef CLROUTER_LAYERS_SANITIZE_SANITIZE_TIME_H
#define CLROUTER_LAYERS_SANITIZE_SANITIZE_TIME_H

#include <stdint.h>
#include <time.h>

/* Nanoseconds. */
static inline uint64_t sanitize_now(void)
{
	struct timespec time = { 0 };

	clock_gettime(CLOCK_MONOTONIC, &time);
	return UINT64_C(1000000000) * (uint64_t)time.tv_sec + (uint64_t)time.tv_nsec;
}

#endif
