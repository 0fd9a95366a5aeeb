/* SPDX-License-Identifier: Apache-2.0 */
/* trace-own: what the trace keeps of a call between its hooks. */
#ifndef CLROUTER_LAYERS_TRACE_TRACE_OWN_H
#define CLROUTER_LAYERS_TRACE_TRACE_OWN_H

#include <assert.h>

#include "opencl/call.h"

struct trace_own {
	uint64_t begin;		       /* ns */
	uint64_t end;		       /* ns */
	uint32_t numbers[CALL_VALUES]; /* of objects, by parameter */
	unsigned int depth;	       /* how many calls of this thread it is inside of */
	bool is_nested;		       /* it is noted among them */
	bool is_shown;		       /* its beginning was written when it began */
} __attribute__((may_alias));

static_assert(sizeof(struct trace_own) <= CALL_OWN, "the trace keeps too much of a call");

static inline struct trace_own *trace_own(const struct call *call)
{
	return call_own(call);
}

#endif
