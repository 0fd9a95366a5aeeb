/* SPDX-License-Identifier: Apache-2.0 */
/*
 * text: one line per call, written when it ends:
 *
 *	[thread seconds] function(parameter=argument, ...) = result <time in it>
 *
 * A call that contains others (a callback calls OpenCL) is opened with a brace by the
 * first of them and closed when it ends; so is every call if the beginning is asked
 * for, as one wants for a call that never ends. An exception or the end of the thread that
 * leaves a call ends it; after a longjmp() out of it there is no line. In a file of its own, lines
 * of calls that only set or ask something are held back until another call follows. Called with
 * the lock held.
 */
#ifndef CLROUTER_LAYERS_TRACE_TEXT_H
#define CLROUTER_LAYERS_TRACE_TEXT_H

#include "layers/trace/output.h"

extern const struct trace_output trace_text;

/* The same with a line at the beginning of every call. */
extern const struct trace_output trace_text_entry;

#endif
