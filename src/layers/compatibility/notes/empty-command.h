/* SPDX-License-Identifier: Apache-2.0 */
/*
 * empty-command: a command of the driver that does nothing but wait for events. Any thread may
 * call.
 *
 * In an out-of-order queue, a marker without a list waits for all earlier commands, and one of PoCL
 * 3.1 always does. There the command is a fill of memory that is not used: NVIDIA's driver profiles
 * it, but not a migration.
 */
#ifndef CLROUTER_LAYERS_COMPATIBILITY_NOTES_EMPTY_COMMAND_H
#define CLROUTER_LAYERS_COMPATIBILITY_NOTES_EMPTY_COMMAND_H

#include <stdatomic.h>
#include <stddef.h>

#include <clrouter/layer.h>

/* A member of what such commands belong to. All zero at first. */
struct empty_command {
	_Atomic(cl_mem) memory; /* a few bytes; what is in them has no meaning */
};

/* Enqueues one in QUEUE of CONTEXT that waits for the COUNT events in LIST, and for no others. */
cl_int empty_command_enqueue(struct empty_command *empty, cl_context context,
			     cl_command_queue queue, size_t count, const cl_event *list,
			     cl_event *event);

/* There will be no more of them. */
void empty_command_done(struct empty_command *empty);

#endif
