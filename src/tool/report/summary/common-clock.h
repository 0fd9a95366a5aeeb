/* SPDX-License-Identifier: Apache-2.0 */
/*
 * common-clock: when each of several records began, by one clock. Processes of one machine have the
 * same CLOCK_MONOTONIC, which nobody sets, so their times are exact to each other. Between
 * machines, and before and after a new start of one, CLOCK_REALTIME is what they have in common: as
 * exact as they set it.
 */
#ifndef CLROUTER_TOOL_REPORT_SUMMARY_COMMON_CLOCK_H
#define CLROUTER_TOOL_REPORT_SUMMARY_COMMON_CLOCK_H

#include "tool/report/summary/inputs.h"

struct common_clock {
	uint64_t *starts; /* by the index of the file: ns, CLOCK_REALTIME; 0: it is no record */
	uint64_t first;	  /* of them; 0: there is none */
};

/* Returns false, with a message, if there is no memory. */
bool common_clock_read(struct common_clock *clock, const struct inputs *inputs);

void common_clock_done(struct common_clock *clock);

#endif
