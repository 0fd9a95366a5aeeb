/* SPDX-License-Identifier: Apache-2.0 */
/*
 * objects: what the layer itself asks of platforms, devices, kernels and programs, so that a
 * report can name them. Asked once for each platform and device, and after a build.
 */
#ifndef CLROUTER_LAYERS_RECORD_OBJECTS_H
#define CLROUTER_LAYERS_RECORD_OBJECTS_H

#include <clrouter/layer.h>

/* Puts its functions into TABLE. To be called at the layer's start. */
void objects_start(struct clrouter_table *table);

/* Around a fork, in the thread that forks. The file of a child needs everything again. */
void objects_before_fork(void);
void objects_after_fork_in_parent(void);
void objects_after_fork_in_child(void);

#endif
