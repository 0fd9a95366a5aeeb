/* SPDX-License-Identifier: Apache-2.0 */
/*
 * started-program: a program in a child process. For one program at a time.
 */
#ifndef CLROUTER_TOOL_PROBE_PROCESS_STARTED_PROGRAM_H
#define CLROUTER_TOOL_PROBE_PROCESS_STARTED_PROGRAM_H

#include <stdbool.h>
#include <sys/types.h>

#include "base/arena.h"

/* Statuses of a program that cannot be executed, as env(1) and its like have them. */
#define STARTED_PROGRAM_CANNOT_RUN 126
#define STARTED_PROGRAM_NOT_FOUND 127

#define STARTED_PROGRAM_FILES 3	/* standard input, output and error */

/*
 * Starts OPERANDS, the program and its arguments, with NULL at the end. FILES, if it is not NULL, are
 * the descriptors of its standard input, output and error; a negative one is as here. Signals that
 * another process sends to this one are passed on from now on. Returns its ID; -1 with errno.
 */
pid_t started_program_start(char **operands, const int *files);

/* Ends that: signals have their usual effect on this process again. */
void started_program_end_forwarding(void);

/* Waits for the program ID. Returns the status of waitpid(2); -1 with errno. */
int started_program_wait(pid_t id);

/* Has the program ID ended? Then *STATUS is as by waitpid(2), and it must not be waited for. */
bool started_program_has_ended(pid_t id, int *status);

/*
 * The same, but waits for that at most so many MILLISECONDS.
 */
bool started_program_ends_within(pid_t id, int milliseconds, int *status);

/*
 * For a caller that waits for more than the end of programs, after it has started one: a descriptor that
 * can be read when any child has ended, and that the caller closes; started_program_has_ended() says
 * which one. From now on SIGCHLD is neither ignored nor taken. -1 with errno.
 */
int started_program_watch(void);

/* After it could be read: it cannot be read again until another child has ended. */
void started_program_watch_again(int watch);

/*
 * Runs OPERANDS, the program and its arguments, with NULL at the end, and waits for it. Signals
 * that another process sends to this one are passed on; signals of the terminal reach the program
 * by themselves. Returns the status of waitpid(2); -1 with errno: there is no child.
 */
int started_program_run(char **operands);

/* The exit status that a shell has for the STATUS of waitpid(2). */
int started_program_exit_status(int status);

/* Sets VARIABLE to VALUE, unless that is NULL. False: there is no memory, which is reported. */
bool started_program_set(const char *variable, const char *value);

/*
 * PATH below the working directory, which the program may change before its first OpenCL call; PATH
 * itself if it is absolute. NULL: that fails, which is reported.
 */
const char *started_program_absolute(const char *path, struct arena *arena);

/* PATH as a user in the working directory writes it. */
const char *started_program_shorten(const char *path);

/* Ends as the program with STATUS did, by its signal, or returns its exit status: a shell sees the same. */
int started_program_end_as(int status);

/*
 * Lets the rest of this program run for SECONDS only, for what only reads, but may wait for ever in the
 * kernel, for example for a file system that another process serves. Forks. In the child the result is
 * true: it goes on, with the output and the exit status of this program. The parent waits for it and
 * ends with its exit status; the function returns to it, with false, only if the time is over, and then
 * the child is killed. If there can be no child, the result is true as well, and nothing limits the time.
 */
bool started_program_limit_time(unsigned seconds);

#endif
