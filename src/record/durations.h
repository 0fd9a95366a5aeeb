/* SPDX-License-Identifier: Apache-2.0 */
/*
 * durations: what is kept of any number of durations. Whole numbers only, so adding two of them up
 * gives the same in any order and grouping.
 */
#ifndef CLROUTER_RECORD_DURATIONS_H
#define CLROUTER_RECORD_DURATIONS_H

#include <stdint.h>

#define DURATIONS_BUCKETS 65

struct durations {
	uint64_t count;
	uint64_t estimated; /* of `count`: not measured, but taken to be as one that was */
	uint64_t total;	    /* ns */
	uint64_t least;
	uint64_t most;
	uint64_t squares;		     /* the lower 64 bits of the sum of squares, in ns^2 */
	uint64_t squares_high;		     /* the upper ones */
	uint64_t buckets[DURATIONS_BUCKETS]; /* I: how many have I bits, from 2^(I-1) ns on */
};

void durations_add(struct durations *durations, uint64_t ns);

/* Adds one that stands for COUNT, itself included; that is 1 at least. */
void durations_add_for(struct durations *durations, uint64_t ns, uint64_t count);

/* Adds COUNT that were not measured: they count as any other, but are neither the least nor the most. */
void durations_add_estimates(struct durations *durations, uint64_t ns, uint64_t count);

/* Adds the durations of PART. */
void durations_join(struct durations *durations, const struct durations *part);

/* In ns; 0 of none. */
uint64_t durations_mean(const struct durations *durations);

#endif
