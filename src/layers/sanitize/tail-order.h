/* SPDX-License-Identifier: Apache-2.0 */
/*
 * tail-order: which commands of one queue wait for commands of other queues: these have ended when
 * those have. Only the last ones are known.
 *
 * Any thread may call the functions, with no lock held.
 */
#ifndef CLROUTER_LAYERS_SANITIZE_TAIL_ORDER_H
#define CLROUTER_LAYERS_SANITIZE_TAIL_ORDER_H

#include <stdbool.h>
#include <stddef.h>

#include "opencl/call.h"

/* Commands in a queue of which some have ended. */
struct ended_commands {
	const void *queue; /* NULL: any */
	size_t last;	   /* all up to this number */
	size_t only;	   /* and this one; 0: no more */
	bool has_others;   /* more may have: they are looked for, and may still run */
};

/* For the layer's start. */
void tail_order_start(void);

/* What has ended if EVENT has. False: nothing that is known, as it is a user event. */
bool tail_order_of_event(const void *event, struct ended_commands *ended);

/* CALL has enqueued a command, which may wait for others. */
void tail_order_note(const struct call *call);

/* More that has ended as ENDED has: each comes once. False: no more. */
bool tail_order_next(const struct ended_commands *ended, struct ended_commands *next);

/* In a forked child. */
void tail_order_forget(void);

#endif
