/* SPDX-License-Identifier: Apache-2.0 */
/*
 * acquired: which objects of other interfaces, such as OpenGL, the program has acquired: only then
 * commands may use them. Any thread may call the functions; they take the lock of this module.
 */
#ifndef CLROUTER_LAYERS_CAPTURE_ACQUIRED_H
#define CLROUTER_LAYERS_CAPTURE_ACQUIRED_H

#include <stdbool.h>

#include "opencl/call.h"

/* For the layer's start. */
void acquired_start(void);

/* CALL succeeded: notes what it has acquired or handed back. */
void acquired_note(const struct call *call);

/* Was the memory object HANDLE acquired, and not handed back? */
bool acquired_is(const void *handle);

#endif
