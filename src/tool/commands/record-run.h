/* SPDX-License-Identifier: Apache-2.0 */
/*
 * record-run: a program with the record layer nearest to it, which "clrouter record" and
 * "clrouter top" start.
 */
#ifndef CLROUTER_TOOL_COMMANDS_RECORD_RUN_H
#define CLROUTER_TOOL_COMMANDS_RECORD_RUN_H

#include <poll.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "base/arena.h"
#include "tool/probe/process/layer-status.h"
#include "tool/probe/process/record-cause.h"
#include "tool/tool.h"

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

/*
 * Checks the options of the record, sets the variables of the program, the first operand, and makes
 * its file if one was named. Returns what the file is called; NULL, with the exit status in *STATUS
 * and a message, if the program must not be started.
 */
const char *record_run_prepare(struct tool *tool, int *status);

/*
 * Waits for the program ID, tells the records of PROCESSES that have ended, and looks now and then which
 * loader the program has, until the layer is loaded. Returns the status of waitpid(2).
 */
int record_run_wait(struct tool *tool, pid_t id, struct recorded_processes *processes,
		    struct loader_watch *watch);

/*
 * Says where the records are, or why there is none: the program has ended with STATUS, the status
 * of waitpid(2), and WATCH was seen of it. FILE is the name of above.
 */
void record_run_report(struct tool *tool, const char *file,
		       const struct recorded_processes *processes, int status,
		       const struct loader_watch *watch);

#endif
