/* SPDX-License-Identifier: Apache-2.0 */
/*
 * quick: a look at the calls that programs make most, which finds out that they are right faster
 * than all their rules do.
 */
#ifndef CLROUTER_LAYERS_VALIDATION_QUICK_H
#define CLROUTER_LAYERS_VALIDATION_QUICK_H

#include <stdbool.h>

#include "opencl/call.h"

/* Does CALL certainly keep all rules? If not, they have to be checked. Takes no lock. */
bool quick_is_right(const struct call *call);

#endif
