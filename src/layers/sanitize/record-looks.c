/* SPDX-License-Identifier: Apache-2.0 */
/*
 * record-looks: see record-looks.h.
 */
#include "layers/sanitize/record-looks.h"

#include <string.h>

#include "layers/frame/ask.h"
#include "layers/sanitize/sanitize-findings.h"
#include "state/live.h"

/* What NVIDIA's driver returns for an access outside of its memory. */
#define NVIDIA_FAULT (-9999)

/* A look at all shadows that are used. */
struct look {
	bool has_ended; /* all launches in QUEUE until MOMENT have */
	bool is_last;	/* no other one follows */
	uint64_t moment;
	cl_command_queue queue; /* NULL: in all queues */
	const char *function;	/* that has failed */
	cl_int code;		/* CL_SUCCESS, or why the context has died */
};

static void look_at(struct shadow *shadow, void *data)
{
	const struct look *look = data;

	if (look->has_ended)
		shadow_note_end(shadow, look->queue, look->moment);
	if (look->code != CL_SUCCESS)
		findings_note_death(shadow, look->function, look->code);
	findings_look(shadow);
	if (look->is_last)
		findings_await(shadow);
}

static void look_at_all(cl_context context, struct look *look)
{
	shadow_visit(context, look_at, look);
	if (look->has_ended)
		shadow_free_retired();
}

/*
 * Does CODE, of a call that has waited, mean that the context of the device is not usable any more?
 * A QUEUE that the program has not released is not wrong by itself.
 */
static bool is_death(cl_int code, cl_command_queue queue)
{
	return code == CL_OUT_OF_RESOURCES || code == CL_OUT_OF_HOST_MEMORY ||
	       code == CL_DEVICE_NOT_AVAILABLE || code == NVIDIA_FAULT ||
	       (code == CL_INVALID_COMMAND_QUEUE && live_is_live(live_record(queue), OBJECT_QUEUE));
}

/* The error code of CALL; CL_SUCCESS if it returns none. */
static cl_int code_of(const struct call *call, const void *result)
{
	const struct signature *function = &signatures[call->slot];
	const cl_int *place;
	cl_int code = CL_SUCCESS;

	if (function->result.group == NAMES_cl_error) {
		memcpy(&code, result, sizeof(code));
	} else if (call->slot == CLROUTER_SLOT_clEnqueueMapBuffer) {
		place = call_pointer(call, ARG_clEnqueueMapBuffer_errcode_ret);
		code = place ? *place : CL_SUCCESS;
	} else if (call->slot == CLROUTER_SLOT_clEnqueueMapImage) {
		place = call_pointer(call, ARG_clEnqueueMapImage_errcode_ret);
		code = place ? *place : CL_SUCCESS;
	}
	return code;
}

/* A queue that may not keep the order can have launches after a wait for one command. */
static bool keeps_order(cl_command_queue queue)
{
	struct queue_facts facts;

	return ask_queue(queue, &facts) &&
	       (facts.properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE) == 0;
}

cl_int record_looks_after(const struct call *call, const void *result, uint64_t moment)
{
	const bool is_finish = call->slot == CLROUTER_SLOT_clFinish;
	const bool is_wait = is_finish || call->slot == CLROUTER_SLOT_clWaitForEvents;
	struct look look = { .function = signatures[call->slot].name, .moment = moment };
	const cl_int code = code_of(call, result);

	if (!is_wait && !call_blocks(call))
		return code;
	look.queue = (cl_command_queue)(uintptr_t)call_queue(call);
	look.has_ended = code == CL_SUCCESS && look.queue && (is_finish || keeps_order(look.queue));
	look.code = is_death(code, look.queue) ? code : CL_SUCCESS;
	look_at_all(NULL, &look);
	return code;
}

void record_looks_before_release(const struct call *call)
{
	struct look look = { .has_ended = true, .moment = shadow_moment() };

	/* Its launches may not have ended: then the context is waited for. */
	if (call->slot == CLROUTER_SLOT_clReleaseCommandQueue) {
		look.has_ended = false;
		look_at_all(NULL, &look);
	} else if (call->slot == CLROUTER_SLOT_clReleaseContext) {
		look_at_all((cl_context)(uintptr_t)call_pointer(call, ARG_first), &look);
	}
}

void record_looks_at_end(void)
{
	struct look look = { .is_last = true };

	look_at_all(NULL, &look);
}

static void look_without_driver(struct shadow *shadow, void *unused)
{
	(void)unused;
	if (!shadow->records.map)
		return;
	findings_look(shadow);
	findings_await(shadow);
}

void record_looks_in_crash(void)
{
	findings_note_checked();
	shadow_visit(NULL, look_without_driver, NULL);
}
