/* SPDX-License-Identifier: Apache-2.0 */
/* place: where and when a call was, and which of two was first. */
#ifndef CLROUTER_TOOL_REPORT_PLACE_H
#define CLROUTER_TOOL_REPORT_PLACE_H

#include <stdint.h>

struct model_place {
	unsigned int function;
	uint32_t thread;	/* ID */
	uint64_t number;	/* of the call among those of its thread, from 1; 0: not known */
	uint64_t time;		/* ns, CLOCK_MONOTONIC: when it began */
	uint64_t reference;	/* what other records refer to it by */
};

/* As qsort() wants it. Of equal TIMES, the place in the record decides. */
static inline int place_order(const uint64_t times[2], const uint64_t references[2])
{
	if (times[0] != times[1])
		return times[0] < times[1] ? -1 : 1;
	return references[0] < references[1] ? -1 : references[0] > references[1];
}

#endif
