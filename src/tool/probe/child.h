/* SPDX-License-Identifier: Apache-2.0 */
/*
 * child: does something dangerous in a child process, with a time limit. Knows
 * processes and pipes, not what is done in them.
 */
#ifndef CLROUTER_TOOL_PROBE_CHILD_H
#define CLROUTER_TOOL_PROBE_CHILD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/arena.h"

enum child_end {
	CHILD_EXITED,		/* code: its exit status */
	CHILD_KILLED,		/* code: the signal */
	CHILD_TIMED_OUT,
	CHILD_LEFT_BEHIND,	/* it timed out and could not be killed; code: its process ID */
	CHILD_FAILED,		/* could not be started; code: errno */
};

struct child {
	enum child_end end;
	int code;
	const char *report;	/* what the work wrote to its pipe */
	size_t report_size;
	const char *output;	/* what came to standard output and error, terminated */
	size_t output_size;
	size_t output_lost;	/* bytes of its first line that were not kept */
};

/*
 * The work: REPORT is the pipe to the parent. When it returns the child goes the
 * way of every program, through exit(3) and the destructors of its libraries.
 */
typedef void child_work(int report, void *argument);

/*
 * Runs WORK(ARGUMENT) in a child and waits for its end, LIMIT seconds at most;
 * then it is killed, with its process group. A child that the kernel does not end
 * within 5 more seconds, for example because it waits for a device, is left behind.
 * Whatever the child prints is caught. The bytes live in ARENA; a mebibyte is kept of
 * each kind, the first one of the report and the last one of what is printed.
 *
 * If a signal arrives that is to end the tool, the child is killed at once, as if the limit had passed,
 * and then the tool ends by the signal. A caller that holds it (interruption.h) can tidy up before.
 */
void child_run(struct child *child, child_work *work, void *argument, unsigned limit,
	       struct arena *arena);

/*
 * In a child: a driver's crash leaves no core file, what it sends to its process group does not reach the
 * tool, it ends with the tool, and what it prints goes to OUTPUT.
 */
void child_settle(int output);

/*
 * For those who start a child themselves, PID, with its own process group. Has it ended? Then END and CODE of
 * CHILD are set, and it must not be asked for again.
 */
bool child_is_gone(pid_t pid, struct child *child);

/*
 * Kills it with its process group, as one that has timed out. SIGKILL waits for a process that is in an
 * uninterruptible sleep, which may last for ever: such a child is left behind.
 */
void child_put_down(pid_t pid, struct child *child);

/*
 * SIZE bytes of zeroed memory that this process shares with the children that it starts later. NULL:
 * there is none. It is never freed.
 */
void *child_share(size_t size);

/*
 * A number that changes when the work has come further. The parent calls it while the child runs: DATA
 * is shared by both.
 */
typedef uintptr_t child_step(const void *data);

/*
 * Like child_run(), for work of several steps: LIMIT is the time of one. It begins again when STEP(DATA)
 * changes and when the work reports something. All together must not take longer than WHOLE seconds.
 */
void child_run_steps(struct child *child, child_work *work, void *argument, unsigned limit,
		     unsigned whole, child_step *step, const void *data, struct arena *arena);

/* How it ended: "it was killed by SIGSEGV", "it did not end within the limit", ... */
const char *child_end_text(const struct child *child, struct arena *arena);

/* The same as an identifier: "exited", "crashed", "hung" or "not-examined". */
const char *child_end_id(const struct child *child);

/*
 * The next line of what was printed, in ARENA; NULL at the end, or when there is
 * no memory. *REST begins as the child's output and is moved.
 */
const char *child_next_line(const char **rest, struct arena *arena);

/* An excerpt of the last line that it printed (excerpt.h), NULL if it printed none. */
const char *child_last_words(const struct child *child, struct arena *arena);

#endif
