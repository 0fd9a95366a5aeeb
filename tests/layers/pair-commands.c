/* SPDX-License-Identifier: Apache-2.0 */
/*
 * pair-commands: what is enqueued in a driver of pair-driver.h, and its events.
 */
#include "layers/pair-objects.h"

/* -- events ------------------------------------------------------------------------------ */

/* A command has failed or not begun if one that it waits for has. */
static cl_int status_of(const struct pair_object *event)
{
	cl_int status = atomic_load_explicit(&event->status, memory_order_acquire);

	for (cl_uint i = 0; i < event->wait_count && status == CL_COMPLETE; i++) {
		const cl_int other = status_of(event->waits[i]);

		status = other < 0   ? CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST
			 : other > 0 ? CL_QUEUED
				     : CL_COMPLETE;
	}
	return status;
}

static cl_int enqueue(cl_command_queue queue, cl_uint count, const cl_event *list, cl_event *event)
{
	struct pair_object *made;
	cl_int error;

	if (!pair_is(queue, QUEUE))
		return CL_INVALID_COMMAND_QUEUE;
	for (cl_uint i = 0; i < count; i++)
		if (!pair_is(list[i], EVENT))
			return CL_INVALID_EVENT_WAIT_LIST;
	__atomic_fetch_add(&pair_noted.enqueued, 1, __ATOMIC_RELAXED);
	if (!event)
		return CL_SUCCESS;
	made = pair_make(EVENT, pair_object(queue)->owner, &error);
	if (!made)
		return error;
	for (cl_uint i = 0; i < count && made->wait_count < PAIR_WAITS; i++) {
		if (status_of(pair_object(list[i])) == CL_COMPLETE)
			continue;
		pair_retain(list[i], EVENT, CL_SUCCESS);
		made->waits[made->wait_count++] = pair_object(list[i]);
	}
	*event = (cl_event)made;
	return CL_SUCCESS;
}

static cl_event CL_API_CALL create_user_event(cl_context context, cl_int *error)
{
	struct pair_object *event = pair_make(EVENT, pair_object(context), error);

	if (event)
		atomic_store(&event->status, CL_SUBMITTED);
	return (cl_event)event;
}

static cl_int CL_API_CALL set_user_event(cl_event event, cl_int status)
{
	atomic_store_explicit(&pair_object(event)->status, status, memory_order_release);
	return CL_SUCCESS;
}

/* Events that have not ended never call back, as PoCL's events that fail do not. */
static cl_int CL_API_CALL set_callback(cl_event event, cl_int type,
				       void(CL_CALLBACK *notify)(cl_event, cl_int, void *),
				       void *data)
{
	const cl_int status = status_of(pair_object(event));

	(void)type;
	if (status <= CL_COMPLETE)
		notify(event, status, data);
	return CL_SUCCESS;
}

static cl_int CL_API_CALL get_event_info(cl_event event, cl_event_info name, size_t size,
					 void *value, size_t *size_ret)
{
	const struct pair_object *object = pair_object(event);

	if (!pair_is(event, EVENT))
		return CL_INVALID_EVENT;
	switch (name) {
	case CL_EVENT_CONTEXT:
		return STORE(cl_context, (cl_context)object->owner);
	case CL_EVENT_COMMAND_EXECUTION_STATUS:
		return STORE(cl_int, status_of(object));
	case CL_EVENT_REFERENCE_COUNT:
		return STORE(cl_uint, object->references);
	default:
		return STORE(cl_command_type, CL_COMMAND_MARKER);
	}
}

static cl_int CL_API_CALL get_times(cl_event event, cl_profiling_info name, size_t size,
				    void *value, size_t *size_ret)
{
	(void)event, (void)name;
	return STORE(cl_ulong, 5);
}

static cl_int CL_API_CALL wait(cl_uint count, const cl_event *list)
{
	(void)count, (void)list;
	return CL_SUCCESS;
}

static cl_int CL_API_CALL flush(cl_command_queue queue)
{
	return pair_is(queue, QUEUE) ? CL_SUCCESS : CL_INVALID_COMMAND_QUEUE;
}

/* -- commands ---------------------------------------------------------------------------- */

static cl_int CL_API_CALL mark(cl_command_queue queue, cl_uint count, const cl_event *list,
			       cl_event *event)
{
	return enqueue(queue, count, list, event);
}

static cl_int CL_API_CALL fill(cl_command_queue queue, cl_mem memory, const void *pattern,
			       size_t pattern_size, size_t offset, size_t size, cl_uint count,
			       const cl_event *list, cl_event *event)
{
	(void)pattern, (void)pattern_size, (void)offset, (void)size;
	return pair_is(memory, MEMORY) ? enqueue(queue, count, list, event) : CL_INVALID_MEM_OBJECT;
}

static cl_int CL_API_CALL copy(cl_command_queue queue, cl_mem from, cl_mem to, size_t source,
			       size_t target, size_t size, cl_uint count, const cl_event *list,
			       cl_event *event)
{
	(void)source, (void)target, (void)size;
	return pair_is(from, MEMORY) && pair_is(to, MEMORY) ? enqueue(queue, count, list, event)
							    : CL_INVALID_MEM_OBJECT;
}

/* A kernel with no work-items does nothing. */
static cl_int CL_API_CALL launch(cl_command_queue queue, cl_kernel kernel, cl_uint dims,
				 const size_t *offset, const size_t *global, const size_t *local,
				 cl_uint count, const cl_event *list, cl_event *event)
{
	(void)dims, (void)offset, (void)local;
	if (!pair_is(kernel, KERNEL))
		return CL_INVALID_KERNEL;
	if (atomic_load(&pair_object(kernel)->set) != 7)
		return CL_INVALID_KERNEL_ARGS;
	return global[0] == 0 ? CL_SUCCESS : enqueue(queue, count, list, event);
}

void pair_commands_fill(cl_icd_dispatch *table)
{
	table->clCreateUserEvent = create_user_event;
	table->clSetUserEventStatus = set_user_event;
	table->clSetEventCallback = set_callback;
	table->clGetEventInfo = get_event_info;
	table->clGetEventProfilingInfo = get_times;
	table->clWaitForEvents = wait;
	table->clFlush = flush;
	table->clFinish = flush;
	table->clEnqueueMarkerWithWaitList = mark;
	table->clEnqueueBarrierWithWaitList = mark;
	table->clEnqueueFillBuffer = fill;
	table->clEnqueueCopyBuffer = copy;
	table->clEnqueueNDRangeKernel = launch;
}
