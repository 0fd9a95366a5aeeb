/* SPDX-License-Identifier: Apache-2.0 */
/* live-processes: the programs whose records clrouter top reads, each with a record of its own. */
#ifndef CLROUTER_TOOL_REPORT_LIVE_VIEW_LIVE_PROCESSES_H
#define CLROUTER_TOOL_REPORT_LIVE_VIEW_LIVE_PROCESSES_H

#include "table/output.h"
#include "tool/report/live/view/live-screen.h"

struct live_process {
	char *path;		/* of the record */
	struct live live;
	bool is_over;		/* nothing more will be read */
	bool has_failed;	/* `why` says why it is over before the record is */
	const char *why;
};

/* All zero: none. */
struct live_processes {
	struct live_process **list;
	size_t count;
};

/*
 * Adds the record PATH, which is copied, and reads nothing of it yet. Returns false if it cannot be
 * opened, which is reported.
 */
bool live_processes_add(struct live_processes *processes, const char *path);

/* Reads what is new in each record. Returns false if there is no memory, which is reported. */
bool live_processes_refresh(struct live_processes *processes);

/* Does one of the programs still run? */
bool live_processes_run(const struct live_processes *processes);

/* Writes all of them, as lines of text or as JSON. */
void live_processes_put(const struct live_processes *processes, struct output *output,
			struct live_view view);

void live_processes_done(struct live_processes *processes);

#endif
