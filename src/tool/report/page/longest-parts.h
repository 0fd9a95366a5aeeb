/* SPDX-License-Identifier: Apache-2.0 */
/* longest-parts: parts of the time, for a page; if there are many, the longest ones. */
#ifndef CLROUTER_TOOL_REPORT_PAGE_LONGEST_PARTS_H
#define CLROUTER_TOOL_REPORT_PAGE_LONGEST_PARTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The first two members of each part. */
struct time_part {
	uint64_t begin; /* ns */
	uint64_t end;
};

/* The caller sets size and most, and frees the list. */
struct longest_parts {
	size_t size; /* bytes of a part */
	size_t most; /* above 0 */
	void *list;
	size_t count;
	uint64_t least; /* ns: shorter ones are left out */
	uint64_t left_out;
};

/* Adds a copy of PART. Returns false, with a message, if there is no memory. */
bool longest_parts_add(struct longest_parts *parts, const void *part);

#endif
