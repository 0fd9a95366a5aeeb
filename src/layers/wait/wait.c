/* SPDX-License-Identifier: Apache-2.0 */
/*
 * wait: libCLWait.so waits in the driver's place, with as little of the processor as it takes: it
 * polls, and sleeps for most of the time that a wait is expected to take. What a call means stays
 * as it is: the driver's own function is always called last, and decides. It belongs below all other
 * layers but for the compatibility layer ("place = driver"), so that these see what the program
 * does.
 *
 *	wait --> wait-calls		generated: the functions that enqueue
 *	     --> wait-callbacks		the functions by which a program gives callbacks
 *	     --> waiting		what a call waits for, and how it is waited for
 *	           --> sound		would the driver refuse the call?
 *	           --> wait-queue		what is known of a queue
 *	           --> drivers		how a driver waits, and what follows from that
 *	           --> expectation	how long it is going to take
 *	           --> watch		reports a wait that takes too long
 *	                 --> clock
 *
 * The layer has no thread, and changes no thread of the program.
 */
#include <clrouter/extension.h>

#include <string.h>

#include "base/common/system.h"
#include "layers/frame/ask.h"
#include "layers/wait/drivers.h"
#include "layers/wait/expectation.h"
#include "layers/wait/wait-calls.h"
#include "layers/wait/wait-queue.h"
#include "layers/wait/waiting.h"
#include "layers/wait/watch.h"

/* -- waits ----------------------------------------------------------------------------------- */

static cl_int CL_API_CALL finish(cl_command_queue queue)
{
	cl_int error;
	WAITING;

	waiting_open(&waiting, queue, CLROUTER_SLOT_clFinish, __builtin_return_address(0));
	waiting_for_finish(&waiting);
	error = clrouter_target.clFinish(queue);
	waiting_end(&waiting, error != CL_SUCCESS);
	return error;
}

static cl_int CL_API_CALL wait_for_events(cl_uint count, const cl_event *events)
{
	WAITING;

	waiting_open(&waiting, NULL, CLROUTER_SLOT_clWaitForEvents, __builtin_return_address(0));
	waiting_for_events(&waiting, count, events);
	return clrouter_target.clWaitForEvents(count, events);
}

/* The note comes first: another thread may enqueue as soon as the driver has flushed. */
static cl_int CL_API_CALL flush(cl_command_queue handle)
{
	struct wait_queue *queue = wait_queue_find(handle);
	cl_int error;

	wait_queue_note_flush(queue);
	error = clrouter_target.clFlush(handle);
	if (error != CL_SUCCESS)
		wait_queue_note(queue, 0);
	return error;
}

/* -- barriers -------------------------------------------------------------------------------- */

/* Is a barrier of QUEUE something that a later transfer is waited for by? */
static bool keeps_barriers(struct wait_queue *queue, cl_command_queue handle)
{
	const struct wait_queue_facts facts = wait_queue_ask(queue, handle);

	return facts.is_usable && !facts.keeps_order &&
	       atomic_load(&facts.driver->way) != DRIVER_LEFT_ALONE;
}

/* It has no event. A marker after it ends when it ends: both wait for all commands before them. */
static cl_int CL_API_CALL barrier(cl_command_queue handle)
{
	struct wait_queue *queue = wait_queue_find(handle);
	cl_event event = NULL;
	cl_int error;

	wait_queue_note(queue, 0);
	error = clrouter_target.clEnqueueBarrier(handle);
	if (error == CL_SUCCESS && keeps_barriers(queue, handle) &&
	    clrouter_target.clEnqueueMarker(handle, &event) == CL_SUCCESS)
		wait_queue_set_barrier(queue, event);
	return error;
}

