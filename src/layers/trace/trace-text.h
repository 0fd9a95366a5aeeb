/* SPDX-License-Identifier: Apache-2.0 */
/*
 * trace-text: one line per call, written when it ends:
 *
 *	[thread seconds] function(parameter=argument, ...) = result <time in it>
 *
 * A call that contains others (a callback calls OpenCL) is opened with a brace by the
 * first of them and closed when it ends; so is every call if the beginning is asked
 * for, as one wants for a call that never ends. An exception or the end of the thread that
 * leaves a call ends it; after a longjmp() out of it there is no line. In a file of its own, lines
 * of calls that only set or ask something are held back until another call follows. Functions are
 * called with the lock held, unless they say otherwise.
 */
#ifndef CLROUTER_LAYERS_TRACE_TRACE_TEXT_H
#define CLROUTER_LAYERS_TRACE_TRACE_TEXT_H

#include <stdbool.h>

#include "layers/frame/output-file.h"
#include "opencl/call.h"

/* The file was opened. If SHOWS_ENTRY, every call has a line at its beginning, too. */
void trace_text_start(bool shows_entry);

/* CALL begins; and, with call->begin set and without the lock, it goes to the driver. */
void trace_text_before(struct call *call);
void trace_text_began(const struct call *call);

/* CALL is over; RESULT as call_hooks has it. */
void trace_text_after(struct call *call, const void *result);

/* Calls of NAME are not traced, because of WHY. */
void trace_text_unseen(const char *name, const char *why);

/* Writes the lines that are held back. */
void trace_text_flush(void);

/*
 * In trace-summary.c: how often each function was called and how long that took. The time of a call
 * includes the time of calls inside it.
 */
void trace_summary_add(const struct call *call);
void trace_summary_clear(void);

/* Writes the table to OUTPUT. */
void trace_summary_write(struct output_file *output);

#endif
