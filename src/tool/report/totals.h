/* SPDX-License-Identifier: Apache-2.0 */
/*
 * totals: the functions that a program has called, and its errors, in a model to which they are added. A
 * process may have added up its calls and commands itself.
 */
#ifndef CLROUTER_TOOL_REPORT_TOTALS_H
#define CLROUTER_TOOL_REPORT_TOTALS_H

#include "tool/report/model.h"

/* The function NUMBER, added if it is new; NULL, with a message: there is no memory. */
struct model_function *totals_find_function(struct model *model, unsigned int number);

/* COUNT calls or commands failed with CODE; PLACE: where one did, NULL if it is not known. */
void totals_add_errors(struct model *model, int32_t code, uint64_t count,
		       const struct model_place *place);

/* Before a round of a record of sums: nothing is added up yet, because they are read anew each time. */
void totals_begin_sums(struct model *model);

/*
 * Adds RECORD, a sum of the thread with this ID, to MODEL; nothing if it is damaged. Returns false,
 * with a message, if there is no memory.
 */
bool totals_add_sum(struct model *model, const struct record *record, uint32_t thread);

#endif
