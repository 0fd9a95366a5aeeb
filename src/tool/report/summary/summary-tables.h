/* SPDX-License-Identifier: Apache-2.0 */
/*
 * summary-tables: the columns of a summary, in all of its forms. doc/summary-format.md has their
 * keys, which may be added to, but do not change. After summary_sort().
 */
#ifndef CLROUTER_TOOL_REPORT_SUMMARY_SUMMARY_TABLES_H
#define CLROUTER_TOOL_REPORT_SUMMARY_SUMMARY_TABLES_H

#include "table/table.h"
#include "tool/report/summary/summary-rows.h"

/* Rows are struct summary_process, and struct summary_row. */
extern const struct table summary_json_processes;
extern const struct table summary_json_rows;
extern const struct table summary_exact_process;
extern const struct table summary_exact_row;

/* For the screen. The titles of the first columns are the caller's. */
extern const struct table summary_screen_processes;
extern const struct table summary_screen_rows;
extern const struct table summary_screen_errors;

/* The columns that tell processes apart. */
extern const struct table summary_place;

/* Where the rows of the following tables are from: their context. */
struct summary_source {
	const char *path;
	uint64_t file; /* its number, from 1 */
	const struct summary_process
		*process; /* NULL: the rows are of several processes, or none */
};

extern const struct table summary_csv_rows;
extern const struct table summary_database_processes;
extern const struct table summary_database_sums;

/* SUMMARY is made from the file PATH with the number FILE. */
struct summary_source summary_source_of(const struct summary *summary, const char *path,
					uint64_t file);

#define SUMMARY_PLACE 256

/* "rank 3" or "pid 4711". */
const char *summary_short_place(const struct summary_process *process, char text[SUMMARY_PLACE]);

#endif
