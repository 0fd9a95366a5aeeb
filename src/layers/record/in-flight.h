/* SPDX-License-Identifier: Apache-2.0 */
/*
 * in-flight: the commands of a queue whose times are wanted, until they have ended. Their events
 * are read in batches, by threads of the program that have just waited for something or have
 * enqueued a batch. Nothing here waits for a command, and no callback is set: on a fast driver a
 * callback costs more than the command.
 *
 * Any thread may call these functions. The lock is not held while the driver is called.
 */
#ifndef CLROUTER_LAYERS_RECORD_IN_FLIGHT_H
#define CLROUTER_LAYERS_RECORD_IN_FLIGHT_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <clrouter/layer.h>

#define IN_FLIGHT_MOST 16384	/* commands of a queue; with one more, the oldest loses its times */
#define IN_FLIGHT_BATCH 64	/* commands */

struct in_flight_command {
	cl_event event;	/* with a reference of ours; NULL: its times were read */
	uint64_t call;	/* the offset of its record; of a summed one what it is added up by */
	uint64_t stands_for;	/* commands, itself included */
	bool is_summed;
};

/* The commands of one queue. All zero, but for the queue, is none. */
struct in_flight {
	cl_command_queue queue;
	bool is_in_order;	/* set by in_flight_set_order() */
	atomic_size_t count;
	struct in_flight_command *ring;
	size_t size;	/* of the ring, 0 or a power of two */
	size_t first;
	bool is_read;	/* a thread reads it: nothing else takes anything out */
	bool is_asked;	/* meanwhile, another thread wanted to */
};

/*
 * Takes over a reference to the event of COMMAND. Reads what has ended when a batch is complete.
 */
void in_flight_add(struct in_flight *commands, struct in_flight_command command);

/* Records the times of the commands that have ended, and releases their events. */
void in_flight_read(struct in_flight *commands);

/*
 * The queue is a new one, with this order. What is left of an old one at the same address is read
 * later, in any order.
 */
void in_flight_set_order(struct in_flight *commands, bool is_in_order);

/* In a forked child, whose driver knows nothing of them; it has one thread. */
void in_flight_forget(struct in_flight *commands);

/* Around a fork, in the thread that forks: before, and in both processes after it. */
void in_flight_before_fork(void);
void in_flight_after_fork(void);

#endif
