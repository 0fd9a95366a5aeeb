/* SPDX-License-Identifier: Apache-2.0 */
/*
 * gaps: the times in which a device had nothing to do, one by one. There may be as many as there
 * are commands, so memory is bounded: of each order of length, GAPS_MOST are kept at most, taken
 * evenly from all, and each stands for as many as `gap_weight` says.
 */
#ifndef CLROUTER_TOOL_REPORT_GAPS_H
#define CLROUTER_TOOL_REPORT_GAPS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define GAPS_MOST 4096
#define GAPS_ORDERS 65 /* a length of N bits has order N */

struct gap {
	uint64_t begin; /* ns, CLOCK_MONOTONIC */
	uint64_t end;
	uint64_t reference; /* of the call that enqueued the command after it */
};

struct gaps_order {
	struct gap *list;
	size_t count;
	uint64_t seen;
	uint64_t each; /* one of so many is kept, times 2 if the list is full; 0 counts as 1 */
	uint64_t time; /* ns, of all */
};

/* All zero: none. */
struct gaps {
	struct gaps_order orders[GAPS_ORDERS];
};

/* One from BEGIN to END; none if that is not later. Returns false, with a message, if there is no
 * memory. */
bool gaps_add(struct gaps *gaps, const struct gap *gap);

/* How many are kept. */
size_t gaps_count(const struct gaps *gaps);

/* For how many times its own time each gap that ORDER keeps stands. */
double gaps_weight(const struct gaps_order *order);

/* Forgets all, and frees what they need. */
void gaps_clear(struct gaps *gaps);

#endif
