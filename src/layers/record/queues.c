/* SPDX-License-Identifier: Apache-2.0 */
/*
 * queues: see queues.h.
 */
#include "layers/record/queues.h"

#include <stdlib.h>
#include <string.h>

#include "base/common/lock.h"
#include "base/common/pointer-map.h"
#include "layers/frame/auto-free.h"
#include "opencl/lists.h"

static struct {
	struct lock lock;
	struct pointer_map map;		    /* handle -> struct timed_queue */
	_Atomic(struct timed_queue *) list; /* all of them */
	enum queues_change change;
	atomic_bool has_changed;	/* one queue at least */
	atomic_bool has_command_buffers;
} queues = { .lock = LOCK_INIT };

void queues_start(enum queues_change change)
{
	queues.change = change;
}

void queues_expect_command_buffers(void)
{
	atomic_store(&queues.has_command_buffers, true);
}

/* -- finding ------------------------------------------------------------------------------- */

static struct timed_queue *find(cl_command_queue handle)
{
	struct timed_queue *queue;

	lock_take(&queues.lock);
	queue = (struct timed_queue *)pointer_map_get(&queues.map, handle);
	lock_give(&queues.lock);
	return queue;
}

/* A struct for HANDLE, if no other thread has added one meanwhile. NULL: there is no memory. */
static struct timed_queue *add(cl_command_queue handle)
{
	struct timed_queue *queue = calloc(1, sizeof(*queue));
	struct timed_queue *known;

	if (!queue)
		return NULL;
	queue->in_flight.queue = handle;
	lock_take(&queues.lock);
	known = (struct timed_queue *)pointer_map_get(&queues.map, handle);
	if (!known && pointer_map_set(&queues.map, handle, (uintptr_t)queue)) {
		queue->next = queues.list;
		queues.list = queue;
		known = queue;
	}
	lock_give(&queues.lock);
	if (known != queue)
		free(queue);
	return known;
}

/* HANDLE has these properties now, and others before if there was another queue at its address. */
static struct timed_queue *set(cl_command_queue handle, cl_command_queue_properties properties)
{
	struct timed_queue *queue = find(handle);

	if (!queue)
		queue = add(handle);
	if (!queue)
		return NULL;
	in_flight_set_order(&queue->in_flight,
			    !(properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE));
	queue->profiling = RECORD_PROFILING_AS_MADE;
	queue->is_measured = properties & CL_QUEUE_PROFILING_ENABLE;
	queue->noted = 0;
	free(queue->list);
	queue->list = NULL;
	queue->list_size = 0;
	return queue;
}

struct timed_queue *queues_find(cl_command_queue handle)
{
	struct timed_queue *queue = find(handle);
	cl_command_queue_properties properties = 0;

	if (queue)
		return queue;
	clrouter_target.clGetCommandQueueInfo(handle, CL_QUEUE_PROPERTIES, sizeof(properties),
					      &properties, NULL);
	return set(handle, properties);
}

void queues_read(void)
{
	for (struct timed_queue *queue = queues.list; queue; queue = queue->next)
		in_flight_read(&queue->in_flight);
}

/* -- making -------------------------------------------------------------------------------- */

static cl_command_queue_properties bits_of(const cl_queue_properties *properties)
{
	for (size_t i = 0; i < lists_length(properties); i += 2)
		if (properties[i] == CL_QUEUE_PROPERTIES)
			return properties[i + 1];
	return 0;
}

/* A copy of PROPERTIES that asks for profiling; NULL: no memory. */
static cl_queue_properties *with_profiling(const cl_queue_properties *properties)
{
	const size_t count = lists_length(properties);
	cl_queue_properties *copy = calloc(count + 3, sizeof(*copy));
	size_t i = 0;

	if (!copy)
		return NULL;
	if (count > 0)
		memcpy(copy, properties, count * sizeof(*copy));
	while (i < count && copy[i] != CL_QUEUE_PROPERTIES)
		i += 2;
	copy[i] = CL_QUEUE_PROPERTIES;
	copy[i + 1] |= CL_QUEUE_PROFILING_ENABLE;
	return copy;
}

