/* SPDX-License-Identifier: Apache-2.0 */
/*
 * recorded-processes: which processes of a program that was started are recorded, as the record layer
 * says (layer-status.h), and when they ended. A process that is killed cannot say that itself, so the
 * tool that saw it writes it into the record. For one program at a time.
 */
#ifndef CLROUTER_TOOL_COMMANDS_RECORDED_PROCESSES_H
#define CLROUTER_TOOL_COMMANDS_RECORDED_PROCESSES_H

#include <stdbool.h>
#include <stddef.h>
#include <poll.h>
#include <sys/types.h>

#include "base/arena.h"
#include "tool/probe/process/layer-status.h"

struct recorded_process {
	const char *path;	/* of its record */
	bool has_ended;
	bool is_polled;		/* its end wakes recorded_processes_wait() */
};

/* All zero but for `lines` and `arena`: none is known yet. */
struct recorded_processes {
	struct layer_status lines;
	struct arena *arena;	/* where paths live */
	struct recorded_process *list;
	size_t count;
	size_t loaded;		/* in how many processes the layer was */
	struct pollfd *polled;	/* of the program, and of each in the list; none if Linux has no such thing */
	size_t polled_count;
};

/* Reads new lines, and tells the records of processes that have ended since. */
void recorded_processes_look(struct recorded_processes *processes);

/*
 * Waits until the program ID or one of the processes ends, at most so many MILLISECONDS. False:
 * this system cannot wait for that.
 */
bool recorded_processes_wait(struct recorded_processes *processes, pid_t id, int milliseconds);

/* The program ID has just ended with STATUS of waitpid(2): looks for the last time. */
void recorded_processes_end(struct recorded_processes *processes, pid_t id, int status);

/* Closes `lines` as well. */
void recorded_processes_done(struct recorded_processes *processes);

#endif
