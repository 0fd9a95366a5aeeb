/* SPDX-License-Identifier: Apache-2.0 */
/*
 * pending: gives an execution of a command buffer an event if the program takes none, so that the
 * rules about the next one know whether it has ended. Only if there is such a rule. The event belongs
 * to one call of one thread, and then to the recording (recording.h).
 */
#ifndef CLROUTER_LAYERS_VALIDATION_PENDING_H
#define CLROUTER_LAYERS_VALIDATION_PENDING_H

#include "opencl/call.h"

/* CALL is about to be passed on. */
void pending_before(struct call *call);

/* It has returned, and was given an event, which nobody else sees. */
void pending_hide(struct call *call, const void *result);

/* What it has done is noted. */
void pending_after(struct call *call, const void *result);

#endif
