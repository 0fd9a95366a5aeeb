/* SPDX-License-Identifier: Apache-2.0 */
/*
 * text: one line per call, written when it ends:
 *
 *	[thread seconds] function(parameter=argument, ...) = result <time in it>
 *
 * A call that contains others (a callback calls OpenCL) is opened with a brace by the
 * first of them and closed when it ends; so is every call if the beginning is asked
 * for, as one wants for a call that never ends. Called with the lock held.
 */
#ifndef CLROUTER_LAYERS_TRACE_TEXT_H
#define CLROUTER_LAYERS_TRACE_TEXT_H

#include "layers/common/call.h"

/* Opens CALL, and first the calls that it is inside of. */
void trace_text_begin(struct call *call);

void trace_text_end(struct call *call, const void *result);

#endif
