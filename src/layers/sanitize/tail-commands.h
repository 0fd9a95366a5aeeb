/* SPDX-License-Identifier: Apache-2.0 */
/*
 * tail-commands: the launches of command buffers that are not checked: which tails they may write
 * to, each time that their command buffer is enqueued.
 *
 * Any thread may call the functions, with no lock held.
 */
#ifndef CLROUTER_LAYERS_SANITIZE_TAIL_COMMANDS_H
#define CLROUTER_LAYERS_SANITIZE_TAIL_COMMANDS_H

#include "layers/sanitize/tails.h"

/* For the layer's start. */
void tail_commands_start(void);

/* CALL has recorded a launch that is not checked. */
void tail_commands_note_recorded(const struct call *call);

/* CALL is about to be made: the tails of the command buffer that it enqueues get their patterns. */
void tail_commands_before(const struct call *call);

/* CALL has succeeded: it may enqueue, update or remap a command buffer. RESULT is its result. */
void tail_commands_after(const struct call *call, const void *result);

/* The command buffer HANDLE is gone. */
void tail_commands_note_gone(const void *handle);

#endif
