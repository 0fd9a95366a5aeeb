/* SPDX-License-Identifier: Apache-2.0 */
/*
 * database: records and summaries as a database of SQLite, for questions that the report does not
 * answer. The tables are those of clrouter(1).
 */
#ifndef CLROUTER_TOOL_REPORT_SUMMARY_DATABASE_H
#define CLROUTER_TOOL_REPORT_SUMMARY_DATABASE_H

#include <stdbool.h>

#include "tool/report/summary/inputs.h"

/*
 * Writes INPUTS to FILE, an empty file that is called PATH. Returns false, with a message, if that
 * fails or one of them could not be read.
 */
bool database_put(const char *path, int file, const struct inputs *inputs);

#endif
