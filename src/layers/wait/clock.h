/* SPDX-License-Identifier: Apache-2.0 */
/*
 * clock: the time, and how a thread sleeps. The tests of the layer have a clock of their own in
 * its place. Keeps no state; any thread may call the functions.
 */
#ifndef CLROUTER_LAYERS_WAIT_CLOCK_H
#define CLROUTER_LAYERS_WAIT_CLOCK_H

#include <stdint.h>

#define NS_PER_US UINT64_C(1000)
#define NS_PER_MS UINT64_C(1000000)
#define NS_PER_S UINT64_C(1000000000)

/* Nanoseconds of a clock that nobody sets. */
uint64_t clock_now(void);

/* What the calling thread has used of its processor, and how often it gave it up to wait. */
struct clock_spent {
	uint64_t cpu;	/* nanoseconds */
	uint64_t waits; /* voluntary switches to another thread */
};

struct clock_spent clock_thread(void);

/*
 * Sleeps for DURATION nanoseconds. A signal handler ends it earlier. It is no cancellation point,
 * because the driver's wait, whose place it takes, need not be one.
 */
void clock_sleep(uint64_t duration);

/* A moment, far below a microsecond, in which another thread of the same core can compute. */
static inline void clock_relax(void)
{
#if defined(__x86_64__) || defined(__i386__)
	for (int i = 0; i < 4; i++)
		__builtin_ia32_pause();
#endif
}

#endif
