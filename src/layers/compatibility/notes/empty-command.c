/* SPDX-License-Identifier: Apache-2.0 */
/*
 * empty-command: see empty-command.h.
 */
#include "layers/compatibility/notes/empty-command.h"
#include "layers/frame/ask.h"

#include <stdbool.h>

static bool is_out_of_order(cl_command_queue queue)
{
	cl_command_queue_properties properties = 0;

	ASK(clGetCommandQueueInfo, queue, CL_QUEUE_PROPERTIES, properties);
	return (properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE) != 0;
}

/* NULL: *ERROR says why. */
static cl_mem get_memory(struct empty_command *empty, cl_context context, cl_int *error)
{
	cl_mem memory = atomic_load(&empty->memory);
	cl_mem other = NULL;

	*error = CL_SUCCESS;
	if (memory)
		return memory;
	memory = clrouter_target.clCreateBuffer(context, CL_MEM_READ_WRITE, sizeof(cl_uint), NULL,
						error);
	if (!memory || atomic_compare_exchange_strong(&empty->memory, &other, memory))
		return memory;
	/* Another thread was faster. */
	clrouter_target.clReleaseMemObject(memory);
	return other;
}

cl_int empty_command_enqueue(struct empty_command *empty, cl_context context,
			     cl_command_queue queue, size_t count, const cl_event *list,
			     cl_event *event)
{
	static const cl_uint pattern;
	cl_mem memory;
	cl_int error;

	if (count == 0)
		list = NULL;
	if (!is_out_of_order(queue))
		return clrouter_target.clEnqueueMarkerWithWaitList(queue, (cl_uint)count, list,
								   event);
	memory = get_memory(empty, context, &error);
	if (!memory)
		return error;
	return clrouter_target.clEnqueueFillBuffer(queue, memory, &pattern, sizeof(pattern), 0,
						   sizeof(pattern), (cl_uint)count, list, event);
}

void empty_command_done(struct empty_command *empty)
{
	cl_mem memory = atomic_load(&empty->memory);

	if (memory)
		clrouter_target.clReleaseMemObject(memory);
}
