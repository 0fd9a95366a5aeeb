/* SPDX-License-Identifier: Apache-2.0 */
/* screen: the report for a terminal: one screen of at most 100 columns. */
#ifndef CLROUTER_TOOL_REPORT_EXPORT_SCREEN_H
#define CLROUTER_TOOL_REPORT_EXPORT_SCREEN_H

#include "table/output.h"
#include "tool/report/model.h"

/* Writes nothing if OUTPUT has another form. */
void screen_put(struct output *output, const struct model *model);

#endif
