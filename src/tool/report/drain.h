/* SPDX-License-Identifier: Apache-2.0 */
/*
 * drain: when a device has certainly nothing to do, by what the host knows: a thread has waited for
 * all that was enqueued, and enqueues more later. That is known without any times of the device. If
 * several threads enqueue to a device it is not, because their calls do not come in order.
 */
#ifndef CLROUTER_TOOL_REPORT_DRAIN_H
#define CLROUTER_TOOL_REPORT_DRAIN_H

#include "tool/report/gaps.h"

/* All zero: nothing was enqueued. */
struct drain_queue {
	uint64_t last;	 /* ns, CLOCK_MONOTONIC: when a command was enqueued last */
	bool is_pending; /* commands are not known to be done */
};

/* All zero: nothing was enqueued. */
struct drain_device {
	struct gaps gaps;
	uint64_t since;	  /* nothing is to be done since then; 0: that is not known */
	uint64_t pending; /* how many queues have commands that are not known to be done */
	uint32_t thread;  /* the ID of the one that enqueues */
	bool has_threads; /* there are several */
};

/*
 * The call REFERENCE of THREAD, which began at BEGIN, has enqueued a command to QUEUE of DEVICE.
 * What is before FROM does not count. Returns false, with a message, if there is no memory.
 */
bool drain_add(struct drain_device *device, struct drain_queue *queue, uint64_t reference,
	       uint64_t begin, uint32_t thread, uint64_t from);

/* A call from BEGIN to END has shown that everything in QUEUE of DEVICE is done that was enqueued
 * by then. */
void drain_end(struct drain_device *device, struct drain_queue *queue, uint64_t begin,
	       uint64_t end);

#endif
