/* SPDX-License-Identifier: Apache-2.0 */
/*
 * watch: look-ups of functions, which tell that a program will make command buffers.
 */
#ifndef CLROUTER_LAYERS_RECORD_WATCH_H
#define CLROUTER_LAYERS_RECORD_WATCH_H

#include <clrouter/layer.h>

/* Puts its functions into TABLE, before those that record. For the layer's start. */
void watch_start(struct clrouter_table *table);

#endif
