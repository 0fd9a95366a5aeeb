/* SPDX-License-Identifier: Apache-2.0 */
/* enqueue: what a call has enqueued. Keeps no state. */
#ifndef CLROUTER_TOOL_REPORT_ENQUEUE_H
#define CLROUTER_TOOL_REPORT_ENQUEUE_H

#include "tool/report/command.h"
#include "tool/report/history.h"

/*
 * Stores in COMMAND and *QUEUE what CALL has enqueued, and the handle of the queue; the index of the
 * queue stays 0. False: it has enqueued nothing, or failed.
 */
bool enqueue_describe(const struct history *history, const struct record_call *call,
		      struct command *command, uint64_t *queue);

/* "kernel", "write", ..., or "other" */
const char *command_kind_name(enum command_kind kind);

/* "sampled", ... */
const char *command_profiling_word(enum record_profiling profiling);

/* "host to device", ... */
const char *command_direction(enum command_kind kind);

#endif
