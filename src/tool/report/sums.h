/* SPDX-License-Identifier: Apache-2.0 */
/* sums: what a record says of calls and commands that its process has added up itself. */
#ifndef CLROUTER_TOOL_REPORT_SUMS_H
#define CLROUTER_TOOL_REPORT_SUMS_H

#include "tool/report/model.h"

/* Is RECORD, of type RECORD_SUM, long enough, and are its numbers possible? */
bool sums_are_sound(const struct record *record);

/* Before a round: nothing is added up yet, because sums are read anew each time. */
void sums_begin(struct model *model);

/*
 * Adds RECORD, a sum of the thread with this ID, to MODEL; nothing if it is damaged. Returns false,
 * with a message, if there is no memory.
 */
bool sums_add(struct model *model, const struct record *record, uint32_t thread);

#endif
