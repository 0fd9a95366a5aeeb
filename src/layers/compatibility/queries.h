/* SPDX-License-Identifier: Apache-2.0 */
/*
 * queries: clGetDeviceInfo and clGetPlatformInfo as the program sees them: extensions, versions, and
 * what features answer. Everything else is passed on.
 */
#ifndef CLROUTER_LAYERS_COMPATIBILITY_QUERIES_H
#define CLROUTER_LAYERS_COMPATIBILITY_QUERIES_H

#include <clrouter/layer.h>

/* For the layer's start. */
void queries_start(struct clrouter_table *table);

#endif
