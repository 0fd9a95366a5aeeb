/* SPDX-License-Identifier: Apache-2.0 */
/*
 * nesting: see nesting.h.
 */
#include "layers/trace/nesting.h"

#include <string.h>

#include "layers/trace/trace-state.h"
#include "opencl/signature.h"

/*
 * Is CALL, which this thread entered earlier, over if it enters a call at FRAME? Stacks grow
 * down: a frame below FRAME would have been overwritten. A call that ended
 * while the layer was stopped was not left through it.
 */
static bool is_over(const struct nesting_call *call, const void *frame)
{
	return (uintptr_t)call->frame <= (uintptr_t)frame || call->start != trace.start;
}

static void copy_values(struct nesting_call *copy, const struct call *call)
{
	const struct signature *function = &signatures[call->slot];

	memset(copy->values, 0, sizeof(copy->values));
	for (int i = 0; i < function->param_count; i++)
		memcpy(&copy->values[i], call->values[i], signature_size(&function->params[i]));
	memcpy(copy->numbers, trace_own(call)->numbers, sizeof(copy->numbers));
}

void nesting_enter(struct nesting *own, struct call *call)
{
	struct nesting_call *entered;

	trace_own(call)->depth = 0;
	trace_own(call)->is_nested = false;
	if (!own)
		return;
	while (own->count > 0 && is_over(&own->calls[own->count - 1], call->frame))
		own->count--;
	trace_own(call)->depth = own->count;
	trace_own(call)->is_nested = own->count < NESTING_CALLS;
	if (!trace_own(call)->is_nested)
		return;
	entered = &own->calls[own->count++];
	entered->frame = call->frame;
	entered->slot = call->slot;
	entered->is_shown = trace_own(call)->is_shown;
	entered->start = trace.start;
	copy_values(entered, call);
}

bool nesting_leave(struct nesting *own, const struct call *call)
{
	if (!own || !trace_own(call)->is_nested)
		return false;
	own->count = trace_own(call)->depth;
	return own->calls[trace_own(call)->depth].is_shown;
}