/* What is to be done with a queue for which the program asks for PROPERTIES. */
static enum record_profiling choose(cl_device_id device, cl_command_queue_properties properties)
{
	if (queues.change == QUEUES_NONE || !device ||
	    properties & (CL_QUEUE_PROFILING_ENABLE | CL_QUEUE_ON_DEVICE))
		return RECORD_PROFILING_AS_MADE;
	if (queues.change == QUEUES_ALL)
		return RECORD_PROFILING_ALL;
	if (properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE)
		return RECORD_PROFILING_OUT_OF_ORDER;
	return profiling_of_device(device, atomic_load(&queues.has_command_buffers));
}

static bool is_change(enum record_profiling profiling)
{
	return profiling == RECORD_PROFILING_ALL || profiling == RECORD_PROFILING_SAMPLED;
}

/* The queue HANDLE was made, or is NULL, with PROFILING in place of the program's PROPERTIES. */
static struct timed_queue *note_made(cl_command_queue handle,
				     cl_command_queue_properties properties,
				     enum record_profiling profiling)
{
	struct timed_queue *queue;

	if (is_change(profiling))
		properties |= CL_QUEUE_PROFILING_ENABLE;
	queue = handle ? set(handle, properties) : NULL;
	if (!queue)
		return NULL;
	queue->profiling = profiling;
	if (is_change(profiling))
		atomic_store(&queues.has_changed, true);
	return queue;
}

cl_command_queue CL_API_CALL queue_create(cl_context context, cl_device_id device,
					  cl_command_queue_properties properties,
					  cl_int *errcode_ret)
{
	enum record_profiling profiling = choose(device, properties);
	cl_command_queue handle = NULL;

	if (is_change(profiling)) {
		handle = clrouter_target.clCreateCommandQueue(
			context, device, properties | CL_QUEUE_PROFILING_ENABLE, errcode_ret);
		if (!handle)
			profiling = RECORD_PROFILING_REFUSED;
	}
	if (!handle)
		handle = clrouter_target.clCreateCommandQueue(context, device, properties,
							      errcode_ret);
	note_made(handle, properties, profiling);
	return handle;
}

/* For queries, which answer with what the program gave. */
static void keep_list(struct timed_queue *queue, const cl_queue_properties *properties)
{
	const size_t size = (lists_length(properties) + 1) * sizeof(*properties);

	queue->list = properties ? malloc(size) : NULL;
	if (!queue->list)
		return;
	memcpy(queue->list, properties, size);
	queue->list_size = size;
}

cl_command_queue queue_create_by(queue_maker *make, cl_context context, cl_device_id device,
				 const cl_queue_properties *properties, cl_int *errcode_ret)
{
	enum record_profiling profiling = choose(device, bits_of(properties));
	AUTO_FREE cl_queue_properties *copy =
		is_change(profiling) ? with_profiling(properties) : NULL;
	cl_command_queue handle = NULL;
	struct timed_queue *queue;

	if (copy)
		handle = make(context, device, copy, errcode_ret);
	if (!handle) {
		if (is_change(profiling))
			profiling = RECORD_PROFILING_REFUSED;
		handle = make(context, device, properties, errcode_ret);
	}
	queue = note_made(handle, bits_of(properties), profiling);
	if (queue)
		keep_list(queue, properties);
	return handle;
}

cl_command_queue CL_API_CALL queue_create_with_properties(cl_context context, cl_device_id device,
							  const cl_queue_properties *properties,
							  cl_int *errcode_ret)
{
	return queue_create_by(clrouter_target.clCreateCommandQueueWithProperties, context, device,
			       properties, errcode_ret);
}

/* -- answers as the program expects them --------------------------------------------------- */

/* The queue HANDLE, if it was changed; NULL otherwise. */
static struct timed_queue *find_changed(cl_command_queue handle)
{
	struct timed_queue *queue = NULL;

	if (handle && atomic_load_explicit(&queues.has_changed, memory_order_relaxed))
		queue = find(handle);
	return queue && queue_is_changed(queue) ? queue : NULL;
}

