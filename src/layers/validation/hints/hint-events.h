/* SPDX-License-Identifier: Apache-2.0 */
/*
 * hint-events: a part of hints.h. It finds commands that wait for one of another queue, while the
 * host waits for them and nothing has flushed that queue: a driver need not begin what is in it.
 *
 * It has a lock of its own.
 */
#ifndef CLROUTER_LAYERS_VALIDATION_HINTS_HINT_EVENTS_H
#define CLROUTER_LAYERS_VALIDATION_HINTS_HINT_EVENTS_H

#include "opencl/call.h"

/* For the layer's start. */
void hint_events_start(void);

/* As hints_before() and hints_after(). */
void hint_events_before(const struct call *call);
void hint_events_after(const struct call *call, const void *result);

/* In a forked child, with all locks held: what was enqueued is the parent's. */
void hint_events_forget(void);

/* For the layer's end. */
void hint_events_end(void);

#endif
