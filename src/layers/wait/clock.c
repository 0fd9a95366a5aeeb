/* SPDX-License-Identifier: Apache-2.0 */
/*
 * clock: see clock.h.
 */
#include "layers/wait/clock.h"

#include <errno.h>
#include <pthread.h>
#include <sys/resource.h>
#include <time.h>

static uint64_t read_clock(clockid_t clock)
{
	struct timespec time = { 0 };

	clock_gettime(clock, &time);
	return (uint64_t)time.tv_sec * NS_PER_S + (uint64_t)time.tv_nsec;
}

uint64_t clock_now(void)
{
	return read_clock(CLOCK_MONOTONIC);
}

struct clock_spent clock_thread(void)
{
	struct clock_spent spent = { .cpu = read_clock(CLOCK_THREAD_CPUTIME_ID) };
	struct rusage usage;

	if (getrusage(RUSAGE_THREAD, &usage) == 0)
		spent.waits = (uint64_t)usage.ru_nvcsw;
	return spent;
}

void clock_sleep(uint64_t duration)
{
	const struct timespec time = {
		.tv_sec = (time_t)(duration / NS_PER_S),
		.tv_nsec = (long)(duration % NS_PER_S),
	};
	const int error = errno;
	int state;

	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &state);
	clock_nanosleep(CLOCK_MONOTONIC, 0, &time, NULL);
	pthread_setcancelstate(state, &state);
	errno = error;
}
