/* SPDX-License-Identifier: Apache-2.0 */
/*
 * live-memory: the memory that a running program has allocated by OpenCL and not released, by the
 * devices of its contexts. The bytes are those that the program has asked for; a driver may need
 * more, or allocate them later.
 */
#ifndef CLROUTER_TOOL_REPORT_LIVE_LIVE_MEMORY_H
#define CLROUTER_TOOL_REPORT_LIVE_LIVE_MEMORY_H

#include "tool/report/history.h"
#include "tool/report/live/live-map.h"

#define LIVE_MEMORY_DEVICES 4	/* handles that are kept of a context */

/* The contexts with the same devices have one. */
struct live_memory_row {
	uint64_t devices[LIVE_MEMORY_DEVICES];	/* handles */
	unsigned int device_count;		/* may be more; 0: they are not known */
	bool was_used;
	uint64_t objects;
	uint64_t bytes;
	uint64_t before;	/* bytes at the end of the round before */
	uint64_t most;		/* bytes so far */
};

struct live_allocation {
	uint64_t time;		/* when it was made */
	uint64_t bytes;
	size_t row;
	unsigned int references;	/* 0: this one is free */
	size_t next;		/* another free one, plus 1 */
};

struct live_memory {
	struct live_memory_row *rows;
	size_t row_count;
	size_t unknown;			/* the row without devices, plus 1; 0: none */
	struct pointer_map contexts;	/* from a handle to the row, plus 1 */
	struct pointer_map map;		/* from a handle or an address to the allocation, plus 1 */
	struct live_allocation *list;
	size_t count;
	size_t free;			/* the first free one, plus 1; 0: none */
};

/*
 * Looks for memory in CALL, which has succeeded and is one of FUNCTION. Returns false if there is no
 * memory for that here.
 */
bool live_memory_add(struct live_memory *memory, const struct history *history,
		     const struct signature *function, const struct record_call *call);

/* Before a round. */
void live_memory_begin(struct live_memory *memory);

void live_memory_done(struct live_memory *memory);

#endif
