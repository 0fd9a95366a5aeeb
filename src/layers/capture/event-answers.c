/* SPDX-License-Identifier: Apache-2.0 */
/*
 * event-answers: see event-answers.h.
 */
#include "layers/capture/event-answers.h"

#include <stdatomic.h>
#include <stdlib.h>

typedef void CL_CALLBACK notify(cl_event event, cl_int status, void *data);

static _Atomic(struct event_answer *) answers; /* the last one first; NULL: none */

void event_answers_add(struct event_answer *answer)
{
	answer->next = atomic_load(&answers);
	while (!atomic_compare_exchange_weak(&answers, &answer->next, answer))
		;
}

/* The answer for the event GIVEN; NULL: it needs none. */
static const struct event_answer *find(const void *given)
{
	const struct event_answer *answer = atomic_load_explicit(&answers, memory_order_acquire);

	while (answer && answer->given != given)
		answer = answer->next;
	return answer;
}

/* -- the status -------------------------------------------------------------------------- */

/* What the status STATUS of the copy is in the eyes of the program. */
static cl_int status_of_launch(const struct event_answer *answer, cl_int status)
{
	cl_int launch = status;

	if (clrouter_target.clGetEventInfo(answer->launch, CL_EVENT_COMMAND_EXECUTION_STATUS,
					   sizeof(launch), &launch, NULL) != CL_SUCCESS)
		return status;
	/* The copy fails because the launch has, with a code of its own. */
	if (launch < 0 && status <= 0)
		return launch;
	if (status > CL_COMPLETE && launch <= CL_RUNNING)
		return CL_RUNNING;
	return status > CL_COMPLETE ? launch : status;
}

static cl_int answer_info(const struct event_answer *answer, const struct call *call)
{
	const cl_event_info query = (cl_event_info)call_number(call, ARG_clGetEventInfo_param_name);
	void *value = (void *)(uintptr_t)call_pointer(call, ARG_clGetEventInfo_param_value);
	const size_t size = call_number(call, ARG_clGetEventInfo_param_value_size);
	size_t *stored =
		(void *)(uintptr_t)call_pointer(call, ARG_clGetEventInfo_param_value_size_ret);
	cl_int error = clrouter_target.clGetEventInfo(
		query == CL_EVENT_COMMAND_TYPE ? answer->launch : answer->given, query, size, value,
		stored);
	cl_int status;
	cl_uint references;

	if (error != CL_SUCCESS || !value)
		return error;
	if (query == CL_EVENT_COMMAND_EXECUTION_STATUS) {
		memcpy(&status, value, sizeof(status));
		status = status_of_launch(answer, status);
		memcpy(value, &status, sizeof(status));
	} else if (query == CL_EVENT_REFERENCE_COUNT) {
		/* Without the one that the layer has. */
		memcpy(&references, value, sizeof(references));
		references -= references > 1;
		memcpy(value, &references, sizeof(references));
	}
	return CL_SUCCESS;
}

static cl_int answer_times(const struct event_answer *answer, const struct call *call)
{
	return clrouter_target.clGetEventProfilingInfo(
		answer->launch,
		(cl_profiling_info)call_number(call, ARG_clGetEventProfilingInfo_param_name),
		call_number(call, ARG_clGetEventProfilingInfo_param_value_size),
		(void *)(uintptr_t)call_pointer(call, ARG_clGetEventProfilingInfo_param_value),
		(void *)(uintptr_t)call_pointer(call,
						ARG_clGetEventProfilingInfo_param_value_size_ret));
}

/* -- callbacks ----------------------------------------------------------------------------- */

/* A function of the program that gets the status of the launch. */
struct listener {
	const struct event_answer *answer;
	notify *function;
	void *data;
};

static void CL_CALLBACK tell(cl_event event, cl_int status, void *data)
{
	const struct listener listener = *(struct listener *)data;

	free(data);
	listener.function(event, status < 0 ? status_of_launch(listener.answer, status) : status,
			  listener.data);
}

static cl_int answer_listener(const struct event_answer *answer, const struct call *call)
{
	const void *function = call_pointer(call, ARG_clSetEventCallback_pfn_notify);
	const cl_int type =
		(cl_int)call_number(call, ARG_clSetEventCallback_command_exec_callback_type);
	struct listener *listener = malloc(sizeof(*listener));
	cl_int error;

	if (!listener)
		return CL_OUT_OF_HOST_MEMORY;
	listener->answer = answer;
	memcpy(&listener->function, &function, sizeof(function));
	listener->data = (void *)(uintptr_t)call_pointer(call, ARG_clSetEventCallback_user_data);
	error = clrouter_target.clSetEventCallback(
		answer->given, type, listener->function ? tell : NULL, listener);
	if (error != CL_SUCCESS)
		free(listener);
	return error;
}

bool event_answers_call(struct call *call)
{
	const struct event_answer *answer;

	if (!atomic_load_explicit(&answers, memory_order_relaxed))
		return false;
	switch (call->slot) {
	case CLROUTER_SLOT_clGetEventInfo:
	case CLROUTER_SLOT_clGetEventProfilingInfo:
	case CLROUTER_SLOT_clSetEventCallback:
		answer = find(call_event(call));
		break;
	default:
		return false;
	}
	if (!answer)
		return false;
	call->refusal = call->slot == CLROUTER_SLOT_clGetEventInfo ? answer_info(answer, call)
			: call->slot == CLROUTER_SLOT_clSetEventCallback
				? answer_listener(answer, call)
				: answer_times(answer, call);
	return true;
}
