/* SPDX-License-Identifier: Apache-2.0 */
/*
 * recorded-commands: lists of what is kept of the commands that command buffers have recorded. Who
 * keeps something begins its struct with a struct recorded_command, which is allocated by malloc().
 *
 * Any thread may call the functions, without the lock of the list.
 */
#ifndef CLROUTER_LAYERS_SANITIZE_RECORDED_COMMANDS_H
#define CLROUTER_LAYERS_SANITIZE_RECORDED_COMMANDS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/common/lock.h"
#include "base/common/pointer-map.h"
#include "opencl/call.h"

struct recorded_command {
	struct recorded_command *next; /* the one that was recorded before it */
	const void *handle;	       /* by which it is updated; NULL: it is not */
};

/* The lists of one kind. */
struct recorded_commands {
	struct lock lock;
	struct pointer_map buffers;			/* to the last command of each */
	size_t size;					/* of a command */
	void (*take)(struct recorded_command *command); /* it was copied, or NULL */
	void (*free)(struct recorded_command *command); /* frees it */
};

/* Adds COMMAND to the command buffer BUFFER. False: there is no memory, and it is freed. */
bool recorded_commands_add(struct recorded_commands *all, const void *buffer,
			   struct recorded_command *command);

/* The last command of BUFFER, for a caller with the lock; NULL: there is none. */
struct recorded_command *recorded_commands_last(const struct recorded_commands *all,
						const void *buffer);

/* CALL, clRemapCommandBufferKHR, has made BUFFER, which has the same commands by other handles. */
void recorded_commands_remap(struct recorded_commands *all, const struct call *call,
			     const void *buffer);

/* The command buffer BUFFER is gone: frees its commands. */
void recorded_commands_drop(struct recorded_commands *all, const void *buffer);

/* The queue of CALL, clEnqueueCommandBufferKHR; NULL: several, or it is not known. */
const void *recorded_commands_queue(const struct call *call);

#endif
