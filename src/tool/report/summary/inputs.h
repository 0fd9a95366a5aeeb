/* SPDX-License-Identifier: Apache-2.0 */
/* inputs: the files that a report is made of, records and summaries. */
#ifndef CLROUTER_TOOL_REPORT_SUMMARY_INPUTS_H
#define CLROUTER_TOOL_REPORT_SUMMARY_INPUTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "base/arena.h"
#include "tool/report/model.h"
#include "tool/report/summary/summary-rows.h"

struct inputs {
	struct arena arena;
	const char **paths;
	size_t count;
	bool has_directory; /* one of the words was a directory */
	const struct inputs *others; /* that are read for the same report; NULL: none */
	struct model_options options; /* what is read of records */
};

/*
 * Adds the file PATH, or the records and summaries in the directory PATH, by name. Returns false,
 * with a message, if the directory cannot be read or has none, or if there is no memory.
 */
bool inputs_add(struct inputs *inputs, const char *path);

/* Is the open FILE one of them or of the others? */
bool inputs_have(const struct inputs *inputs, int file);

/* Adds its file PATH to SUMMARY. Returns false, with a message, if it adds nothing. */
bool inputs_read(const struct inputs *inputs, struct summary *summary, const char *path);

/* Does the file PATH have sums, and no calls? It is a summary, or a record of sums. */
bool inputs_are_sums(const char *path);

void inputs_done(struct inputs *inputs);

/* -- timeline.c -------------------------------------------------------------------------------- */

/*
 * Writes the records of INPUTS in Perfetto's form, in one timeline. Returns false, with a message, if one
 * of them could not be read.
 */
bool timeline_put(FILE *file, const struct inputs *inputs);

/* -- database.c -------------------------------------------------------------------------------- */

/*
 * Writes INPUTS to FILE, an empty file that is called PATH, as a database of SQLite, for questions that the
 * report does not answer. clrouter(1) describes the tables. Returns false, with a message, if that
 * fails or one of them could not be read.
 */
bool database_put(const char *path, int file, const struct inputs *inputs);

#endif
