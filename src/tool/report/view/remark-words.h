/* SPDX-License-Identifier: Apache-2.0 */
/* remark-words: remarks for people. */
#ifndef CLROUTER_TOOL_REPORT_VIEW_REMARK_WORDS_H
#define CLROUTER_TOOL_REPORT_VIEW_REMARK_WORDS_H

#include "base/common/line.h"
#include "table/cell.h"
#include "tool/report/view/remarks.h"

/* Adds what REMARK is, and what helps: a clause that fits beside the share of the run time. */
void remark_words_add(struct line *line, const struct remark *remark);

/* Adds the call that it is about, if there is one, and where in the program that was made. */
void remark_words_add_place(struct line *line, const struct model *model,
			    const struct remark *remark);

/* Where in the program the call at PLACE was made, cut to COLUMNS; empty if it is not known. */
struct cell_name remark_words_caller(const struct model *model, const struct model_place *place,
				     size_t columns);

#endif
