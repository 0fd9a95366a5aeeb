/* SPDX-License-Identifier: Apache-2.0 */
/* view-json: a record as JSON, with everything that the screen has, and all rows of each table. */
#ifndef CLROUTER_TOOL_REPORT_VIEW_VIEW_JSON_H
#define CLROUTER_TOOL_REPORT_VIEW_VIEW_JSON_H

#include "table/output.h"
#include "tool/report/view/view.h"

/* Writes the members of the object that is open, if OUTPUT is JSON. */
void view_json_put(struct output *output, const struct view *view);

#endif
