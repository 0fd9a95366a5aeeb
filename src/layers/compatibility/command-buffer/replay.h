/* SPDX-License-Identifier: Apache-2.0 */
/*
 * replay: clEnqueueCommandBufferKHR, which enqueues the commands one by one. Keeps no state.
 *
 * In a queue that keeps the order, they are enqueued as a program would do it by hand. In others
 * each waits for the events of those before it (plan.h): no barrier holds back other commands of
 * the program, which may have to come first.
 */
#ifndef CLROUTER_LAYERS_COMPATIBILITY_COMMAND_BUFFER_REPLAY_H
#define CLROUTER_LAYERS_COMPATIBILITY_COMMAND_BUFFER_REPLAY_H

/* For the start of the feature. */
void replay_start(void);

#endif
