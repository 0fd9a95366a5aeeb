/* SPDX-License-Identifier: Apache-2.0 */
/*
 * allocations: the memory that a running program has allocated by OpenCL and not released, by the
 * devices of its contexts. The bytes are those that the program has asked for; a driver may need
 * more, or allocate them later.
 */
#ifndef CLROUTER_TOOL_REPORT_ALLOCATIONS_H
#define CLROUTER_TOOL_REPORT_ALLOCATIONS_H

#include "tool/report/history.h"
#include "tool/report/numbers.h"

#define ALLOCATIONS_DEVICES 4	/* handles that are kept of a context */

/* The contexts with the same devices have one. */
struct allocations_row {
	uint64_t devices[ALLOCATIONS_DEVICES];	/* handles */
	unsigned int device_count;		/* may be more; 0: they are not known */
	bool was_used;
	uint64_t objects;
	uint64_t bytes;
	uint64_t before;	/* bytes at the end of the round before */
	uint64_t most;		/* bytes so far */
};

struct allocations_object {
	uint64_t time;		/* when it was made */
	uint64_t bytes;
	size_t row;
	unsigned int references;	/* 0: this one is free */
	size_t next;		/* another free one, plus 1 */
};

/* Memory was allocated or released. */
struct allocations_change {
	uint64_t time;		/* ns, CLOCK_MONOTONIC */
	size_t row;
	int64_t bytes;
};

struct allocations {
	struct allocations_row *rows;
	size_t row_count;
	size_t unknown;			/* the row without devices, plus 1; 0: none */
	struct pointer_map contexts;	/* from a handle to the row, plus 1 */
	struct pointer_map map;		/* from a handle or an address to the allocation, plus 1 */
	struct allocations_object *list;
	size_t count;
	size_t free;			/* the first free one, plus 1; 0: none */
	bool keeps_changes;		/* for timelines; of all threads, not in order */
	struct allocations_change *changes;
	size_t change_count;
};

/*
 * Looks for memory in CALL, which has succeeded and is one of FUNCTION. Returns false if there is no
 * memory for that here.
 */
bool allocations_add(struct allocations *memory, const struct history *history,
		     const struct signature *function, const struct record_call *call);

/* Before a round. */
void allocations_begin(struct allocations *memory);

void allocations_done(struct allocations *memory);

#endif
