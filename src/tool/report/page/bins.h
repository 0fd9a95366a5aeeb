/* SPDX-License-Identifier: Apache-2.0 */
/*
 * bins: how often and how long each name was in each part of the time, for a page that cannot have
 * all calls: what its merged spans are made of. When there is too much, the parts become twice as
 * long.
 */
#ifndef CLROUTER_TOOL_REPORT_PAGE_BINS_H
#define CLROUTER_TOOL_REPORT_PAGE_BINS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tool/report/timeline/protobuf.h"

/* One name of a row in one part. */
struct bin {
	uint64_t row;
	uint32_t name;
	uint32_t part;	/* its time begins at so many widths */
	uint64_t count; /* calls or commands that begin in it */
	uint64_t time;	/* ns in it, of those that begin or end in it; modulo 2^64 */
	uint64_t cover; /* change in how many go through the whole of this part; modulo 2^64 */
	bool is_used;
};

struct bins {
	struct bin *table;
	size_t capacity; /* a power of two */
	size_t count;
	uint64_t width;	 /* ns */
	bool is_full;	 /* there are too many rows and names: nothing is known */
};

/* For a run of RUN ns, and one of SHARES parts of a page. Returns false, with a message, if there is no memory. */
bool bins_init(struct bins *bins, uint64_t run, unsigned int shares);

/* Adds a call or command. Returns false, with a message, if there is no memory. */
bool bins_add(struct bins *bins, uint64_t row, uint32_t name, uint64_t begin, uint64_t end);

/*
 * Adds to BYTES, for each name of one of the ROW_COUNT sorted ROWS: the index of the row, the name,
 * how many parts follow, and of each the number less the one before, count, time and cover. The
 * bins are of no further use.
 */
void bins_pack(struct bins *bins, const uint64_t *rows, size_t row_count, struct protobuf *bytes);

void bins_done(struct bins *bins);

#endif
