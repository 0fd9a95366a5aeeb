/* SPDX-License-Identifier: Apache-2.0 */
/* summary-facts: a summary as JSON, and as CSV. */
#ifndef CLROUTER_TOOL_REPORT_SUMMARY_SUMMARY_FACTS_H
#define CLROUTER_TOOL_REPORT_SUMMARY_SUMMARY_FACTS_H

#include <stdio.h>

#include "table/output.h"
#include "tool/report/summary/summary.h"

/* Writes the members of the object that is open, if OUTPUT is JSON. After summary_sort(). */
void summary_facts_put(struct output *output, const struct summary *summary);

/* Writes the line that names the columns. */
void summary_csv_begin(FILE *file);

/* Writes a line for each row; SOURCE is the file that SUMMARY is made from. After summary_sort().
 */
void summary_csv_put(FILE *file, const struct summary *summary, const char *source);

#endif
