/* SPDX-License-Identifier: Apache-2.0 */
/*
 * queues: when the commands of each queue ran. Every command gets an event (its own, or one
 * that the application never sees) and a callback for its completion:
 *
 *	enqueue call -> struct command -> callback -> event in the row of the queue
 *
 * If the queue measures (CL_QUEUE_PROFILING_ENABLE) a command is drawn as the device
 * says, moved to the host's clock; otherwise from the enqueue call, or from the end of
 * the command before it, to the callback: an upper bound, and the trace says so.
 * The trace turns profiling on for nobody: it would no longer be the same program.
 *
 * It calls the driver, so all of it but trace_queues_forget() is called without the lock.
 */
#ifndef CLROUTER_LAYERS_TRACE_QUEUES_H
#define CLROUTER_LAYERS_TRACE_QUEUES_H

#include "opencl/call.h"

/* Sees to it that a command which CALL enqueues has an event. */
void trace_queues_before(struct call *call);

/* Follows that command until it has run. */
void trace_queues_after(struct call *call);

/* Ends the following of commands, after a moment for callbacks that are about to come. */
void trace_queues_stop(void);

/*
 * Forgets all queues and commands, with the lock held: at the end, and in a forked child,
 * which the driver's threads are not in.
 */
void trace_queues_forget(void);

#endif
