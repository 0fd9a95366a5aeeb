/* SPDX-License-Identifier: Apache-2.0 */
/* replay-output: writes what became of a capture on each device, for people and as JSON. */
#ifndef CLROUTER_TOOL_REPLAY_REPLAY_OUTPUT_H
#define CLROUTER_TOOL_REPLAY_REPLAY_OUTPUT_H

#include "capture/capture.h"
#include "table/output.h"
#include "tool/replay/replay-probe.h"
#include "tool/replay/said.h"
#include "tool/tool.h"

/* A device on which the capture was replayed, or a driver that did not come so far. */
struct replay_row {
	struct replay_row *next;
	const char *driver;
	const char *library;	/* the file that was loaded; NULL: not known */
	const char *platform;	/* NULL: the driver did not list any; why, child tells */
	const char *device;
	const char *version;	/* of the driver; NULL: not known */
	struct replay_probe probe;
};

/*
 * What was captured, and where, and how it is replayed, which SAID may have changed. DIRECTORY is as the
 * user has written it.
 */
void replay_output_capture(struct output *output, const char *directory,
			   const struct capture *capture, const struct said *said,
			   struct arena *arena);

/* One row, when its device is done. */
void replay_output_row(struct output *output, const struct replay_row *row, struct arena *arena);

/* All rows as a table, if there is more than one. */
void replay_output_table(struct output *output, const struct replay_row *rows);

#endif
