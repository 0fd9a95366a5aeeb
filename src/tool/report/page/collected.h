/* SPDX-License-Identifier: Apache-2.0 */
/*
 * collected: what a page shows of the calls and commands of a record. Its rows are threads, then
 * the lanes of the queues, which are grouped by device.
 */
#ifndef CLROUTER_TOOL_REPORT_PAGE_COLLECTED_H
#define CLROUTER_TOOL_REPORT_PAGE_COLLECTED_H

#include "tool/report/model.h"
#include "tool/report/page/bins.h"
#include "tool/report/page/waits.h"
#include "tool/report/page/programs.h"
#include "tool/report/page/spans.h"
#include "tool/report/page/texts.h"

struct collected {
	const struct model *model;
	struct spans spans; /* id: of a call its reference, of a command its index */
	struct texts names;
	struct bins bins;
	struct waits waits;
	struct programs programs;
	struct thread_nesting *nestings; /* by the index of the thread */
	uint32_t *function_names; /* by function: number of its name, or TEXTS_NONE */
	uint32_t *queue_order;	  /* by queue: its place among the queues ... */
	uint32_t *queues;	  /* ... and the queue at each place */
	bool has_bins;		  /* there are so many calls that spans are merged */
};

/*
 * Reads the calls of MODEL, which must stay. Returns false, with a message, if there is no memory;
 * collected_done() is needed all the same.
 */
bool collected_read(struct collected *collected, const struct model *model);

/* Is ROW, of a span, that of a queue? Stores its queue and lane, or its thread and depth. */
bool collected_is_lane(const struct collected *collected, uint64_t row, uint32_t *index,
		       unsigned int *lane);

void collected_done(struct collected *collected);

#endif
