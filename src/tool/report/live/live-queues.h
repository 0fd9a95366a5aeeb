/* SPDX-License-Identifier: Apache-2.0 */
/*
 * live-queues: the queues of a running program, and which of their commands its events stand for. A
 * handle that a driver gives again becomes the new queue. Functions that return a bool or a pointer
 * fail if there is no memory, which is reported.
 */
#ifndef CLROUTER_TOOL_REPORT_LIVE_LIVE_QUEUES_H
#define CLROUTER_TOOL_REPORT_LIVE_LIVE_QUEUES_H

#include "tool/report/live/live-commands.h"

/* The queue HANDLE; what nobody has seen being made is the first one, too. Until the next call. */
struct live_queue *live_queues_find(struct live_commands *commands, const struct history *history,
				    uint64_t handle);

/* The queue of those that are not known. */
struct live_queue *live_queues_unknown(struct live_commands *commands);

/* Has CALL, which has succeeded, made, retained or released a queue? */
bool live_queues_add(struct live_commands *commands, const struct history *history,
		     const struct signature *function, const struct record_call *call);

/* Which commands of a queue are measured; PROFILING is an enum record_profiling, or damaged. */
bool live_queues_set_profiling(struct live_commands *commands, const struct history *history,
			       const struct record_queue *record, unsigned int profiling);

/* The command that was enqueued at TIME is done, and in an in-order queue all before it. */
bool live_queues_done(struct live_queue *queue, uint64_t time);

/* EVENT stands for the command of QUEUE that was enqueued at TIME. */
bool live_queues_mark(struct live_commands *commands, const struct live_queue *queue,
		      uint64_t event, uint64_t time);
void live_queues_unmark(struct live_commands *commands, uint64_t event);
bool live_queues_event_done(struct live_commands *commands, uint64_t event);

/* Frees queues and events. */
void live_queues_done_all(struct live_commands *commands);

#endif
