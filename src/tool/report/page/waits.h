/* SPDX-License-Identifier: Apache-2.0 */
/*
 * waits: which call has enqueued the command of an event. A driver gives the handle of a released
 * event to a later one, so the time of the use counts.
 */
#ifndef CLROUTER_TOOL_REPORT_PAGE_WAITS_H
#define CLROUTER_TOOL_REPORT_PAGE_WAITS_H

#include "tool/report/model.h"

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

/*
 * Notes the event that CALL has made, if any. Returns false, with a message, if there is no memory.
 */
bool waits_add(struct waits *waits, const struct record_call *call, uint64_t reference);

/* Events can be found after this. */
void waits_sort(struct waits *waits);

#define WAITS_LENGTH 64 /* in a list; the record keeps no more */

/* Stores the calls whose events CALL waits for; returns how many events that are. 0: not known. */
size_t waits_find(const struct waits *waits, const struct record_call *call,
		  uint64_t references[WAITS_LENGTH]);

void waits_done(struct waits *waits);

#endif
