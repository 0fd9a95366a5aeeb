/* SPDX-License-Identifier: Apache-2.0 */
/*
 * command-launches: launches that a command buffer records. Its commands have kernels of shadows,
 * and the program gets the answers that it would get for its own; an update of an argument updates
 * its size, too. Any thread may call the functions, with no lock held.
 */
#ifndef CLROUTER_LAYERS_SANITIZE_COMMAND_LAUNCHES_H
#define CLROUTER_LAYERS_SANITIZE_COMMAND_LAUNCHES_H

#include <stdbool.h>

#include "opencl/call.h"

/* For the layer's start. */
void command_launches_start(void);

/* The program updates commands by a function that is not seen: those that can be updated are left
 * alone. */
void command_launches_note_unseen(void);

/* Is the function in SLOT clCommandNDRangeKernelKHR? */
bool command_launches_has(unsigned slot);

/*
 * CALL is about to record a launch. If that is checked, records it, and stores what the driver has
 * returned in *ERROR; *IS_CHECKED: it has taken the checked kernel. False: CALL is to be passed on.
 */
bool command_launches_make(struct call *call, cl_int *error, bool *is_checked);

/*
 * CALL is about to update commands: its configurations become those that update sizes as well. The
 * caller frees what is returned when CALL has returned; NULL: nothing changes.
 */
void *command_launches_before_update(struct call *call);

/* CALL has succeeded, with *RESULT: an answer becomes the program's kernel, an enqueue is noted. */
void command_launches_after(const struct call *call, const void *result);

/* The command buffer HANDLE has lost its last reference. */
void command_launches_note_gone(const void *handle);

#endif
