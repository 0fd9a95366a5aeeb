/* SPDX-License-Identifier: Apache-2.0 */
/*
 * command-list: the commands of a program one by one, for timelines. They and the times of the device are
 * added in any order; command_list_join() brings them together, and translates the device's clock to
 * the host's.
 */
#ifndef CLROUTER_TOOL_REPORT_COMMAND_LIST_H
#define CLROUTER_TOOL_REPORT_COMMAND_LIST_H

#include "tool/report/enqueue.h"

/* What a record says of a command. */
struct command_times {
	uint64_t call;		/* the reference of the call that enqueued it */
	uint32_t queue;		/* its number */
	uint32_t stands_for;
	uint64_t queued;
	uint64_t submitted;
	uint64_t started;
	uint64_t ended;
	int32_t status;
};

/* All zero: none. */
struct command_list {
	struct model_command
		*list; /* after command_list_join(): in the order of their references */
	size_t count;
	struct command_times *times;	/* until command_list_join() */
	size_t time_count;
	const struct model_command *
		*ordered; /* the measured ones by queue, and there by host_started */
	size_t ordered_count;
};

/* Return false, with a message, if there is no memory. */
bool command_list_add(struct command_list *commands, const struct model_command *command);
bool command_list_add_times(struct command_list *commands, const struct record_command *times,
			    uint32_t queue);

/*
 * After the last one. Leaves out those that were neither enqueued nor executed between FROM and TO (ns,
 * CLOCK_MONOTONIC). Returns false, with a message, if there is no memory.
 */
bool command_list_join(struct command_list *commands, uint64_t from, uint64_t to);

/* The command that the call REFERENCE has enqueued; NULL: none. */
const struct model_command *command_list_find(const struct command_list *commands,
					      uint64_t reference);

void command_list_done(struct command_list *commands);

#endif
