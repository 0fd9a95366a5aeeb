/* SPDX-License-Identifier: Apache-2.0 */
/*
 * trace-summary: how often each function was called and how long that took. A call's time
 * includes that of calls inside it. Called with the lock held.
 */
#ifndef CLROUTER_LAYERS_TRACE_TRACE_SUMMARY_H
#define CLROUTER_LAYERS_TRACE_TRACE_SUMMARY_H

#include "layers/frame/output-file.h"
#include "opencl/call.h"

void trace_summary_add(const struct call *call);
void trace_summary_clear(void);

/* Writes the table to OUTPUT. */
void trace_summary_write(struct output_file *output);

#endif
