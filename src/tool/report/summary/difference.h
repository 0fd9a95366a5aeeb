/* SPDX-License-Identifier: Apache-2.0 */
/* difference: what changed between two summaries, name by name. */
#ifndef CLROUTER_TOOL_REPORT_SUMMARY_DIFFERENCE_H
#define CLROUTER_TOOL_REPORT_SUMMARY_DIFFERENCE_H

#include <stdbool.h>

#include "table/output.h"
#include "tool/report/summary/summary.h"

/*
 * Writes what changed from A to B, the biggest change of time first; as JSON, members of the object
 * that is open. Returns false, with a message, if there is no memory.
 */
bool difference_put(struct output *output, const struct summary *a, const struct summary *b);

#endif
