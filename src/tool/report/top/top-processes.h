/* SPDX-License-Identifier: Apache-2.0 */
/* top-processes: the programs whose records clrouter top reads, each with a record of its own. */
#ifndef CLROUTER_TOOL_REPORT_TOP_TOP_PROCESSES_H
#define CLROUTER_TOOL_REPORT_TOP_TOP_PROCESSES_H

#include "table/output.h"
#include "tool/report/model.h"

struct top_process {
	char *path;		/* of the record */
	struct model model;
	bool is_over;		/* nothing more will be read */
	const char *why;	/* why it is over before the record is; NULL: it is not */
};

/* All zero: none. */
struct top_processes {
	struct top_process **list;
	size_t count;
};

/*
 * Adds the record PATH, which is copied, and reads nothing of it yet. Returns false if it cannot be
 * opened, which is reported.
 */
bool top_processes_add(struct top_processes *processes, const char *path);

/* Reads what is new in each record. Returns false if there is no memory, which is reported. */
bool top_processes_refresh(struct top_processes *processes);

/* Does one of the programs still run? */
bool top_processes_run(const struct top_processes *processes);

/* Writes all of them, as lines of text or as JSON. Returns false, with a message, without memory. */
bool top_processes_put(const struct top_processes *processes, struct output *output);

void top_processes_done(struct top_processes *processes);

#endif
