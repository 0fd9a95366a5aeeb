/* SPDX-License-Identifier: Apache-2.0 */
/*
 * plan: which commands of a finalized command buffer wait for which, for queues that do not keep an
 * order. It is made once, from sync points, barriers and the order of the queue that the commands
 * were recorded for, and does not change.
 *
 * A barrier becomes a command that those after it wait for (empty-command.h), so that it holds back
 * nothing else in the queue. One that waits for one command or none needs none.
 */
#ifndef CLROUTER_LAYERS_COMPATIBILITY_COMMAND_BUFFER_PLAN_H
#define CLROUTER_LAYERS_COMPATIBILITY_COMMAND_BUFFER_PLAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "layers/compatibility/command-buffer/buffers.h"

/* One for each command. */
struct plan_step {
	bool is_used;	   /* false: a barrier that needs no command */
	bool is_leaf;	   /* nothing waits for it */
	uint32_t first;	   /* of the numbers in `waits` */
	uint32_t count;	   /* 0: it waits only for what the whole buffer waits for */
};

struct replay_plan {
	size_t count;
	size_t commands;    /* those that are no barriers */
	size_t leaves;
	uint32_t most_waits; /* of one step */
	uint32_t *waits;    /* numbers of steps */
	size_t wait_count;
	size_t wait_capacity;
	struct plan_step steps[];
};

/* The plan of COUNT COMMANDS; NULL: there is no memory. IN_ORDER: their queue keeps the order. */
struct replay_plan *plan_make(struct buffer_command *const *commands, size_t count, bool in_order);

void plan_free(struct replay_plan *plan); /* which may be NULL */

#endif
