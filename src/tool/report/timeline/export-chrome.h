/* SPDX-License-Identifier: Apache-2.0 */
/*
 * export-chrome: the trace event format, which Perfetto and Chromium's about:tracing open. Each
 * thread and each queue has a row; an arrow goes from a call to the command that it has enqueued.
 * Times count from the start of the first process, by the clocks of the hosts.
 */
#ifndef CLROUTER_TOOL_REPORT_TIMELINE_EXPORT_CHROME_H
#define CLROUTER_TOOL_REPORT_TIMELINE_EXPORT_CHROME_H

#include <stdbool.h>
#include <stdio.h>

#include "tool/report/model.h"

struct chrome {
	FILE *file;
	uint64_t start;	 /* of the first process: ns, CLOCK_REALTIME */
	uint64_t arrows; /* so far */
	bool has_event;	 /* one was written before */
};

/* Begins a file whose first process started at START. */
void chrome_begin(struct chrome *chrome, FILE *file, uint64_t start);

/*
 * Adds the record of MODEL as a process with the number PROCESS, which is unique in the file.
 * Returns false, with a message on standard error, if there is no memory.
 */
bool chrome_put(struct chrome *chrome, const struct model *model, uint64_t process);

void chrome_end(struct chrome *chrome);

/*
 * Writes the record of MODEL to FILE. Returns false, with a message on standard error, if there is
 * no memory.
 */
bool export_chrome(FILE *file, const struct model *model);

#endif
