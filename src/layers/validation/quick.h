/* SPDX-License-Identifier: Apache-2.0 */
/*
 * quick: a look at the calls that programs make most, which finds out faster than their rules do
 * that they are right. A line "quick" of rules.list has the rules that it knows; the others are
 * checked in any case.
 */
#ifndef CLROUTER_LAYERS_VALIDATION_QUICK_H
#define CLROUTER_LAYERS_VALIDATION_QUICK_H

#include <stdbool.h>

#include "opencl/call.h"

/* Does CALL certainly keep the rules that quick.c has? If not, all have to be checked. Takes no
 * lock. */
bool quick_is_right(const struct call *call);

#endif
