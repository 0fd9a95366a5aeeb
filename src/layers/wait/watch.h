/* SPDX-License-Identifier: Apache-2.0 */
/*
 * watch: says what a wait waits for that takes longer than the user allows. For that each command
 * gets an event, and the last commands of each queue are kept. Off unless the user asks for it. Any
 * thread may call.
 */
#ifndef CLROUTER_LAYERS_WAIT_WATCH_H
#define CLROUTER_LAYERS_WAIT_WATCH_H

#include <stdbool.h>
#include <stdint.h>

#include <clrouter/layer.h>

#define WATCH_LISTED 4 /* events of a wait list that are kept */

struct wait_queue;

/* A command. Its functions are called in this order: begin, the driver's function, end. */
struct watch_command {
	cl_event event;
	unsigned int slot; /* of the function */
	char kernel[64];   /* empty: it launches none */
	cl_event waits_for[WATCH_LISTED];
	cl_uint listed;
	const cl_event *events; /* the program's list, until watch_end() */
};

/* For the layer's start: reads the settings. */
void watch_start(void);

/* In nanoseconds; 0: nothing is watched. */
uint64_t watch_limit(void);

/*
 * Returns the place for the command's event: EVENT, the program's, or one of COMMAND if that is
 * NULL and commands are watched.
 */
cl_event *watch_begin(struct watch_command *command, unsigned int slot, cl_kernel kernel,
		      cl_uint count, const cl_event *events, cl_event *event);
void watch_end(struct watch_command *command, cl_command_queue queue, const cl_event *event,
	       bool is_enqueued);

/* What the report of a wait needs. */
struct watch_wait {
	unsigned int slot;
	const void *site;
	cl_command_queue queue; /* NULL: it is for EVENTS */
	cl_uint count;
	const cl_event *events;
	const char *reason; /* NULL: it takes too long; else why it may never end */
};

/* Tells it once for each place in the program; then does what the user wants. */
void watch_tell(const struct watch_wait *wait);

/* The queue will be released: forgets its commands. */
void watch_forget(cl_command_queue queue);

#endif
