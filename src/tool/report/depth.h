/* SPDX-License-Identifier: Apache-2.0 */
/*
 * depth: how many commands of a queue are not known to be done. They are distinguished by the
 * times at which their calls began, because the records of several threads do not come in order.
 */
#ifndef CLROUTER_TOOL_REPORT_DEPTH_H
#define CLROUTER_TOOL_REPORT_DEPTH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define DEPTH_MOST ((size_t)1 << 16)	/* of more, only the number is kept */

/* All zero: none. */
struct depth {
	uint64_t *pending;	/* when they were enqueued */
	size_t count;
	uint64_t beyond;	/* how many more there are */
	uint64_t done;		/* what was enqueued up to this time is done */
	uint64_t cleared;	/* `done` when those that are done were taken out last */
	uint64_t *apart;	/* that are done, though some before them may not be */
	size_t apart_count;
};

/* A command was enqueued at TIME. Returns false if there is no memory. */
bool depth_add(struct depth *depth, uint64_t time);

/* What was enqueued at TIME or before is done. */
void depth_done_until(struct depth *depth, uint64_t time);

/* One command of a queue without order is done. Returns false if there is no memory. */
bool depth_done_alone(struct depth *depth, uint64_t time);

/* At the end of a round: how many are not done. */
uint64_t depth_settle(struct depth *depth);

/* Frees the memory of DEPTH, which can be used again. */
void depth_free(struct depth *depth);

#endif
