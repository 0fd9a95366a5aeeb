/* SPDX-License-Identifier: Apache-2.0 */
/* lanes: rows for commands of one queue, so that those that overlap are in different rows. */
#ifndef CLROUTER_TOOL_REPORT_EXPORT_LANES_H
#define CLROUTER_TOOL_REPORT_EXPORT_LANES_H

#include <stdint.h>

#define LANES 16 /* what overlaps with more is in the last one */

struct lanes {
	uint64_t ends[LANES];
	unsigned int count;
};

/*
 * The lane for a command from BEGIN to END, the lowest that is free. Commands must come in the
 * order in which they begin. *LANES begins as zeros.
 */
static inline unsigned int lanes_pick(struct lanes *lanes, uint64_t begin, uint64_t end)
{
	unsigned int lane = 0;

	while (lane < lanes->count && lane < LANES - 1 && lanes->ends[lane] > begin)
		lane++;
	if (lane >= lanes->count)
		lanes->count = lane + 1;
	lanes->ends[lane] = end;
	return lane;
}

#endif
