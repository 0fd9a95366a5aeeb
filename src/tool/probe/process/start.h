/* SPDX-License-Identifier: Apache-2.0 */
/*
 * start: what record and capture have in common: they start a program with a layer that writes
 * files, and end as the program does.
 */
#ifndef CLROUTER_TOOL_PROBE_PROCESS_START_H
#define CLROUTER_TOOL_PROBE_PROCESS_START_H

#include <signal.h>
#include <stdbool.h>

#include "tool/probe/process/layer-status.h"
#include "tool/tool.h"

/* Sets VARIABLE to VALUE, unless that is NULL. False: there is no memory, which is reported. */
bool start_set(const char *variable, const char *value);

/*
 * PATH below the working directory, which the program may change before its first OpenCL call; PATH
 * itself if it is absolute. NULL: that fails, which is reported.
 */
const char *start_absolute(const char *path, struct arena *arena);

/* PATH as a user in the working directory writes it. */
const char *start_shorten(const char *path);

/*
 * Runs the program of TOOL and waits for it. LINES is what the layer has told by VARIABLE, to be read and
 * closed. Signals are passed on to the program; one that comes later waits until MASK is released
 * (interruption.h). Returns the status of waitpid(2); -1: it cannot be started, which is reported.
 */
int start_program(const struct tool *tool, const char *variable, struct layer_status *lines,
		  sigset_t *mask);

/* Ends as the program with STATUS did, by its signal, or returns its exit status: a shell sees the same. */
int start_end_as(int status);

#endif
