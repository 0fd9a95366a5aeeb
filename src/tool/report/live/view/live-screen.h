/* SPDX-License-Identifier: Apache-2.0 */
/*
 * live-screen: what a running program does as lines of text: a head, and tables of threads, queues,
 * transfers, memory, kernels and calls. What comes from the record is made harmless for a terminal.
 */
#ifndef CLROUTER_TOOL_REPORT_LIVE_VIEW_LIVE_SCREEN_H
#define CLROUTER_TOOL_REPORT_LIVE_VIEW_LIVE_SCREEN_H

#include <stdio.h>

#include "tool/report/live/view/live-rows.h"

enum live_table {
	LIVE_THREADS,
	LIVE_QUEUES,
	LIVE_TRANSFERS,
	LIVE_MEMORY,
	LIVE_KERNELS,
	LIVE_CALLS,
	LIVE_TABLES
};

/* What is shown, and how. */
struct live_shown {
	struct live_view view;
	int table;		/* enum live_table; -1: all, with a part of the rows of each */
	size_t skipped;		/* rows of that table, from the first on */
	size_t lines;		/* at most so many; 0: as many as there are */
	size_t columns;		/* at least LIVE_COLUMNS */
	bool has_marks;		/* heads of tables are in reverse video */
};

#define LIVE_COLUMNS 80

/* The two lines of the head. */
void live_screen_put_head(FILE *file, const struct live *live, struct live_view view);

/* The tables. */
void live_screen_put_tables(FILE *file, const struct live *live, const struct live_shown *shown);

#endif
