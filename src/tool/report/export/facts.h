/* SPDX-License-Identifier: Apache-2.0 */
/* facts: the report as JSON, with everything that the screen has, and all rows of each table. */
#ifndef CLROUTER_TOOL_REPORT_EXPORT_FACTS_H
#define CLROUTER_TOOL_REPORT_EXPORT_FACTS_H

#include "tool/output/output.h"
#include "tool/report/model.h"

/* Writes the members of the object that is open, if OUTPUT is JSON. */
void facts_put(struct output *output, const struct model *model);

#endif
