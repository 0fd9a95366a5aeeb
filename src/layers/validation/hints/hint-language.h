/* SPDX-License-Identifier: Apache-2.0 */
/*
 * hint-language: a part of hints.h. It finds builds for a version of OpenCL C that a device does
 * not have. Keeps no state.
 */
#ifndef CLROUTER_LAYERS_VALIDATION_HINTS_HINT_LANGUAGE_H
#define CLROUTER_LAYERS_VALIDATION_HINTS_HINT_LANGUAGE_H

#include "opencl/call.h"

/* CALL, which builds or compiles a program, is about to be passed on. Asks the driver. */
void hint_language_before(const struct call *call);

#endif
