/* SPDX-License-Identifier: Apache-2.0 */
/*
 * callbacks: is the calling thread inside a function of the program that the driver has called?
 * What may wait there, and how, is the driver's alone. Any thread may call.
 */
#ifndef CLROUTER_LAYERS_WAIT_CALLBACKS_H
#define CLROUTER_LAYERS_WAIT_CALLBACKS_H

#include <stdbool.h>

#include <clrouter/layer.h>

bool callbacks_are_running(void);

/*
 * For the layer's start: puts the functions that take callbacks into TABLE. False: they cannot be
 * seen.
 */
bool callbacks_start(struct clrouter_table *table);

#endif
