/* SPDX-License-Identifier: Apache-2.0 */
/* view-screen: the report of a record for a terminal: one screen of at most 80 columns. */
#ifndef CLROUTER_TOOL_REPORT_VIEW_VIEW_SCREEN_H
#define CLROUTER_TOOL_REPORT_VIEW_VIEW_SCREEN_H

#include "base/common/line.h"
#include "table/output.h"
#include "tool/report/view/view.h"

/* Writes nothing if OUTPUT has another form. */
void view_screen_put(struct output *output, const struct view *view);

/* Adds how the recorded program ended, or that it runs, as the rest of a sentence about it. */
void view_screen_add_end(struct line *line, const struct model *model);

/* Adds the program with its arguments. IS_SHORT: without the folder that it is in. */
void view_screen_add_program(struct line *line, const struct model *model, bool is_short);

#endif
