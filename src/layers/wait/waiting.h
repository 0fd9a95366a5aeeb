/* SPDX-License-Identifier: Apache-2.0 */
/*
 * waiting: what a call of the program is about to wait for, and how the layer waits for it in front
 * of the driver's own function, which is always called last. Any thread may call.
 */
#ifndef CLROUTER_LAYERS_WAIT_WAITING_H
#define CLROUTER_LAYERS_WAIT_WAITING_H

#include <stdbool.h>

#include <clrouter/layer.h>

#include "layers/wait/clock.h"
#include "layers/wait/expectation.h"
#include "layers/wait/wait-queue.h"

/* One call that waits. Its functions are called in the order in which they are declared here. */
struct waiting {
	struct expectation_kind kind;
	cl_command_queue handle;  /* NULL: the call has none */
	struct wait_queue *queue; /* of this handle, or of the first event that has one */
	struct wait_queue_facts facts;
	struct wait_driver *driver; /* NULL: the call is the driver's */
	/* What is waited for; the marker may also be a barrier. */
	cl_uint count;
	const cl_event *events;
	cl_event marker;
	unsigned int number; /* 0: it is not a wait for the whole queue */
	bool is_pure;	     /* the driver's function does nothing but wait */
	bool has_user_event;
	bool has_missed; /* a trial has not seen the end */
	/* The driver's function is called before the end. */
	bool is_entered;
	uint64_t entered_at;
	struct clock_spent spent;
};

/* The variable of a call: waiting_close() is called however its block is left. */
#define WAITING struct waiting waiting __attribute__((cleanup(waiting_close)))

/* A call of the function SLOT, from SITE in the program. HANDLE is NULL for clWaitForEvents. */
void waiting_open(struct waiting *waiting, cl_command_queue handle, unsigned int slot,
		  const void *site);

/* Exactly one of these, each of which returns when the driver's own function is to be called. */
void waiting_for_finish(struct waiting *waiting);
void waiting_for_transfer(struct waiting *waiting, cl_uint count, const cl_event *events);
void waiting_for_events(struct waiting *waiting, cl_uint count, const cl_event *events);
void waiting_for_driver(struct waiting *waiting);

/* The driver's function has returned. If it was refused, it has flushed nothing. */
void waiting_end(struct waiting *waiting, bool is_refused);

/* After that. */
void waiting_close(struct waiting *waiting);

#endif
