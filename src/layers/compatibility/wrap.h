/* SPDX-License-Identifier: Apache-2.0 */
/*
 * wrap: the heads of this layer's functions, and how they pass calls on. Parameters have the names
 * that api.list and extensions.list give them.
 */
#ifndef CLROUTER_LAYERS_COMPATIBILITY_WRAP_H
#define CLROUTER_LAYERS_COMPATIBILITY_WRAP_H

#include <clrouter/layer.h>

#include "opencl/prototypes.h"

/* The head of the layer's own function NAME of the dispatch table: WRAP(clRetainKernel) { ... } */
#define WRAP(name) static RESULT_##name CL_API_CALL wrap_##name(PARAMETERS_##name)

/* In a function with the parameters of NAME: the same call of the driver's function. */
#define PASS_ON(name) clrouter_target.name(ARGUMENTS_##name)

#endif
