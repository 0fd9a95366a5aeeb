/* SPDX-License-Identifier: Apache-2.0 */
/*
 * events: which call has enqueued the command of an event. A driver gives the handle of a released
 * event to a later one, so the time of the use counts.
 */
#ifndef CLROUTER_TOOL_REPORT_PAGE_EVENTS_H
#define CLROUTER_TOOL_REPORT_PAGE_EVENTS_H

#include "tool/report/model.h"

struct event {
	uint64_t handle;
	uint64_t time;	    /* when it was there */
	uint64_t reference; /* of the call that has made it */
};

struct events {
	const struct model *model;
	struct event *list;
	size_t count;
	signed char *made;   /* by function: the parameter that points to a new event ... */
	signed char *waited; /* ... and the one with events; -1: none, -2: not looked for */
};

/* Returns false, with a message, if there is no memory. */
bool events_init(struct events *events, const struct model *model);

/*
 * Notes the event that CALL has made, if any. Returns false, with a message, if there is no memory.
 */
bool events_add(struct events *events, const struct record_call *call, uint64_t reference);

/* Events can be found after this. */
void events_sort(struct events *events);

#define EVENTS_MOST 64 /* in a list; the record keeps no more */

/* Stores the calls whose events CALL waits for; returns how many events that are. 0: not known. */
size_t events_waited(struct events *events, const struct record_call *call,
		     uint64_t references[EVENTS_MOST]);

void events_done(struct events *events);

#endif
