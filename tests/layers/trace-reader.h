/* SPDX-License-Identifier: Apache-2.0 */
/*
 * trace-reader: reads a Chrome trace as strictly as any JSON reader does, and knows
 * of its events what the tests ask for. Written for them, so it believes nothing that
 * the layer writes.
 */
#ifndef TRACE_READER_H
#define TRACE_READER_H

#include <stdbool.h>
#include <stddef.h>

struct trace_event {
	char phase;
	char category[16];
	char name[64];
	char label[64];		/* args.name: of a row */
	double row;		/* tid */
	double begin;		/* us */
	double duration;
};

struct trace_events {
	struct trace_event *events;
	size_t count;
	char error[128];	/* empty if TEXT is a valid trace */
};

/* Reads TEXT; trace_events_done() frees what it gives. */
void trace_events_read(struct trace_events *trace, const char *text);

/* Does every event lie in its row either wholly within or wholly outside of others? */
bool trace_events_nest(struct trace_events *trace);

void trace_events_done(struct trace_events *trace);

#endif
