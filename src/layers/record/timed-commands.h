/* SPDX-License-Identifier: Apache-2.0 */
/*
 * timed-commands: when the device executed the commands, of queues that have profiling. Any thread
 * may call these functions.
 */
#ifndef CLROUTER_LAYERS_RECORD_TIMED_COMMANDS_H
#define CLROUTER_LAYERS_RECORD_TIMED_COMMANDS_H

#include <clrouter/extension-functions.h>

#include "layers/record/file/call-records.h"
#include "layers/record/queues.h"

/* To be called at the layer's start. */
void commands_start(enum queues_change change);

/*
 * Before the function SLOT enqueues a command: sees to it that there is an event if its times are
 * to be recorded. KERNEL is NULL if it launches none. *EVENT is the program's parameter.
 */
void command_begin(struct event_frame *frame, unsigned int slot, cl_command_queue handle,
		   cl_kernel kernel, cl_event **event);

/* After it was enqueued with RESULT. HAS_WAITED: the call has waited for its end. */
void command_end(struct event_frame *frame, cl_event *event, cl_int result, bool has_waited);

/*
 * The command buffer BUFFER was made, or NULL, for QUEUES, COUNT of them. Then the queue to which
 * it is enqueued; NULL if that is not known.
 */
void command_buffer_made(cl_command_buffer_khr buffer, cl_uint count,
			 const cl_command_queue *queues);
cl_command_queue command_buffer_queue(cl_command_buffer_khr buffer, cl_uint count,
				      const cl_command_queue *queues);

/* Around a fork, in the thread that forks. */
void commands_before_fork(void);
void commands_after_fork_in_parent(void);
void commands_after_fork_in_child(void);

#endif
