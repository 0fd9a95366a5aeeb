/* SPDX-License-Identifier: Apache-2.0 */
/*
 * view-tables: the columns of what `report` and `top` show of one record. clrouter(1) has their keys,
 * which may be added to, but do not change. Those that end in _ns are times since the start of the record,
 * or durations; those that begin with interval_ are of the last round, and only in a live view. The
 * context is a struct view.
 */
#ifndef CLROUTER_TOOL_REPORT_VIEW_VIEW_TABLES_H
#define CLROUTER_TOOL_REPORT_VIEW_VIEW_TABLES_H

#include "tool/report/view/view.h"

/* The rest of the members of a record; the row is the model. */
extern const struct table view_record;

enum view_table {
	VIEW_UNKNOWN,	/* functions that are not recorded */
	VIEW_UNFINISHED,
	VIEW_EARLIER,
	VIEW_DEVICES,
	VIEW_REMARKS,
	VIEW_THREADS,
	VIEW_QUEUES,
	VIEW_IDLE,	/* why devices had nothing to do */
	VIEW_TRANSFERS,
	VIEW_MEMORY,
	VIEW_KERNELS,
	VIEW_FUNCTIONS,
	VIEW_BUILDS,
	VIEW_ERRORS,
	VIEW_WAITS,
	VIEW_RANGES,	/* of the program's own */
	VIEW_TABLES
};

/* Columns that are on one of the screens only say on which. */
enum { VIEW_REPORT = 1, VIEW_TOP = 2 };

extern const struct table *const view_tables[VIEW_TABLES];

/* The rows of a table: COUNT of them, each of SIZE bytes; 0: pointers to them. */
struct view_array {
	const void *rows;
	size_t count;
	size_t size;
	void *owned;	/* for free() */
};

struct view_array view_rows_of(const struct view *view, enum view_table table);

/* -- their columns ---------------------------------------------------------------------------- */

const struct model *view_model(const void *context);

/* The value is in tables of a program that runs only. */
void view_only_live(struct table_value *value);

/* The name of a function by its number. */
void view_get_function(const void *function, struct table_value *value);

/* Rows are pointers to texts. */
extern const struct table view_texts;

/* view-calls.c */
extern const struct table view_unknown_table;
extern const struct table view_unfinished_table;
extern const struct table view_earlier_table;
extern const struct table view_devices_table;
extern const struct table view_remarks_table;
extern const struct table view_idle_table;
extern const struct table view_builds_table;
extern const struct table view_errors_table;
extern const struct table view_waits_table;

/* view-work.c */
extern const struct table view_threads_table;
extern const struct table view_queues_table;
extern const struct table view_transfers_table;
extern const struct table view_memory_table;
extern const struct table view_kernels_table;
extern const struct table view_functions_table;

/* view-ranges.c */
extern const struct table view_ranges_table;

#endif
