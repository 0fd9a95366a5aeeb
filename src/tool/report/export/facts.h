/* SPDX-License-Identifier: Apache-2.0 */
/* facts: the report as JSON, with everything that the screen has, and all rows of each table. */
#ifndef CLROUTER_TOOL_REPORT_EXPORT_FACTS_H
#define CLROUTER_TOOL_REPORT_EXPORT_FACTS_H

#include "table/output.h"
#include "tool/report/model.h"

/* Writes an error code, RECORDED_NO_CODE included, as two members of the object that is open. */
void facts_put_code(struct output *output, int32_t code);

/* Writes the members of the object that is open, if OUTPUT is JSON. */
void facts_put(struct output *output, const struct model *model);

#endif
