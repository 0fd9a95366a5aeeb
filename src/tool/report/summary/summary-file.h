/* SPDX-License-Identifier: Apache-2.0 */
/*
 * summary-file: a summary as a file, which doc/summary-format.md describes. Equal summaries are
 * equal files. The file is not trusted.
 */
#ifndef CLROUTER_TOOL_REPORT_SUMMARY_SUMMARY_FILE_H
#define CLROUTER_TOOL_REPORT_SUMMARY_SUMMARY_FILE_H

#include <stdbool.h>
#include <stdio.h>

#include "tool/report/summary/summary-rows.h"

/* Does the regular file PATH begin with TEXT, which is shorter than 32 bytes? */
bool summary_file_begins(const char *path, const char *text);

/* Does the file PATH begin as one? */
bool summary_file_is_one(const char *path);

/*
 * Adds what the file PATH says to SUMMARY, all of it or nothing. Returns false, with a message, if
 * it cannot be read, is damaged, or has a process that SUMMARY has.
 */
bool summary_file_read(struct summary *summary, const char *path);

/* Writes SUMMARY, after summary_sort(). Errors of writing are FILE's. */
void summary_file_write(const struct summary *summary, FILE *file);

#endif
