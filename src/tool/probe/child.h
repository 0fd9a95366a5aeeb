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
	CHILD_FAILED,		/* could not be started, or was interrupted; code: errno */
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
 * If a signal arrives that is to end the tool, the child is killed at once, which counts as one that failed
 * with EINTR, and then the tool ends by the signal. A caller that holds it (interruption.h) can tidy up before.
 */
void child_run(struct child *child, child_work *work, void *argument, unsigned limit,
	       struct arena *arena);

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

/* A step for work that reports each one: always 0. */
uintptr_t child_no_step(const void *data);

/* A pipe from a child, and what came out of it. */
struct child_stream {
	int ends[2];
	bool is_open;
	bool keeps_end;	/* of what is too much; otherwise its beginning */
	char *bytes;
	size_t size;
	size_t lost;	/* bytes before, of the line in which the bytes begin */
};

/* Is an order done? REPORT, of SIZE bytes, is what the child has reported of it so far. */
typedef bool child_done(const char *report, size_t size);

/* A child that stays for one order after the other. The caller sets the first three members. */
struct child_service {
	child_work *work;	/* reads each order from ORDERS, as one message, and ends when that is closed */
	void *argument;		/* has this struct, for the child to find ORDERS */
	child_done *is_done;
	pid_t id;		/* 0: there is no child */
	int orders;		/* the own end of a socket */
	struct child_stream streams[2];	/* report, output */
};

/*
 * Gives ORDER, of SIZE bytes, to the child of SERVICE, which is started if there is none, or if the last one
 * has ended before it has reported anything of this order. Waits as child_run_steps() does, without a limit for all together, but only until the
 * order is done: then CHILD has exited with status 0. If it is not done in time, the child is killed.
 */
void child_order(struct child_service *service, const void *order, size_t size, unsigned limit,
		 struct child *child, struct arena *arena);

/* Kills the child of SERVICE, if there is one. */
void child_end_service(struct child_service *service);

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