/* From now on, the program decides about the profiling of the queue itself. */
cl_int CL_API_CALL queue_set_property(cl_command_queue handle,
				      cl_command_queue_properties properties, cl_bool enable,
				      cl_command_queue_properties *old_properties)
{
	struct timed_queue *queue = find_changed(handle);
	const cl_int error = clrouter_target.clSetCommandQueueProperty(handle, properties, enable,
								       old_properties);

	if (error != CL_SUCCESS || !queue)
		return error;
	if (old_properties)
		*old_properties &= ~(cl_command_queue_properties)CL_QUEUE_PROFILING_ENABLE;
	if (properties & CL_QUEUE_PROFILING_ENABLE) {
		queue->profiling = RECORD_PROFILING_AS_MADE;
		queue->is_measured = enable;
	}
	return error;
}

static cl_int get_list(const struct timed_queue *queue, size_t size, void *value, size_t *size_ret)
{
	if (value && size < queue->list_size)
		return CL_INVALID_VALUE;
	if (value && queue->list_size > 0)
		memcpy(value, queue->list, queue->list_size);
	if (size_ret)
		*size_ret = queue->list_size;
	return CL_SUCCESS;
}

cl_int CL_API_CALL queue_get_info(cl_command_queue handle, cl_command_queue_info param_name,
				  size_t param_value_size, void *param_value,
				  size_t *param_value_size_ret)
{
	const struct timed_queue *queue = find_changed(handle);
	const cl_int error =
		clrouter_target.clGetCommandQueueInfo(handle, param_name, param_value_size,
						      param_value, param_value_size_ret);
	cl_command_queue_properties properties;

	if (!queue || (error != CL_SUCCESS && error != CL_INVALID_VALUE))
		return error;
	/* The list is shorter than the driver's, so space may be enough for it only. */
	if (param_name == CL_QUEUE_PROPERTIES_ARRAY &&
	    clrouter_target.clGetCommandQueueInfo(handle, param_name, 0, NULL, NULL) == CL_SUCCESS)
		return get_list(queue, param_value_size, param_value, param_value_size_ret);
	if (param_name != CL_QUEUE_PROPERTIES || error != CL_SUCCESS || !param_value)
		return error;
	memcpy(&properties, param_value, sizeof(properties));
	properties &= ~(cl_command_queue_properties)CL_QUEUE_PROFILING_ENABLE;
	memcpy(param_value, &properties, sizeof(properties));
	return error;
}

/* Was the queue of EVENT changed? */
static bool is_of_changed(cl_event event)
{
	cl_command_queue handle = NULL;

	return clrouter_target.clGetEventInfo(event, CL_EVENT_COMMAND_QUEUE, sizeof(handle),
					      &handle, NULL) == CL_SUCCESS &&
	       find_changed(handle);
}

/* What is wrong with the event is found by one question: another layer can see them. */
cl_int CL_API_CALL queue_get_profiling_info(cl_event event, cl_profiling_info param_name,
					    size_t param_value_size, void *param_value,
					    size_t *param_value_size_ret)
{
	if (atomic_load_explicit(&queues.has_changed, memory_order_relaxed)) {
		size_t size = 0;
		const cl_int error = clrouter_target.clGetEventProfilingInfo(event, param_name, 0,
									     NULL, &size);

		if (error != CL_SUCCESS)
			return error;
		if (is_of_changed(event))
			return CL_PROFILING_INFO_NOT_AVAILABLE;
	}
	return clrouter_target.clGetEventProfilingInfo(event, param_name, param_value_size,
						       param_value, param_value_size_ret);
}

/* -- forks --------------------------------------------------------------------------------- */

void queues_before_fork(void)
{
	lock_take(&queues.lock);
}

void queues_after_fork_in_parent(void)
{
	lock_give(&queues.lock);
}

void queues_after_fork_in_child(void)
{
	for (struct timed_queue *queue = queues.list; queue; queue = queue->next)
		in_flight_forget(&queue->in_flight);
	lock_give(&queues.lock);
}
