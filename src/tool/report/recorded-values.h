/* SPDX-License-Identifier: Apache-2.0 */
/* recorded-values: the arguments and results of recorded calls as text, like the trace layer's. */
#ifndef CLROUTER_TOOL_REPORT_RECORDED_VALUES_H
#define CLROUTER_TOOL_REPORT_RECORDED_VALUES_H

#include "base/common/line.h"
#include "tool/report/history.h"

/* Adds "name=value" for each argument of CALL, with commas between them. */
void recorded_add_arguments(struct line *line, const struct record_call *call,
			    const struct history *history);

void recorded_add_result(struct line *line, const struct record_call *call,
			 const struct history *history);

#endif
