/* SPDX-License-Identifier: Apache-2.0 */
/* idle-parts: the gaps of devices with their causes, for a page; if there are many, the longest
 * ones. */
#ifndef CLROUTER_TOOL_REPORT_PAGE_IDLE_PARTS_H
#define CLROUTER_TOOL_REPORT_PAGE_IDLE_PARTS_H

#include <stdbool.h>

#include "table/output.h"
#include "tool/report/model.h"

#define IDLE_PARTS_MOST 20000

/*
 * Writes the members `idle_causes`, a text for each cause, and `idle`: for each device its number,
 * and begin, duration and cause of its parts one after the other. Times are ns since the start of
 * the record. For one of SHARES parts of a page. Returns false, with a message, if there is no memory.
 */
bool idle_parts_put(struct output *output, const struct model *model, unsigned int shares);

#endif
