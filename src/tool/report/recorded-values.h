/* SPDX-License-Identifier: Apache-2.0 */
/* recorded-values: the arguments and results of recorded calls as text, like the trace layer's. */
#ifndef CLROUTER_TOOL_REPORT_RECORDED_VALUES_H
#define CLROUTER_TOOL_REPORT_RECORDED_VALUES_H

#include "base/common/line.h"
#include "tool/report/history.h"

/* Adds "name=value" for each argument of CALL, with commas between them. */
void recorded_add_arguments(struct line *line, const struct record_call *call,
			    const struct history *history);

/* An argument of a call. */
struct recorded_value {
	const char *name;	/* of the parameter; NULL: it is not known */
	bool is_number;		/* of no other meaning: `number` is the value */
	bool is_signed;
	uint64_t number;
};

/* Adds argument INDEX of CALL, without its name, and describes it in VALUE. False: it has no such argument. */
bool recorded_add_argument(struct line *line, const struct record_call *call,
			   const struct history *history, int index, struct recorded_value *value);

void recorded_add_result(struct line *line, const struct record_call *call,
			 const struct history *history);

#endif
