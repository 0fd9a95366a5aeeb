/* SPDX-License-Identifier: Apache-2.0 */
/*
 * trace-reader: reads a Chrome trace with a strict JSON parser of its own, and keeps of each event
 * what the tests compare. It shares no code with the layer that writes the trace.
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

/* Reads TEXT into TRACE, which the caller frees with trace_events_done(). */
void trace_events_read(struct trace_events *trace, const char *text);

/* Is every event either wholly inside or wholly outside of each other event of its row? */
bool trace_events_nest(struct trace_events *trace);

void trace_events_done(struct trace_events *trace);

#endif
