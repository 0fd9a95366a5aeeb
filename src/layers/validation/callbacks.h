/* SPDX-License-Identifier: Apache-2.0 */
/*
 * callbacks: is a call made by a callback? What may not be called there, the specification says of
 * the callbacks of events and memory objects, which the driver calls once.
 */
#ifndef CLROUTER_LAYERS_VALIDATION_CALLBACKS_H
#define CLROUTER_LAYERS_VALIDATION_CALLBACKS_H

#include <stdbool.h>

#include "opencl/call.h"

/* To be called by the layer's start function. */
void callbacks_start(void);

/* CALL is about to be passed on: a callback that it sets is distinguished from then on. */
void callbacks_before(struct call *call);

/* Is this thread in such a callback? */
bool callbacks_are_calling(void);

#endif
