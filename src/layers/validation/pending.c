/* SPDX-License-Identifier: Apache-2.0 */
/*
 * pending: see stages.h.
 */
#include "layers/validation/stages.h"

#include "layers/validation/validation-own.h"
#include "opencl/constants.h"
#include "state/facts.h"
#include "state/recording.h"

static const struct facts_queue *buffer_of(const struct call *call)
{
	return facts_of_command_buffer(
		call_pointer(call, ARG_clEnqueueCommandBufferKHR_command_buffer));
}

/* Can it be wrong to enqueue the command buffer of CALL again before it has ended? */
static bool must_end(const struct call *call)
{
	const struct facts_queue *buffer = buffer_of(call);
	const struct limits *limits = facts_queue_limits(
		call_pointer(call, ARG_clEnqueueCommandBufferKHR_command_buffer));
	const struct facts_queue *queue;

	if (!buffer || !limits ||
	    (recording_flags(buffer->recording) & CL_COMMAND_BUFFER_SIMULTANEOUS_USE_KHR) != 0)
		return false;
	queue = facts_of_queue(
		recording_queue_of(buffer->recording,
				   call_pointer(call, ARG_clEnqueueCommandBufferKHR_queues),
				   call_number(call, ARG_clEnqueueCommandBufferKHR_num_queues)));
	return !limits->support.allows_pending ||
	       (queue &&
		(queue->properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE) != 0);
}

static void set_place(const struct call *call, cl_event *place)
{
	memcpy(call->values[ARG_clEnqueueCommandBufferKHR_event], &place, sizeof(place));
}

void pending_before(struct call *call)
{
	struct validation_own *own = validation_own(call);

	own->event = NULL;
	own->has_event = call->slot == CLROUTER_SLOT_clEnqueueCommandBufferKHR &&
			 !call_pointer(call, ARG_clEnqueueCommandBufferKHR_event) &&
			 must_end(call);
	if (own->has_event)
		set_place(call, &own->event);
}

void pending_hide(struct call *call, const void *result)
{
	(void)result;
	set_place(call, NULL);
}

void pending_after(struct call *call, const void *result)
{
	const struct validation_own *own = validation_own(call);
	const struct facts_queue *buffer = own->event ? buffer_of(call) : NULL;

	(void)result;
	if (buffer)
		recording_enqueued(buffer->recording, own->event);
	if (own->event)
		clrouter_target.clReleaseEvent(own->event);
}
