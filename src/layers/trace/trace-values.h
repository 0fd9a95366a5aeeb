/* SPDX-License-Identifier: Apache-2.0 */
/*
 * trace-values: arguments and results as text: constants by name, objects by kind and number,
 * strings quoted and cut, arrays element by element, all by the signature of the function.
 * Called with the lock held, which the numbers of objects need.
 *
 * It reads what the application points to, as the driver has done before.
 */
#ifndef CLROUTER_LAYERS_TRACE_TRACE_VALUES_H
#define CLROUTER_LAYERS_TRACE_TRACE_VALUES_H

#include "base/common/line.h"
#include "opencl/call.h"
#include "opencl/signature.h"

/*
 * What may be read of a call's arguments: nothing but what was given by value, for the call may
 * have been left; also what the application points to; also the errors that a call which
 * failed has stored; also all that it has stored.
 */
enum trace_stage { STAGE_UNSURE, STAGE_BEGIN, STAGE_FAILED, STAGE_DONE };

/* The stage of CALL when it is over; RESULT as call_hooks has it. */
enum trace_stage trace_stage_after(const struct call *call, const void *result);

/* Adds the argument of CALL that is parameter INDEX of FUNCTION. */
void trace_add_argument(struct line *line, const struct signature *function, int index,
			const struct call *call, enum trace_stage stage);

/* Adds what CALL returned, if it did. */
void trace_add_result(struct line *line, const struct call *call, const void *result);

#endif
