/* SPDX-License-Identifier: Apache-2.0 */
/*
 * commands: see commands.h.
 */
#include "layers/record/commands.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/common/lock.h"
#include "layers/frame/auto-free.h"
#include "layers/record/store.h"
#include "base/common/pointer-map.h"

#define STOP_MS 250

enum { QUEUE_PLAIN = 1, QUEUE_PROFILED };

static struct {
	struct lock lock;
	struct pointer_map queues; /* queue -> QUEUE_PLAIN or QUEUE_PROFILED */
	struct pointer_map buffers; /* command buffer -> its first queue */
	atomic_uint version;	   /* of the queues: a thread may remember what it found in it */
	atomic_uint pending;	   /* commands whose end was not noticed yet */
	bool profiles;
} commands = { .lock = LOCK_INIT };

/* What on_complete() is given; it frees it. */
struct command {
	cl_event event; /* with a reference of ours */
	cl_command_queue queue;
	uint64_t call; /* the offset of its record */
};

static unsigned int ask_queue(cl_command_queue queue)
{
	cl_command_queue_properties properties = 0;
	unsigned int kind;

	clrouter_target.clGetCommandQueueInfo(queue, CL_QUEUE_PROPERTIES, sizeof(properties),
					      &properties, NULL);
	kind = properties & CL_QUEUE_PROFILING_ENABLE ? QUEUE_PROFILED : QUEUE_PLAIN;
	lock_take(&commands.lock);
	pointer_map_set(&commands.queues, queue, kind);
	lock_give(&commands.lock);
	return kind;
}

/* A thread mostly enqueues to one queue again and again, so it remembers the last one. */
static bool is_profiled(struct event_thread *thread, cl_command_queue queue)
{
	const unsigned int version = atomic_load_explicit(&commands.version, memory_order_acquire);

	if (thread->last.queue == queue && thread->last.version == version)
		return thread->last.kind == QUEUE_PROFILED;
	lock_take(&commands.lock);
	thread->last.kind = (unsigned int)pointer_map_get(&commands.queues, queue);
	lock_give(&commands.lock);
	if (thread->last.kind == 0)
		thread->last.kind = ask_queue(queue);
	thread->last.queue = queue;
	thread->last.version = version;
	return thread->last.kind == QUEUE_PROFILED;
}

/* A new queue may have the address of an old one. */
static cl_command_queue forget_queue(cl_command_queue queue)
{
	lock_take(&commands.lock);
	if (queue != NULL)
		pointer_map_remove(&commands.queues, queue);
	atomic_fetch_add(&commands.version, 1);
	lock_give(&commands.lock);
	return queue;
}

static cl_command_queue CL_API_CALL create_queue(cl_context context, cl_device_id device,
						 cl_command_queue_properties properties,
						 cl_int *errcode_ret)
{
	if (commands.profiles)
		properties |= CL_QUEUE_PROFILING_ENABLE;
	return forget_queue(
		record_calls.clCreateCommandQueue(context, device, properties, errcode_ret));
}

static size_t count_properties(const cl_queue_properties *properties)
{
	size_t n = 0;

	while (properties != NULL && properties[n] != 0)
		n += 2;
	return n;
}

/* A copy of PROPERTIES that asks for profiling; NULL: no memory. */
static cl_queue_properties *with_profiling(const cl_queue_properties *properties)
{
	const size_t count = count_properties(properties);
	cl_queue_properties *copy = calloc(count + 3, sizeof(*copy));
	size_t i = 0;

	if (copy == NULL)
		return NULL;
	if (count > 0)
		memcpy(copy, properties, count * sizeof(*copy));
	while (i < count && copy[i] != CL_QUEUE_PROPERTIES)
		i += 2;
	copy[i] = CL_QUEUE_PROPERTIES;
	copy[i + 1] |= CL_QUEUE_PROFILING_ENABLE;
	return copy;
}

static bool is_on_device(const cl_queue_properties *properties)
{
	for (size_t i = 0; i < count_properties(properties); i += 2)
		if (properties[i] == CL_QUEUE_PROPERTIES && properties[i + 1] & CL_QUEUE_ON_DEVICE)
			return true;
	return false;
}

cl_queue_properties *command_queue_properties(const cl_queue_properties *properties)
{
	return commands.profiles && !is_on_device(properties) ? with_profiling(properties) : NULL;
}

static cl_command_queue CL_API_CALL
create_queue_with_properties(cl_context context, cl_device_id device,
			     const cl_queue_properties *properties, cl_int *errcode_ret)
{
	AUTO_FREE cl_queue_properties *copy = command_queue_properties(properties);

	return forget_queue(record_calls.clCreateCommandQueueWithProperties(
		context, device, copy != NULL ? copy : properties, errcode_ret));
}