static cl_int CL_API_CALL barrier_with_list(cl_command_queue handle, cl_uint count,
					    const cl_event *events, cl_event *event)
{
	struct wait_queue *queue = wait_queue_find(handle);
	const bool is_kept = keeps_barriers(queue, handle);
	cl_event own = NULL;
	cl_int error;

	wait_queue_note(queue, count);
	if (!is_kept)
		return clrouter_target.clEnqueueBarrierWithWaitList(handle, count, events, event);
	error = clrouter_target.clEnqueueBarrierWithWaitList(handle, count, events,
							     event ? event : &own);
	if (error == CL_SUCCESS && event &&
	    clrouter_target.clRetainEvent(*event) == CL_SUCCESS)
		own = *event;
	if (error == CL_SUCCESS && own)
		wait_queue_set_barrier(queue, own);
	return error;
}

/* -- the life of queues ---------------------------------------------------------------------- */

static cl_int CL_API_CALL release_queue(cl_command_queue queue)
{
	cl_uint references = 0;

	/* After the call, another thread may have a new queue with this handle. */
	if (wait_queue_look(queue)) {
		ASK(clGetCommandQueueInfo, queue, CL_QUEUE_REFERENCE_COUNT, references);
		wait_queue_note_flush(wait_queue_find(queue));
		if (references == 1)
			watch_forget(queue);
		wait_queue_forget(queue, references == 1);
	}
	return clrouter_target.clReleaseCommandQueue(queue);
}

static cl_command_queue CL_API_CALL create_queue(cl_context context, cl_device_id device,
						 cl_command_queue_properties properties,
						 cl_int *errcode_ret)
{
	const cl_command_queue queue =
		clrouter_target.clCreateCommandQueue(context, device, properties, errcode_ret);

	wait_queue_forget(queue, true);
	return queue;
}

static cl_command_queue CL_API_CALL
create_queue_with_properties(cl_context context, cl_device_id device,
			     const cl_queue_properties *properties, cl_int *errcode_ret)
{
	const cl_command_queue queue = clrouter_target.clCreateCommandQueueWithProperties(
		context, device, properties, errcode_ret);

	wait_queue_forget(queue, true);
	return queue;
}

static cl_int CL_API_CALL set_queue_property(cl_command_queue queue,
					     cl_command_queue_properties properties, cl_bool enable,
					     cl_command_queue_properties *old_properties)
{
	const cl_int error = clrouter_target.clSetCommandQueueProperty(queue, properties, enable,
								       old_properties);

	wait_queue_forget(queue, false);
	return error;
}

/* -- the start ------------------------------------------------------------------------------- */

/* A function that enqueues, and that is not seen, may leave a queue with commands to be flushed. */
static void note_unseen(const struct clrouter_extension_missed *missed)
{
	if (strncmp(missed->name, "clEnqueue", strlen("clEnqueue")) == 0)
		wait_queue_note_unseen();
}

static void start_waits(struct clrouter_table *table)
{
	table->clFinish = finish;
	table->clWaitForEvents = wait_for_events;
	table->clFlush = flush;
	table->clEnqueueBarrier = barrier;
	table->clEnqueueBarrierWithWaitList = barrier_with_list;
	table->clReleaseCommandQueue = release_queue;
	table->clCreateCommandQueue = create_queue;
	table->clCreateCommandQueueWithProperties = create_queue_with_properties;
	table->clSetCommandQueueProperty = set_queue_property;
}

static cl_int start(struct clrouter_table *table)
{
	static bool watches_forks;

	/* No other thread may have the lock when the process is copied. */
	if (!watches_forks)
		watches_forks = system_watch_forks(wait_queue_before_fork, wait_queue_after_fork,
						   wait_queue_after_fork);
	drivers_start();
	expectation_start();
	watch_start();
	wait_queue_start();
	if (!wait_callbacks_start(table))
		return CL_OUT_OF_HOST_MEMORY;
	wait_calls_start(table, watch_limit() != 0);
	start_waits(table);
	clrouter_extension_start(table, note_unseen);
	return CL_SUCCESS;
}

CLROUTER_LAYER("wait", start, NULL)
