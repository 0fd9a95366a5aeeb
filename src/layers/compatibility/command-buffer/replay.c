/* SPDX-License-Identifier: Apache-2.0 */
/*
 * replay: clEnqueueCommandBufferKHR, which enqueues the commands one by one.
 *
 * In a queue that keeps the order, they are enqueued as a program would do it by hand. In others
 * each waits for the events of those before it (plan.h): no barrier holds back other commands of
 * the program, which may have to come first.
 */
#include "layers/compatibility/command-buffer/command-buffer.h"

#include "layers/compatibility/command-buffer/buffers.h"
#include "layers/compatibility/command-buffer/plan.h"
#include "layers/compatibility/lookup.h"
#include "layers/compatibility/notes/event-notes.h"
#include "layers/frame/ask.h"
#include "layers/frame/auto-free.h"
#include "opencl/constants.h"

/* One call of clEnqueueCommandBufferKHR. */
struct run {
	struct command_buffer *buffer;
	const struct launches *launches;
	cl_command_queue queue;
	cl_command_queue_properties properties; /* of `queue` */
	cl_uint wait_count;
	const cl_event *waits;
	bool wants_event;
	cl_event event;	       /* the result */
	struct event_note *own; /* what it stands for; NULL: none is wanted, or no memory */
};

/* -- arguments ------------------------------------------------------------------------- */

/* QUEUE is in place of the queue that the buffer was created with. */
static cl_int check_queue(const struct command_buffer *buffer, cl_command_queue queue,
			  cl_command_queue_properties *properties)
{
	struct queue_facts facts;

	if (!ask_queue(queue, &facts))
		return CL_INVALID_COMMAND_QUEUE;
	if (facts.context != buffer->context)
		return CL_INVALID_CONTEXT;
	*properties = facts.properties;
	return facts.device == buffer->device ? CL_SUCCESS : CL_INVALID_DEVICE;
}

static cl_int check_run(struct run *run, cl_uint num_queues, const cl_command_queue *queues)
{
	const struct command_buffer *buffer = run->buffer;
	cl_int error = CL_SUCCESS;

	if ((queues == NULL) != (num_queues == 0) || num_queues > 1)
		return CL_INVALID_VALUE;
	run->queue = buffer->queue;
	run->properties = buffer->queue_properties;
	if (queues && queues[0] != buffer->queue) {
		run->queue = queues[0];
		error = check_queue(buffer, run->queue, &run->properties);
	}
	if (error == CL_SUCCESS && (run->properties & ~buffer->supported) != 0)
		error = CL_INCOMPATIBLE_COMMAND_QUEUE_KHR;
	return error != CL_SUCCESS ? error
				   : ask_wait_list(buffer->context, run->wait_count, run->waits);
}

/* -- commands -------------------------------------------------------------------------- */

static void release_event(cl_event event)
{
	if (event)
		clrouter_target.clReleaseEvent(event);
}

/* A command that waits for COUNT EVENTS, which are of the call or of commands of the buffer. */
static cl_int enqueue_empty(const struct run *run, size_t count, const cl_event *events,
			    cl_event *event)
{
	return empty_command_enqueue(&run->buffer->empty, run->buffer->context, run->queue, count,
				     events, event);
}

/* Enqueues the command at INDEX, or an empty one in place of a barrier. */
static cl_int enqueue(const struct run *run, size_t index, const struct launch_place *place)
{
	const struct buffer_command *command = run->buffer->commands[index];

	if (!command->enqueue)
		return enqueue_empty(run, place->wait_count, place->waits, place->event);
	return command->enqueue(command, run->launches->of[index], place);
}

/* Without commands, the event stands for the end of those in the wait list. */
static cl_int enqueue_nothing(struct run *run)
{
	return run->wants_event ? enqueue_empty(run, run->wait_count, run->waits, &run->event)
				: CL_SUCCESS;
}

/* -- in a queue that keeps the order --------------------------------------------------- */

static cl_int replay_in_order(struct run *run)
{
	const size_t count = run->buffer->plan->commands;
	size_t done = 0;
	cl_event first = NULL;
	cl_int error = CL_SUCCESS;

	for (size_t i = 0; done < count && error == CL_SUCCESS; i++) {
		const bool is_first = done == 0;
		const bool is_last = done + 1 == count;
		const struct launch_place place = {
			.queue = run->queue,
			.wait_count = is_first ? run->wait_count : 0,
			.waits = is_first ? run->waits : NULL,
			.event = !run->wants_event ? NULL
				 : is_last	   ? &run->event
				 : is_first	   ? &first
						   : NULL,
		};

		if (!run->buffer->commands[i]->enqueue)
			continue;
		error = enqueue(run, i, &place);
		done++;
	}
	if (error == CL_SUCCESS && first && run->own)
		events_add_first(run->own, first);
	else
		release_event(first);
	return error;
}

/* -- in a queue that does not ---------------------------------------------------------- */

struct scratch {
	cl_event *events; /* of each step; NULL: it has none */
	cl_event *waits;  /* of one step */
};

