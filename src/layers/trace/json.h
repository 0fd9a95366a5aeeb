/* SPDX-License-Identifier: Apache-2.0 */
/*
 * json: events in the JSON array format of Chrome traces, which Perfetto opens. A call is
 * one complete event ("X") in the row of its thread, so calls nest by their times; a
 * command is one in the row of its queue. Times are in microseconds. Called with the lock
 * held.
 */
#ifndef CLROUTER_LAYERS_TRACE_JSON_H
#define CLROUTER_LAYERS_TRACE_JSON_H

#include <stdint.h>

#include "layers/trace/output.h"

extern const struct trace_output trace_json;

/* Names row ROW of the trace. WHAT is "process_name" or "thread_name"; a queue is a thread, too. */
void trace_json_name(const char *what, uint32_t row, const char *name);

/* A command that ran from BEGIN to END (ns), in row ROW. SOURCE is what has measured the times. */
void trace_json_command(uint32_t row, const char *name, uint64_t begin, uint64_t end,
			const char *source);

#endif
