/* SPDX-License-Identifier: Apache-2.0 */
/*
 * commands: what a program has enqueued, and when the devices executed it. Commands are added one
 * by one, then the times of the device; commands_join() brings them together, translates the
 * device's clock to the host's, and adds up kernels, transfers and queues.
 */
#ifndef CLROUTER_TOOL_REPORT_COMMANDS_H
#define CLROUTER_TOOL_REPORT_COMMANDS_H

#include "tool/report/command.h"
#include "tool/report/history.h"

/* Prepares the queues of HISTORY, which must stay. Returns false if there is no memory. */
bool commands_init(struct commands *commands, const struct history *history);

/*
 * Stores in COMMAND and *QUEUE what CALL has enqueued, and the handle of the queue; the index of the
 * queue stays 0. False: it has enqueued nothing, or failed.
 */
bool commands_describe(const struct history *history, const struct record_call *call,
		       struct command *command, uint64_t *queue);

/*
 * Adds CALL if it has enqueued a command. Returns false if there is no memory.
 */
bool commands_add_call(struct commands *commands, const struct history *history,
		       const struct record_call *call, struct record_place place);

/* Notes which commands of a queue are measured. */
void commands_add_queue(struct commands *commands, const struct record_queue *queue,
			unsigned int profiling);

/* Adds the times of a command. Returns false if there is no memory. */
bool commands_add_times(struct commands *commands, const struct record_command *times);

/*
 * Adds SUM, of commands or of kernels, whose times are those of queue 0. Returns false if there is
 * no memory.
 */
bool commands_add_sum(struct commands *commands, const struct record_sum *sum);

/* Returns false if there is no memory. */
bool commands_join(struct commands *commands);

/* What a call of the function of this name enqueues; COMMAND_OTHER also if that is nothing. */
enum command_kind command_kind_of(const char *function);

/* "kernel", "write", ... */
const char *command_kind_name(enum command_kind kind);

/* "sampled", ... */
const char *command_profiling_word(enum record_profiling profiling);

/* "host to device", ... */
const char *command_direction(enum command_kind kind);

void commands_done(struct commands *commands);

#endif
