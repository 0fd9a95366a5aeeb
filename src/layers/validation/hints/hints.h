/* SPDX-License-Identifier: Apache-2.0 */
/*
 * hints: finds what is right, but near a limit or slow. It does so only if the user wants such
 * findings, and then takes a lock of its own for some calls.
 */
#ifndef CLROUTER_LAYERS_VALIDATION_HINTS_HINTS_H
#define CLROUTER_LAYERS_VALIDATION_HINTS_HINTS_H

#include <stdbool.h>

#include "opencl/call.h"

/* For the layer's start, after report_start(). Does the user want any? */
bool hints_start(void);

/* CALL, which is right, is about to be passed on; it has returned *RESULT and succeeded. */
void hints_before(struct call *call);
void hints_after(struct call *call, const void *result);

/*
 * In hint-events.c, which has a lock of its own: commands that wait for one of another queue, while the
 * host waits for them and nothing has flushed that queue. A driver need not begin what is in it. The
 * functions are called for those above and below.
 */
void hint_events_start(void);
void hint_events_before(const struct call *call);
void hint_events_after(const struct call *call, const void *result);
void hint_events_forget(void);
void hint_events_end(void);

/*
 * In hint-held.c, which has a lock of its own, too: objects that are released while commands of their
 * context wait for a user event that is never set.
 */
void hint_held_start(void);
void hint_held_before(const struct call *call);
void hint_held_after(const struct call *call, const void *result);
void hint_held_forget(void);
void hint_held_end(void);

/* In hint-language.c: CALL, which builds or compiles a program, is about to be passed on. */
void hint_language_before(const struct call *call);

/* In a forked child, with all locks held: what the parent did is not the child's. */
void hints_forget(void);

/* For the layer's end, with the layer's lock held: reports what is left over. */
void hints_end(void);

#endif
