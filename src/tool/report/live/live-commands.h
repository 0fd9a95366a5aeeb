/* SPDX-License-Identifier: Apache-2.0 */
/*
 * live-commands: what a running program has enqueued, added up: kernels by name, transfers by kind,
 * and the queues. No command is kept: when its times come, its call is read again from the file.
 */
#ifndef CLROUTER_TOOL_REPORT_LIVE_LIVE_COMMANDS_H
#define CLROUTER_TOOL_REPORT_LIVE_LIVE_COMMANDS_H

#include "record/record-follower.h"
#include "tool/report/command.h"
#include "tool/report/live/live-depth.h"
#include "tool/report/live/live-objects.h"

struct live_work_numbers {
	uint64_t count;
	uint64_t bytes;
	uint64_t time;		/* ns on the device */
};

/* Commands of one kind. In a queue of which samples are measured, they stand for the others. */
struct live_work {
	struct live_work_numbers now;
	struct live_work_numbers before;	/* at the end of the round before */
	uint64_t measured;
	bool is_estimated;	/* `time` is, in part */
	uint64_t waiting;	/* commands that no sample stands for yet */
	uint64_t samples;	/* of this round */
	uint64_t sampled_time;	/* of these */
};

struct live_kernel {
	const char *name;	/* "" if it is not known */
	struct live_work work;
};

struct live_queue {
	uint64_t handle;
	uint32_t number;	/* from 1; 0: those that are not known */
	uint64_t device;	/* handle */
	enum record_profiling profiling;
	bool is_out_of_order;
	unsigned int references;	/* 0: released */
	struct live_work work;	/* time in which at least one command was executed */
	uint64_t until;		/* the latest end of a command, in the device's clock */
	uint64_t first;		/* when the first command was enqueued; 0: none was */
	struct live_depth pending;
	uint64_t depth;		/* commands that are not known to be done */
};

struct live_commands {
	struct live_names names;	/* of kernels, by their index in `kernels` */
	struct live_kernel *kernels;
	size_t kernel_count;
	struct live_work transfers[COMMAND_KINDS];	/* COMMAND_OTHER and COMMAND_KERNEL are not used */
	struct live_queue *queues;	/* the first one: those that are not known */
	size_t queue_count;
	struct pointer_map queue_map;	/* from a handle to the index, plus 1 */
	struct pointer_map events;		/* from a handle to the index in `marks`, plus 1 */
	struct live_mark *marks;
	size_t mark_count;
	size_t free_mark;		/* the first free one, plus 1; 0: none */
};

/* What an event stands for. */
struct live_mark {
	size_t queue;		/* index; of a free one: another free one, plus 1 */
	uint64_t time;		/* when the command was enqueued */
};

/* Before a round. If HAS_SUMS, all is added up anew. */
void live_commands_begin(struct live_commands *commands, bool has_sums);

/*
 * Looks for commands, queues and waits in CALL, which has succeeded and is one of FUNCTION. Returns
 * false if there is no memory, as the functions below do.
 */
bool live_commands_add(struct live_commands *commands, const struct history *history,
		       const struct signature *function, const struct record_call *call);

/* The times of a command; its call is in FOLLOWER. */
bool live_commands_add_times(struct live_commands *commands, const struct history *history,
			     struct record_follower *follower,
			     const struct record_command *times);

/* A sum of a thread, of commands or of kernels. */
bool live_commands_add_sum(struct live_commands *commands, const struct known_functions *known,
			   const struct record_sum *sum);

/* At the end of a round. */
void live_commands_settle(struct live_commands *commands);

void live_commands_done(struct live_commands *commands);

#endif
