/* SPDX-License-Identifier: Apache-2.0 */
/* place: where and when a call was. */
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

#endif
