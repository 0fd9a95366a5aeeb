/* SPDX-License-Identifier: Apache-2.0 */
/*
 * checking: what checkers (checkers.h) find wrong with a launch, and what they could not look at,
 * as the launch's notes. Equal findings are one, and each checker has a limit.
 */
#ifndef CLROUTER_TOOL_REPLAY_CHECKING_H
#define CLROUTER_TOOL_REPLAY_CHECKING_H

#include <stdbool.h>
#include <stddef.h>

#include "launch/launch.h"
#include "tool/probe/snapshot.h"
#include "tool/replay/replay-probe.h"
#include "tool/tool.h"

#define CHECKING_MOST 20 /* findings of a checker */

/* A launch that is checked. The caller sets the members up to snapshot; the rest is zero. */
struct checking {
	struct tool *tool;
	struct launch *launch;
	const struct replay_probe *same; /* what a run on the device of the capture needs; candidate
					    NULL: that device was not found */
	struct snapshot *snapshot;
	struct arena *arena;

	/* What a checker has found out for those after it. */
	bool is_memory_judged; /* each access of the kernel was compared with the memory it is made
				  to */
	unsigned long lines[CHECKING_MOST]; /* of the source that have a finding about memory */
	size_t line_count;

	/* Of the checker that is asked now. */
	const char *who;
	int file; /* in memory, for what it finds: a kernel that prints does not write there; -1:
		     none */
	const char *keys[CHECKING_MOST]; /* equal findings have equal ones */
	size_t count;
	size_t left_out;
};

/*
 * Begins with the checker WHO, which writes to the file that VARIABLE names in the environment. The
 * program has ended, so the variable is no longer for it. False: there is no file, which becomes a
 * note.
 */
bool checking_begin(struct checking *checking, const char *who, const char *variable);

/* What was written to the file since the last call, in the arena. */
const char *checking_read(const struct checking *checking);

/* Adds a finding. KEY is the same for the same finding of another work-item. */
void checking_add_finding(struct checking *checking, const char *key, const char *text);

/* The checker has not looked at what TEXT says. */
void checking_add_unchecked(struct checking *checking, const char *text);

/* Ends with the checker. PROBLEM is why it has not looked, or not to the end; NULL: it has. */
void checking_end(struct checking *checking, const char *problem);

#endif
