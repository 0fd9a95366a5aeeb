/* SPDX-License-Identifier: Apache-2.0 */
/*
 * races: finds commands that use the same memory while nothing orders them. It does so only if the
 * user wants that. It knows commands by what they use (uses.h) and by what orders them
 * (command-order.h); where it does not know enough, it finds nothing.
 */
#ifndef CLROUTER_LAYERS_VALIDATION_RACES_RACES_H
#define CLROUTER_LAYERS_VALIDATION_RACES_RACES_H

#include "opencl/call.h"

/* For the layer's start. */
void races_start(void);

/* CALL, which breaks no rule, is about to be passed on. */
void races_before(struct call *call);

/* CALL has returned *RESULT. If it breaks a rule, its parameters are not read. */
void races_after(struct call *call, const void *result);

/* CALL, which breaks no rule, has succeeded with *RESULT, and its facts are noted. */
void races_after_facts(struct call *call, const void *result);

/* For the layer's end, with the layer's lock held. */
void races_end(void);

#endif
