/* SPDX-License-Identifier: Apache-2.0 */
/*
 * nesting: see nesting.h.
 */
#include "layers/trace/nesting.h"

#include <string.h>

#include "layers/common/signature.h"
#include "layers/trace/state.h"

static __thread struct nesting_call calls[NESTING_CALLS];
static __thread unsigned int count;

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
	memcpy(copy->numbers, call->numbers, sizeof(copy->numbers));
}

void nesting_enter(struct call *call)
{
	while (count > 0 && is_over(&calls[count - 1], call->frame))
		count--;
	call->depth = count;
	if (count == NESTING_CALLS)
		return;
	calls[count].frame = call->frame;
	calls[count].slot = call->slot;
	calls[count].is_shown = call->is_shown;
	calls[count].start = trace.start;
	copy_values(&calls[count], call);
	count++;
}

bool nesting_leave(const struct call *call)
{
	if (call->depth == NESTING_CALLS)
		return false;
	count = call->depth;
	return calls[count].is_shown;
}

struct nesting_call *nesting_at(unsigned int depth)
{
	return &calls[depth];
}
