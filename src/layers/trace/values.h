/* SPDX-License-Identifier: Apache-2.0 */
/*
 * values: arguments and results as text: constants by name, objects by kind and number,
 * strings quoted and cut, arrays element by element. What a parameter is, its signature
 * tells; no function is known here. Called with the lock held, which the numbers of objects
 * need.
 *
 * It reads what the application points to, as the driver did a moment ago.
 */
#ifndef CLROUTER_LAYERS_TRACE_VALUES_H
#define CLROUTER_LAYERS_TRACE_VALUES_H

#include "layers/common/call.h"
#include "layers/common/line.h"
#include "layers/common/signature.h"

/* How far a call is: what it stores can be read when it succeeded. */
enum trace_stage { STAGE_BEGIN, STAGE_FAILED, STAGE_DONE };

/* Adds the argument of CALL that is parameter INDEX of FUNCTION. */
void trace_add_argument(struct line *line, const struct signature *function, int index,
			const struct call *call, enum trace_stage stage);

/* Adds what FUNCTION returned. */
void trace_add_result(struct line *line, const struct signature *function, const void *result);

#endif
