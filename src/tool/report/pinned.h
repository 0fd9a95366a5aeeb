/* SPDX-License-Identifier: Apache-2.0 */
/*
 * pinned: which memory of the host a driver has made or knows, so that it may be pinned: what is
 * mapped, what buffers use (CL_MEM_USE_HOST_PTR), and shared memory. A transfer from or to it is as
 * fast as its pages let it be. Once noted, memory stays noted, although it may be released: so too
 * much counts as pinned, never too little.
 */
#ifndef CLROUTER_TOOL_REPORT_PINNED_H
#define CLROUTER_TOOL_REPORT_PINNED_H

#include "record/known-functions.h"

struct pinned_range {
	uint64_t begin;
	uint64_t end;
};

/* All zero: none. */
struct pinned {
	struct pinned_range *list;
	size_t count;
	bool is_sorted; /* by begin, and none touches another */
	bool is_full;	/* there are more than are kept */
};

/* Notes the memory that CALL, which has returned, has made known. False, with a message: no memory.
 */
bool pinned_add_call(struct pinned *pinned, const struct known_functions *known,
		     const struct record_call *call);

/* May the memory at POINTER be pinned? If there are too many ranges to know, yes. */
bool pinned_has(struct pinned *pinned, uint64_t pointer);

void pinned_done(struct pinned *pinned);

#endif
