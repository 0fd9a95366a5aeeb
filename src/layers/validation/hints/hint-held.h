/* SPDX-License-Identifier: Apache-2.0 */
/*
 * hint-held: a part of hints.h. It finds objects that are released while commands of their context
 * wait for a user event that is never set.
 *
 * It has a lock of its own.
 */
#ifndef CLROUTER_LAYERS_VALIDATION_HINTS_HINT_HELD_H
#define CLROUTER_LAYERS_VALIDATION_HINTS_HINT_HELD_H

#include "opencl/call.h"

/* For the layer's start. */
void hint_held_start(void);

/* As hints_before() and hints_after(). */
void hint_held_before(const struct call *call);
void hint_held_after(const struct call *call, const void *result);

/* In a forked child, with all locks held: the commands are the parent's. */
void hint_held_forget(void);

/* For the layer's end, with the layer's lock held: reports user events that were never set. */
void hint_held_end(void);

#endif
