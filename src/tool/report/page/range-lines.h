/* SPDX-License-Identifier: Apache-2.0 */
/* range-lines: the program's own ranges and marks, for a page; if there are many, the longest ones.
 */
#ifndef CLROUTER_TOOL_REPORT_PAGE_RANGE_LINES_H
#define CLROUTER_TOOL_REPORT_PAGE_RANGE_LINES_H

#include <stdbool.h>

#include "table/output.h"
#include "tool/report/model.h"

#define RANGE_LINES_MOST 20000 /* ranges; and as many marks */

/*
 * Writes the members `names`, a text for each row of ranges, `left_out`, and `lines`: the ID of a
 * thread, 0 if the ranges are not a thread's, its name, whether they are marks, and begin, duration
 * and name of each one after the other. Times are ns since the start of the record. For one of
 * SHARES parts of a page. Returns false, with a message, if there is no memory.
 */
bool range_lines_put(struct output *output, const struct model *model, unsigned int shares);

#endif
