/* SPDX-License-Identifier: Apache-2.0 */
/*
 * record-run: a program with the record layer nearest to it, which "clrouter record" and
 * "clrouter top" start.
 */
#ifndef CLROUTER_TOOL_COMMANDS_RECORD_RUN_H
#define CLROUTER_TOOL_COMMANDS_RECORD_RUN_H

#include "tool/commands/recorded-processes.h"
#include "tool/probe/process/record-cause.h"
#include "tool/tool.h"

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
 * Says where the records are, or why there is none: the program has ended with STATUS, that of
 * waitpid(2), and WATCH was seen of it. FILE is the name of above.
 */
void record_run_report(struct tool *tool, const char *file,
		       const struct recorded_processes *processes, int status,
		       const struct loader_watch *watch);

#endif