static cl_int replay_step(struct run *run, const struct scratch *scratch, size_t index)
{
	const struct replay_plan *plan = run->buffer->plan;
	const struct plan_step *step = &plan->steps[index];
	struct launch_place place = {
		.queue = run->queue,
		.wait_count = step->count,
		.waits = scratch->waits,
		.event = step->is_leaf && !run->wants_event ? NULL : &scratch->events[index],
	};

	for (uint32_t i = 0; i < step->count; i++)
		scratch->waits[i] = scratch->events[plan->waits[step->first + i]];
	if (step->count == 0) {
		place.wait_count = run->wait_count;
		place.waits = run->waits;
	}
	return enqueue(run, index, &place);
}

/* The call's event: the event of the only leaf, or of a command that waits for all leaves. */
static cl_int join_leaves(struct run *run, const struct scratch *scratch)
{
	const struct replay_plan *plan = run->buffer->plan;
	cl_uint count = 0;

	for (size_t i = 0; i < plan->count; i++)
		if (plan->steps[i].is_used && plan->steps[i].is_leaf)
			scratch->waits[count++] = scratch->events[i];
	if (count > 1)
		return enqueue_empty(run, count, scratch->waits, &run->event);
	run->event = scratch->waits[0];
	return clrouter_target.clRetainEvent(run->event);
}

/* Gives events to `own` that tell when the whole begins and ends, and releases the others. */
static void sort_events(struct run *run, const struct scratch *scratch, bool has_failed)
{
	const struct replay_plan *plan = run->buffer->plan;
	const bool is_profiled = (run->properties & CL_QUEUE_PROFILING_ENABLE) != 0;

	for (size_t i = 0; i < plan->count; i++) {
		const struct plan_step *step = &plan->steps[i];
		cl_event event = scratch->events[i];

		if (!event)
			continue;
		if (!has_failed && run->own && step->count == 0 && event != run->event) {
			events_add_first(run->own, event);
			if (!step->is_leaf || !is_profiled ||
			    clrouter_target.clRetainEvent(event) != CL_SUCCESS)
				continue;
		}
		if (!has_failed && run->own && step->is_leaf && is_profiled &&
		    plan->leaves > 1)
			events_add_last(run->own, event);
		else
			release_event(event);
	}
}

static cl_int replay_by_plan(struct run *run)
{
	const struct replay_plan *plan = run->buffer->plan;
	const size_t wait_count = plan->most_waits > plan->leaves ? plan->most_waits : plan->leaves;
	cl_event *events AUTO_FREE = calloc(plan->count + 1, sizeof(*events));
	cl_event *waits AUTO_FREE = calloc(wait_count + 1, sizeof(*waits));
	const struct scratch scratch = { events, waits };
	cl_int error = CL_SUCCESS;

	if (!events || !waits)
		return CL_OUT_OF_HOST_MEMORY;
	for (size_t i = 0; i < plan->count && error == CL_SUCCESS; i++)
		if (plan->steps[i].is_used)
			error = replay_step(run, &scratch, i);
	if (error == CL_SUCCESS && run->wants_event)
		error = join_leaves(run, &scratch);
	sort_events(run, &scratch, error != CL_SUCCESS);
	return error;
}

/* -- the whole ------------------------------------------------------------------------- */

static bool keeps_order(const struct run *run)
{
	return (run->properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE) == 0;
}

/* An event without memory for what it stands for is its last command's event. */
static cl_int replay(struct run *run)
{
	cl_int error;

	if (run->wants_event)
		run->own = events_make(CL_COMMAND_COMMAND_BUFFER_KHR,
				       keeps_order(run) ? 1 : 2 * run->buffer->count);
	if (run->buffer->plan->commands == 0)
		error = enqueue_nothing(run);
	else if (keeps_order(run))
		error = replay_in_order(run);
	else
		error = replay_by_plan(run);
	if (error != CL_SUCCESS || !events_set(run->own, run->event))
		events_free(run->own);
	return error;
}

static cl_int enqueue_buffer(struct command_buffer *buffer, struct run *run)
{
	struct launches *launches = buffers_hold_launches(buffer);
	cl_int error;

	if (!launches)
		return CL_INVALID_OPERATION;
	run->launches = launches;
	error = replay(run);
	buffers_drop_launches(launches);
	return error;
}

CLROUTER_WRAP_EXTENSION(clEnqueueCommandBufferKHR)
{
	struct command_buffer *buffer;
	struct run run = { .wait_count = num_events_in_wait_list,
			   .waits = event_wait_list,
			   .wants_event = event != NULL };
	cl_int error;

	BUFFERS_PASS_ON(clEnqueueCommandBufferKHR);
	buffer = notes_hold(command_buffer, NOTE_COMMAND_BUFFER);
	if (!buffer)
		return CL_INVALID_COMMAND_BUFFER_KHR;
	run.buffer = buffer;
	error = check_run(&run, num_queues, queues);
	if (error == CL_SUCCESS)
		error = enqueue_buffer(buffer, &run);
	if (error == CL_SUCCESS && event)
		*event = run.event;
	notes_drop(&buffer->note);
	return error;
}

void replay_start(void)
{
	static struct lookup enqueue_lookup =
		LOOKUP(clEnqueueCommandBufferKHR, FEATURE_COMMAND_BUFFER);

	lookup_add(&enqueue_lookup);
}
