/* SPDX-License-Identifier: Apache-2.0 */
/* replay-rows: a captured launch, and what became of it on each device where it was replayed. */
#ifndef CLROUTER_TOOL_REPLAY_REPLAY_ROWS_H
#define CLROUTER_TOOL_REPLAY_REPLAY_ROWS_H

#include "base/arena.h"
#include "launch/launch.h"
#include "tool/replay/replay-probe.h"

/* A device on which the launch was replayed, or a driver that did not come so far. */
struct replay_row {
	struct replay_row *next;
	const struct replay_capture *capture;
	const char *driver;
	const char *library;  /* the file that was loaded; NULL: not known */
	const char *platform; /* NULL: the driver did not list any; why, child tells */
	const char *device;
	const char *version; /* of the driver; NULL: not known */
	struct replay_probe probe;
};

struct replay_capture {
	const char *directory; /* as the user has written it */
	const char *refusal;   /* why it is not replayed; NULL: it is, and what follows is there */
	struct launch launch;
	struct launch_bounds bounds[LAUNCH_KINDS];
	struct replay_row *rows;
	const char *conclusion; /* a sentence; NULL: there is nothing to say */
};

/*
 * In conclusion.c: what the rows of CAPTURE say together, as a sentence in ARENA. Who agrees with the
 * capture, who does not, and is that a reason to suspect a driver? IS_ALL: no other driver could be tried.
 * NULL: no row says anything. Keeps no state.
 */
const char *conclusion_draw(const struct replay_capture *capture, bool is_all, struct arena *arena);

/*
 * Why it says nothing of drivers that LAUNCH differs on one, or fails there otherwise, as a sentence in ARENA;
 * NULL: nothing like that is known.
 */
const char *conclusion_excuse(const struct launch *launch, bool differs, struct arena *arena);

#endif
