/* SPDX-License-Identifier: Apache-2.0 */
/*
 * live-rows: what a view shows of a running program: differences between two rounds, or sums since
 * the start, and the rows of a table in their order.
 */
#ifndef CLROUTER_TOOL_REPORT_LIVE_VIEW_LIVE_ROWS_H
#define CLROUTER_TOOL_REPORT_LIVE_VIEW_LIVE_ROWS_H

#include "tool/report/live/live.h"

enum live_order { LIVE_BY_TIME, LIVE_BY_COUNT, LIVE_BY_ERRORS, LIVE_BY_NAME };

struct live_view {
	enum live_order order;
	bool is_total;		/* since the start, not since the round before */
};

struct live_rows {
	const void **list;	/* for free() */
	size_t count;
};

/* Is what is shown of LIVE the sum since the start? It is when no more will come. */
bool live_is_total(const struct live *live, struct live_view view);

/* The ns that a view is about. */
uint64_t live_elapsed(const struct live *live, struct live_view view);

/* The numbers of a view; those of threads and functions are of the same structure as theirs. */
struct live_function_numbers live_function_in(const struct live *live, struct live_view view,
					      const struct live_function *function);
struct live_work_numbers live_work_in(const struct live *live, struct live_view view,
				      const struct live_work *work);
struct live_thread_numbers live_thread_in(const struct live *live, struct live_view view,
					  const struct live_thread *thread);

/*
 * The thousandths of the time in which QUEUE executed nothing, so far as its commands were measured;
 * -1: that is not known.
 */
int live_queue_idle(const struct live *live, struct live_view view,
		    const struct live_queue *queue);

/*
 * The rows of struct live_function, live_kernel and live_thread, in the order of the view; those of
 * struct live_queue in which commands were enqueued, by number. What was never used is left out.
 * Without memory there are none, which is reported.
 */
struct live_rows live_rows_functions(const struct live *live, struct live_view view);
struct live_rows live_rows_kernels(const struct live *live, struct live_view view);
struct live_rows live_rows_threads(const struct live *live, struct live_view view);
struct live_rows live_rows_queues(const struct live *live);

#endif