void command_queue_made(cl_command_queue queue)
{
	forget_queue(queue);
}

/* It is enqueued to the queues that it was made for if no others are given. */
void command_buffer_made(cl_command_buffer_khr buffer, cl_uint count,
			 const cl_command_queue *queues)
{
	if (buffer == NULL || count == 0 || queues == NULL || queues[0] == NULL)
		return;
	lock_take(&commands.lock);
	pointer_map_set(&commands.buffers, buffer, (uintptr_t)queues[0]);
	lock_give(&commands.lock);
}

cl_command_queue command_buffer_queue(cl_command_buffer_khr buffer, cl_uint count,
				      const cl_command_queue *queues)
{
	cl_command_queue queue = NULL;

	if (count > 0 && queues != NULL)
		return queues[0];
	lock_take(&commands.lock);
	if (buffer != NULL)
		queue = (cl_command_queue)pointer_map_get(&commands.buffers, buffer);
	lock_give(&commands.lock);
	return queue;
}

void commands_start(struct clrouter_table *table, bool profiles)
{
	commands.profiles = profiles;
	if (table->clCreateCommandQueue != NULL)
		table->clCreateCommandQueue = create_queue;
	if (table->clCreateCommandQueueWithProperties != NULL)
		table->clCreateCommandQueueWithProperties = create_queue_with_properties;
}

/*
 * The queue is asked before the call: after it, another thread may have released the queue, or
 * something else may be at its address.
 */
void command_begin(struct event_frame *frame, cl_command_queue queue, cl_event **event)
{
	frame->is_profiled = frame->home != 0 && queue != NULL && is_profiled(frame->thread, queue);
	if (frame->is_profiled && *event == NULL)
		*event = &frame->event;
}

static bool ask_times(cl_event event, struct record_command *fields)
{
	static const cl_profiling_info queries[] = { CL_PROFILING_COMMAND_QUEUED,
						     CL_PROFILING_COMMAND_SUBMIT,
						     CL_PROFILING_COMMAND_START,
						     CL_PROFILING_COMMAND_END };
	uint64_t *const times[] = { &fields->queued, &fields->submitted, &fields->started,
				    &fields->ended };

	for (int i = 0; i < 4; i++) {
		cl_ulong time = 0;

		if (clrouter_target.clGetEventProfilingInfo(event, queries[i], sizeof(time), &time,
							    NULL) != CL_SUCCESS)
			return false;
		*times[i] = time;
	}
	return true;
}

static void CL_CALLBACK on_complete(cl_event event, cl_int status, void *data)
{
	struct command *command = data;
	struct record_command fields = {
		.call = command->call,
		.queue = (uint64_t)(uintptr_t)command->queue,
		.completed = store_now(),
		.status = status,
	};

	if (status >= 0 && events_are_recorded())
		ask_times(event, &fields);
	event_add(RECORD_COMMAND, 0, &fields.call, sizeof(fields) - sizeof(fields.head), NULL, 0);
	clrouter_target.clReleaseEvent(event);
	free(command);
	atomic_fetch_sub(&commands.pending, 1);
}

/* Takes over a reference to EVENT. */
static void follow(cl_event event, cl_command_queue queue, uint64_t call)
{
	struct command *command = malloc(sizeof(*command));

	if (command != NULL) {
		*command = (struct command){ event, queue, call };
		atomic_fetch_add(&commands.pending, 1);
		if (clrouter_target.clSetEventCallback(event, CL_COMPLETE, on_complete, command) ==
		    CL_SUCCESS)
			return;
		atomic_fetch_sub(&commands.pending, 1);
		free(command);
	}
	store_count_lost();
	clrouter_target.clReleaseEvent(event);
}

void command_end(struct event_frame *frame, cl_command_queue queue, cl_event *event, cl_int result)
{
	if (!frame->is_profiled || event == NULL || *event == NULL || result != CL_SUCCESS)
		return;
	if (event != &frame->event && clrouter_target.clRetainEvent(*event) != CL_SUCCESS)
		return;
	follow(*event, queue, frame->offset);
}

void commands_before_fork(void)
{
	lock_take(&commands.lock);
}

void commands_after_fork(void)
{
	lock_give(&commands.lock);
}

/*
 * At the end of a process the driver may be gone already, so it is not asked for anything. Its
 * callbacks can still come; this library stays loaded for them. A driver may call back from a thread
 * of its own after clFinish has returned; the wait has to do for that thread on a busy machine.
 */
void commands_stop(void)
{
	const struct timespec moment = { .tv_nsec = 1000000 };

	for (int i = 0; i < STOP_MS && atomic_load(&commands.pending) > 0; i++)
		nanosleep(&moment, NULL);
}
