/* SPDX-License-Identifier: Apache-2.0 */
/*
 * commands: when the device ran the commands of queues that have profiling. Any thread may call
 * this, and the driver's threads do when a command has ended.
 */
#ifndef CLROUTER_LAYERS_RECORD_COMMANDS_H
#define CLROUTER_LAYERS_RECORD_COMMANDS_H

#include <stdbool.h>

#include <clrouter/extension-functions.h>

#include "layers/record/events.h"

/* PROFILES: queues that the program creates get profiling. To be called at the layer's start. */
void commands_start(struct clrouter_table *table, bool profiles);

/*
 * Before a command is enqueued: sees to it that there is an event if its times are to be
 * recorded. *EVENT is the program's parameter.
 */
void command_begin(struct event_frame *frame, cl_command_queue queue, cl_event **event);

/* After it was enqueued with RESULT. */
void command_end(struct event_frame *frame, cl_command_queue queue, cl_event *event,
		 cl_int result);

/*
 * A function of an extension makes a queue: a copy of PROPERTIES that asks for profiling, for
 * free(); NULL if they stay as they are. Then the queue that it has made, perhaps NULL.
 */
cl_queue_properties *command_queue_properties(const cl_queue_properties *properties);
void command_queue_made(cl_command_queue queue);

/*
 * The command buffer BUFFER was made, or NULL, for QUEUES, COUNT of them. Then the queue to which
 * it is enqueued; NULL if that is not known.
 */
void command_buffer_made(cl_command_buffer_khr buffer, cl_uint count,
			 const cl_command_queue *queues);
cl_command_queue command_buffer_queue(cl_command_buffer_khr buffer, cl_uint count,
				      const cl_command_queue *queues);

/* Around a fork, in the thread that forks: before, and in both processes after it. */
void commands_before_fork(void);
void commands_after_fork(void);

/* Waits a moment for commands that are still on their way. */
void commands_stop(void);

#endif
