/* SPDX-License-Identifier: Apache-2.0 */
/*
 * stop: what the first finding of a layer does to the process, as the user asked: nothing,
 * abort(), or SIGTRAP for a debugger. One layer, one state; any thread may call stop_now().
 */
#ifndef CLROUTER_LAYERS_FRAME_STOP_H
#define CLROUTER_LAYERS_FRAME_STOP_H

/* What is done, in the order of the words in known-options.h. */
enum stop_action { STOP_NO, STOP_ABORT, STOP_TRAP };

/* For the start function of a layer: ACTION follows the first finding. */
void stop_start(enum stop_action action);

/* The first finding is written. */
void stop_request(void);

/* Stops the process if that was requested. To be called without a lock. */
void stop_now(void);

#endif
