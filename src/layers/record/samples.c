/* SPDX-License-Identifier: Apache-2.0 */
/*
 * samples: see samples.h.
 */
#include "layers/record/samples.h"

#include <stdbool.h>
#include <string.h>

#include <clrouter/extension-functions.h>

#include "base/common/lock.h"

#define LONGEST_GAP 65536u

/* The commands of one kernel or function. */
struct series {
	uint64_t count; /* how many there were */
	uint64_t next;	/* the count at which one is measured */
	uint64_t last;	/* the count when one was measured last */
	uint32_t gap;	/* the mean of the gaps; 0: not known yet */
	uint32_t random; /* what the next gap is made of */
};

static struct {
	struct lock lock;
	struct series kernels[KERNEL_NAMES];
	struct series functions[CLROUTER_ALL_SLOTS];
	uint64_t paid; /* the run time until then pays for what was measured */
} samples = { .lock = LOCK_INIT };

void samples_start(uint64_t now)
{
	lock_take(&samples.lock);
	memset(samples.kernels, 0, sizeof(samples.kernels));
	memset(samples.functions, 0, sizeof(samples.functions));
	samples.paid = now;
	lock_give(&samples.lock);
}

/* -- the caller holds the lock ------------------------------------------------------------- */

static struct series *find_series(unsigned int slot, unsigned int kernel)
{
	return kernel == KERNEL_NONE ? &samples.functions[slot] : &samples.kernels[kernel];
}

/* Notes that a command is measured. Time that has passed long ago pays for nothing. */
static void pay(uint64_t now)
{
	if (samples.paid + SAMPLES_CREDIT < now)
		samples.paid = now - SAMPLES_CREDIT;
	samples.paid += (uint64_t)SAMPLES_COST * SAMPLES_SHARE;
}

/* From half of the gap to three halves of it, on average the gap. */
static uint32_t vary_gap(struct series *series)
{
	const uint32_t half = series->gap / 2;

	series->random = series->random * 1664525u + 1013904223u;
	return series->gap - half + (series->random >> 16) % (2 * half + 1);
}

/* A command is due: the gap grows if measuring costs too much, and shrinks if there is credit. */
static bool take_due(struct series *series, uint64_t now)
{
	const bool is_paid = samples.paid <= now;

	if (series->gap == 0)
		series->gap = 1;
	if (!is_paid && series->gap < LONGEST_GAP)
		series->gap *= 2;
	else if (samples.paid + SAMPLES_CREDIT / 2 < now && series->gap > 1)
		series->gap /= 2;
	series->next = series->count + vary_gap(series);
	if (is_paid)
		pay(now);
	return is_paid;
}

static bool is_taken(struct series *series, uint64_t now)
{
	series->count++;
	if (series->count > SAMPLES_FIRST)
		return series->count >= series->next && take_due(series, now);
	pay(now);
	return true;
}

static uint32_t take(struct series *series, uint64_t now)
{
	uint64_t since;

	if (!is_taken(series, now))
		return 0;
	since = series->count - series->last;
	series->last = series->count;
	return since < UINT32_MAX ? (uint32_t)since : UINT32_MAX;
}

/* -- for others ---------------------------------------------------------------------------- */

uint32_t samples_take(unsigned int slot, unsigned int kernel, uint64_t now)
{
	uint32_t count;

	lock_take(&samples.lock);
	count = take(find_series(slot, kernel), now);
	lock_give(&samples.lock);
	return count;
}

void samples_before_fork(void)
{
	lock_take(&samples.lock);
}

void samples_after_fork(void)
{
	lock_give(&samples.lock);
}
