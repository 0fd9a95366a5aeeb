/* SPDX-License-Identifier: Apache-2.0 */
/*
 * top-screen: what a running program does as lines of text: a head, and the tables of its report with
 * what is only known while it runs. What comes from the record is made harmless for a terminal.
 */
#ifndef CLROUTER_TOOL_REPORT_TOP_TOP_SCREEN_H
#define CLROUTER_TOOL_REPORT_TOP_TOP_SCREEN_H

#include "table/output.h"
#include "tool/report/view/view.h"

#define TOP_TABLES 10
#define TOP_IDLE 9 /* the one of idle devices; the others have the keys 1 to 9 */

/* What is shown, and how. */
struct top_shown {
	int table;		/* which one, from 0; -1: all, with a part of the rows of each */
	size_t skipped;		/* rows of that table, from the first on */
	size_t lines;		/* at most so many; 0: as many as there are */
	size_t columns;		/* of a terminal; 0: it is none */
};

/* The two lines of the head. */
void top_screen_put_head(struct output *output, const struct view *view);

/* The tables. */
void top_screen_put_tables(struct output *output, const struct view *view,
			   const struct top_shown *shown);

#endif
