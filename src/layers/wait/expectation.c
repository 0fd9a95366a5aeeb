/* SPDX-License-Identifier: Apache-2.0 */
/*
 * expectation: see expectation.h. Two threads that learn of one kind at the same time may lose a
 * duration: that costs a wait which is expected less well, and a lock would cost each wait.
 */
#include "layers/wait/expectation.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "layers/wait/clock.h"

#define KINDS 512			 /* a power of two */
#define ALWAYS_POLLED (5 * NS_PER_US)	 /* at the begin of each wait */
#define LEAST_EXPECTED (100 * NS_PER_US) /* to sleep at all */
#define LEAST_PAUSE (10 * NS_PER_US)
#define LATE_AT_FIRST (60 * NS_PER_US)
#define LEAST_MARGIN (25 * NS_PER_US)
#define DEVIATIONS 4 /* from the mean, that a margin covers */
#define MOST_LATE NS_PER_MS
#define NOTICED (10 * NS_PER_US) /* after a sleep: a driver may notice an end at the second look */

static struct wait_kind {
	_Atomic(uint64_t) key;				/* 0: it is free */
	atomic_uint count;				/* of the durations that were learnt */
	_Atomic(uint64_t) samples[EXPECTATION_SAMPLES]; /* the last ones */
} kinds[KINDS];

static _Atomic(uint64_t) late = LATE_AT_FIRST;
static _Atomic(uint64_t) deviation = EXPECTATION_MARGIN / DEVIATIONS; /* from it, on average */

static int compare(const void *one, const void *other)
{
	const uint64_t a = *(const uint64_t *)one;
	const uint64_t b = *(const uint64_t *)other;

	return (a > b) - (a < b);
}

uint64_t expectation_of(const uint64_t *samples, size_t count)
{
	uint64_t sorted[EXPECTATION_SAMPLES];

	if (count == 0)
		return 0;
	memcpy(sorted, samples, count * sizeof(*sorted));
	qsort(sorted, count, sizeof(*sorted), compare);
	/* One wait that was short by chance, of many that are alike, is no reason to poll. */
	if (count == EXPECTATION_SAMPLES && sorted[count - 2] <= 2 * sorted[1])
		return sorted[1];
	return sorted[0];
}

uint64_t expectation_lesson(const struct expectation_course *course)
{
	if (course->woke == 0 || course->asleep >= course->expected ||
	    course->ended > course->woke + NOTICED)
		return course->ran;
	/*
	 * It ended while its thread slept in the expectation of a longer one. It was shorter, and nobody
	 * knows how much. If the thread woke too late to tell even that, nothing is known.
	 */
	return course->ended + course->margin / 2 < course->expected ? course->ended / 2 : 0;
}

uint64_t expectation_pause(uint64_t elapsed, uint64_t expected, struct expectation_sleep sleep,
			   bool spares)
{
	const uint64_t early = sleep.margin + sleep.late;
	const uint64_t step = elapsed / 100;
	uint64_t beyond;

	if (elapsed < ALWAYS_POLLED)
		return 0;
	if (expected >= LEAST_EXPECTED && elapsed + early + LEAST_PAUSE <= expected)
		return expected - early - elapsed;
	/* It ends about now; what was expected may be a hundredth wrong. */
	beyond = expected >= LEAST_EXPECTED ? expected + EXPECTATION_MARGIN + expected / 100 : 0;
	if (elapsed < beyond)
		return 0;
	if (spares && elapsed >= NS_PER_MS && step < NS_PER_MS)
		return NS_PER_MS;
	if (step < sleep.late + LEAST_PAUSE)
		return 0;
	return step - sleep.late;
}

static uint64_t mix(uint64_t number)
{
	number ^= number >> 32;
	number *= UINT64_C(0x9e3779b97f4a7c15);
	return number ^ (number >> 29);
}

static uint64_t key_of(const struct expectation_kind *kind)
{
	uint64_t key = mix((uint64_t)(uintptr_t)kind->queue + kind->slot);

	key = mix(key ^ (uint64_t)(uintptr_t)kind->site);
	return mix(key ^ kind->work) | 1;
}

uint64_t expectation_find(const struct expectation_kind *wanted)
{
	const uint64_t key = key_of(wanted);
	struct wait_kind *kind = &kinds[(key >> 1) % KINDS];
	uint64_t samples[EXPECTATION_SAMPLES];
	size_t count = atomic_load(&kind->count);

	if (atomic_load(&kind->key) != key)
		return 0;
	count = count < EXPECTATION_SAMPLES ? count : EXPECTATION_SAMPLES;
	for (size_t i = 0; i < count; i++)
		samples[i] = atomic_load(&kind->samples[i]);
	return expectation_of(samples, count);
}

void expectation_learn(const struct expectation_kind *wanted, uint64_t duration)
{
	const uint64_t key = key_of(wanted);
	struct wait_kind *kind = &kinds[(key >> 1) % KINDS];
	unsigned int count;

	if (atomic_load(&kind->key) != key) {
		atomic_store(&kind->count, 0);
		atomic_store(&kind->key, key);
	}
	count = atomic_load(&kind->count);
	atomic_store(&kind->samples[count % EXPECTATION_SAMPLES], duration);
	/* After an overflow the ring is still full. */
	atomic_store(&kind->count,
		     count + 1 < 2 * EXPECTATION_SAMPLES ? count + 1 : EXPECTATION_SAMPLES);
}

struct expectation_sleep expectation_sleep(void)
{
	struct expectation_sleep sleep = { .late = atomic_load(&late),
					   .margin = DEVIATIONS * atomic_load(&deviation) };

	if (sleep.margin < LEAST_MARGIN)
		sleep.margin = LEAST_MARGIN;
	if (sleep.margin > EXPECTATION_MARGIN)
		sleep.margin = EXPECTATION_MARGIN;
	return sleep;
}

/* Moves MEAN by an eighth of the way to VALUE. */
static void move(_Atomic(uint64_t) *mean, uint64_t value)
{
	const uint64_t before = atomic_load(mean);

	atomic_store(mean, value > before ? before + (value - before) / 8
					  : before - (before - value) / 8);
}

void expectation_learn_sleep(uint64_t asked, uint64_t slept)
{
	const uint64_t mean = atomic_load(&late);
	uint64_t by = slept > asked ? slept - asked : 0;

	by = by < MOST_LATE ? by : MOST_LATE;
	move(&deviation, by > mean ? by - mean : mean - by);
	move(&late, by);
}

void expectation_start(void)
{
	for (size_t i = 0; i < KINDS; i++)
		atomic_store(&kinds[i].key, 0);
	atomic_store(&late, LATE_AT_FIRST);
	atomic_store(&deviation, EXPECTATION_MARGIN / DEVIATIONS);
}
