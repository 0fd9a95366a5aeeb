/* SPDX-License-Identifier: Apache-2.0 */
/*
 * page-content: what a page shows of the calls and commands of a record. Its rows are threads, then
 * the lanes of the queues, which are grouped by device.
 */
#ifndef CLROUTER_TOOL_REPORT_PAGE_PAGE_CONTENT_H
#define CLROUTER_TOOL_REPORT_PAGE_PAGE_CONTENT_H

#include "tool/report/model.h"
#include "tool/report/page/bins.h"
#include "tool/report/page/programs.h"
#include "tool/report/page/spans.h"
#include "tool/report/strings.h"

/*
 * Which call has enqueued the command of an event. A driver gives the handle of a released event to a
 * later one, so the time of the use counts.
 */
struct event {
	uint64_t handle;
	uint64_t time;	    /* when it was there */
	uint64_t reference; /* of the call that has made it */
};

/* All zero but for the model: none. */
struct waits {
	const struct model *model;
	struct event *list;
	size_t count;
};

struct page_content {
	const struct model *model;
	struct spans spans; /* id: of a call its reference, of a command its index */
	struct strings names;
	struct bins bins;
	struct waits waits;
	struct programs programs;
	struct thread_nesting *nestings; /* by the index of the thread */
	uint32_t *function_names; /* by function: the number of its name, plus 1; 0: it has none yet */
	uint32_t *queue_order;	  /* by queue: its place among the queues ... */
	uint32_t *queues;	  /* ... and the queue at each place */
	unsigned int shares;	  /* the page has so many parts like this one */
	bool has_bins;		  /* there are so many calls that spans are merged */
};

/*
 * Reads the calls of MODEL, which must stay, for one of SHARES parts of the page. Returns false, with a message, if there is no memory;
 * page_content_done() is needed all the same.
 */
bool page_content_read(struct page_content *content, const struct model *model,
		       unsigned int shares);

/* Is ROW, of a span, a queue's row? Stores its queue and lane, or its thread and depth. */
bool page_content_is_lane(const struct page_content *content, uint64_t row, uint32_t *index,
		       unsigned int *lane);

#define WAITS_LENGTH 64 /* events in a list; the record keeps no more */

/* Stores the calls whose events CALL waits for; returns how many events that are. 0: not known. */
size_t waits_find(const struct waits *waits, const struct record_call *call,
		  uint64_t references[WAITS_LENGTH]);

void page_content_done(struct page_content *content);

/* -- details.c ------------------------------------------------------------------------------ */

/*
 * The arguments and results of calls, and what is known of commands; if there are many, the longest ones
 * have them. Writes two members of an object of JSON, and a comma after each: the texts, and the details
 * that refer to them. Returns false, with a message, if there is no memory.
 */
bool details_put(FILE *file, struct page_content *content);

#endif
