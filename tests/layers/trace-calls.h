/* SPDX-License-Identifier: Apache-2.0 */
/*
 * trace-calls: calls of the driver of layer-target.h through the trace layer, each with the line
 * that the layer writes of the last one.
 */
#ifndef TRACE_CALLS_H
#define TRACE_CALLS_H

#define TRACE_CALLS 17

struct trace_call {
	void (*call)(void);
	const char *line;	/* without the time of its beginning, and without its duration */
};

extern const struct trace_call trace_calls[TRACE_CALLS];

/* Those that other tests need, too. */
void gets_none(void);
void gets_type(void);
void makes_buffer(void);
void makes_program(void);
void sets_arguments(void);

/* The function NAME of an extension; the first platform has the traced version of all. */
void *extension(unsigned int index, const char *name);

#endif
