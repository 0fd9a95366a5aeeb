/* SPDX-License-Identifier: Apache-2.0 */
/*
 * timed-commands: see timed-commands.h.
 */
#include "layers/record/timed-commands.h"

#include "base/common/lock.h"
#include "base/common/pointer-map.h"
#include "base/common/system.h"
#include "layers/record/file/kernel-names.h"
#include "layers/record/file/store.h"
#include "layers/record/file/sums.h"
#include "layers/record/samples.h"
#include "layers/record/transfer-bytes.h"

static struct {
	struct lock lock;
	struct pointer_map buffers; /* command buffer -> its first queue */
} commands = { .lock = LOCK_INIT };

/* -- command buffers ----------------------------------------------------------------------- */

/* It is enqueued to the queues that it was made for if no others are given. */
void command_buffer_made(cl_command_buffer_khr buffer, cl_uint count,
			 const cl_command_queue *queues)
{
	if (!buffer || count == 0 || !queues || !queues[0])
		return;
	lock_take(&commands.lock);
	pointer_map_set(&commands.buffers, buffer, (uintptr_t)queues[0]);
	lock_give(&commands.lock);
}

cl_command_queue command_buffer_queue(cl_command_buffer_khr buffer, cl_uint count,
				      const cl_command_queue *queues)
{
	cl_command_queue queue = NULL;

	if (count > 0 && queues)
		return queues[0];
	lock_take(&commands.lock);
	if (buffer)
		queue = (cl_command_queue)pointer_map_get(&commands.buffers, buffer);
	lock_give(&commands.lock);
	return queue;
}

/* -- a command ----------------------------------------------------------------------------- */

/* Says once in each file which commands of QUEUE are measured. */
static void note_profiling(struct timed_queue *queue, const struct event_frame *frame)
{
	const struct record_queue fields = {
		.handle = (uint64_t)(uintptr_t)queue->in_flight.queue,
		.time = frame->begin,
	};

	queue->noted = frame->generation;
	if (queue->profiling != RECORD_PROFILING_AS_MADE && !frame->is_summed)
		event_add(RECORD_QUEUE, queue->profiling, &fields.handle,
			  sizeof(fields) - sizeof(fields.head), NULL, 0);
}

/* A thread mostly enqueues to one queue again and again, so it remembers the last one. */
static struct timed_queue *find_queue(struct event_frame *frame, cl_command_queue handle)
{
	struct event_thread *thread = frame->thread;

	if (thread->last.handle != handle) {
		thread->last.queue = queues_find(handle);
		thread->last.handle = thread->last.queue ? handle : NULL;
	}
	if (thread->last.queue && thread->last.queue->noted != frame->generation)
		note_profiling(thread->last.queue, frame);
	return thread->last.queue;
}

/*
 * The queue is asked before the call: after it, another thread may have released the queue, or
 * something else may be at its address.
 */
void command_begin(struct event_frame *frame, unsigned int slot, cl_command_queue handle,
		   cl_kernel kernel, cl_event **event)
{
	struct timed_queue *queue = NULL;

	frame->stands_for = 0;
	if (frame->is_summed)
		frame->command = sums_command(slot, kernel_names_find(kernel));
	if ((frame->home != 0 || frame->is_summed) && handle)
		queue = find_queue(frame, handle);
	frame->queue = queue && queue->is_measured ? queue : NULL;
	if (!frame->queue)
		return;
	frame->stands_for = queue->profiling != RECORD_PROFILING_SAMPLED
				    ? 1
				    : samples_take(slot, kernel_names_find(kernel), frame->begin);
	if (frame->stands_for > 0 && !*event)
		*event = &frame->event;
}

/* Adds the command of FRAME to the sums. Returns for how many it stands. */
static uint64_t sum(const struct event_frame *frame)
{
	const bool is_kernel = frame->command != frame->slot;

	return event_sum_command(frame,
				 is_kernel ? 0 : transfer_bytes(frame->slot, frame->arguments));
}

void command_end(struct event_frame *frame, cl_event *event, cl_int result, bool has_waited)
{
	uint64_t stands_for = frame->stands_for;

	if (result != CL_SUCCESS)
		return;
	if (frame->is_summed)
		stands_for = sum(frame);
	if (!frame->queue)
		return;
	if (frame->stands_for > 0 && event && *event &&
	    (event == &frame->event || clrouter_target.clRetainEvent(*event) == CL_SUCCESS))
		in_flight_add(&frame->queue->in_flight,
			      (struct in_flight_command){
				      .event = *event,
				      .call = frame->is_summed ? frame->command : frame->offset,
				      .stands_for = stands_for,
				      .is_summed = frame->is_summed,
			      });
	if (has_waited)
		in_flight_read(&frame->queue->in_flight);
}

void commands_start(enum queues_change change)
{
	queues_start(change);
	samples_start(system_now());
}

/* -- forks --------------------------------------------------------------------------------- */

void commands_before_fork(void)
{
	lock_take(&commands.lock);
	queues_before_fork();
	samples_before_fork();
	in_flight_before_fork();
	kernel_names_before_fork();
}

void commands_after_fork_in_parent(void)
{
	kernel_names_after_fork();
	in_flight_after_fork();
	samples_after_fork();
	queues_after_fork_in_parent();
	lock_give(&commands.lock);
}

void commands_after_fork_in_child(void)
{
	kernel_names_after_fork();
	in_flight_after_fork();
	samples_after_fork();
	queues_after_fork_in_child();
	lock_give(&commands.lock);
}
