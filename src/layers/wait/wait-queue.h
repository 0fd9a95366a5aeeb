/* SPDX-License-Identifier: Apache-2.0 */
/*
 * wait-queue: what a wait has to know of a queue. The table has a fixed size, and an entry is never
 * freed, so any thread may use one without a lock. What may be wrong for a moment, because two
 * threads use a queue, is wrong on the side that makes a wait the driver's.
 */
#ifndef CLROUTER_LAYERS_WAIT_WAIT_QUEUE_H
#define CLROUTER_LAYERS_WAIT_WAIT_QUEUE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include <clrouter/layer.h>

#define WAIT_QUEUE_MOST 512 /* a power of two */

#define WAIT_QUEUE_FREE ((cl_command_queue)1) /* no handle; NULL is what a program may pass */

struct wait_driver;

/* What the driver says of a queue. */
struct wait_queue_facts {
	bool is_usable; /* a marker in it can be waited for: it is a queue of the host */
	bool keeps_order;
	bool has_marker_lists; /* clEnqueueMarkerWithWaitList is there: OpenCL 1.2 */
	cl_context context;
	cl_device_id device;
	struct wait_driver *driver;
};

struct wait_queue {
	_Atomic(cl_command_queue) handle; /* WAIT_QUEUE_FREE: it is the entry of no queue */
	atomic_bool is_asked;		  /* `facts` are this queue's */
	atomic_bool is_dirty;		  /* it has commands that were not flushed */
	/* Commands wait for events: 0: none does; 1: some do; else they are before this wait. */
	atomic_uint waits_for_events;
	_Atomic(uint64_t) work;	   /* the last kernel, and its size */
	_Atomic(cl_event) barrier; /* the last one, of a queue without order */
	struct wait_queue_facts facts;
};

extern struct wait_queue wait_queue_table[WAIT_QUEUE_MOST] CLROUTER_LAYER_HIDDEN;

/*
 * The entry of a queue that is not in its place. One entry is for all that the table has no space
 * for.
 */
struct wait_queue *wait_queue_add(cl_command_queue handle);

static inline struct wait_queue *wait_queue_at(uintptr_t place)
{
	return &wait_queue_table[place % WAIT_QUEUE_MOST];
}

/* Objects of drivers are not much smaller than a line of the processor's cache. */
static inline uintptr_t wait_queue_place(cl_command_queue handle)
{
	return (uintptr_t)handle >> 6;
}

/*
 * The entry of the queue HANDLE; NULL: it is not in the first place for it. On the way of each
 * enqueue: so the compiler must not know that it is in the table, because it would calculate the
 * address of each member from the beginning of that; and it must not compare it with NULL.
 */
static inline struct wait_queue *wait_queue_quick(cl_command_queue handle)
{
	struct wait_queue *queue = wait_queue_at(wait_queue_place(handle));

	__asm__("" : "+r"(queue));
	if (!queue)
		__builtin_unreachable();
	return atomic_load_explicit(&queue->handle, memory_order_relaxed) == handle ? queue : NULL;
}

/* The entry of the queue HANDLE. */
static inline struct wait_queue *wait_queue_find(cl_command_queue handle)
{
	struct wait_queue *queue = wait_queue_quick(handle);

	return queue ? queue : wait_queue_add(handle);
}

/* The entry of the queue HANDLE, if it has one of its own. NULL: it is not known. */
struct wait_queue *wait_queue_look(cl_command_queue handle);

/* A command is enqueued to QUEUE, which waits for so many EVENTS or semaphores. */
static inline void wait_queue_note(struct wait_queue *queue, cl_uint events)
{
	atomic_store_explicit(&queue->is_dirty, true, memory_order_relaxed);
	if (events != 0)
		atomic_store_explicit(&queue->waits_for_events, 1, memory_order_relaxed);
}

/* The same of a launch of KERNEL; the first of its global sizes is SIZE. */
static inline void wait_queue_note_kernel(struct wait_queue *queue, cl_uint events,
					  cl_kernel kernel, size_t size)
{
	wait_queue_note(queue, events);
	atomic_store_explicit(&queue->work, (uint64_t)(uintptr_t)kernel + size,
			      memory_order_relaxed);
}

/* Has the queue HANDLE commands that were not flushed, as far as that is known? */
bool wait_queue_is_dirty(cl_command_queue handle);

/*
 * A command buffer is enqueued to the COUNT queues LIST. If they are those that it was made for,
 * which are not known here, each wait is the driver's from now on.
 */
void wait_queue_note_list(cl_uint count, const cl_command_queue *list);

/* All commands of QUEUE were flushed, or the driver's function that is called next flushes them. */
void wait_queue_note_flush(struct wait_queue *queue);

/* What the driver says of QUEUE, whose handle is HANDLE. Asks it once. */
struct wait_queue_facts wait_queue_ask(struct wait_queue *queue, cl_command_queue handle);

/*
 * May a command of QUEUE wait for one that another queue was not told to begin, because it was not
 * flushed? Only the driver's own wait can end then.
 */
bool wait_queue_may_hang(const struct wait_queue *queue);

/* Such commands exist, which are not seen: from now on, each queue may have them. */
void wait_queue_note_unseen(void);

/*
 * A wait for all that was enqueued to QUEUE begins; its number is for wait_queue_end_wait(), when
 * all of that has ended.
 */
unsigned int wait_queue_begin_wait(struct wait_queue *queue);
void wait_queue_end_wait(struct wait_queue *queue, unsigned int number);

/* A barrier has EVENT, of which the table takes over a reference; NULL: it is not known. */
void wait_queue_set_barrier(struct wait_queue *queue, cl_event event);

/*
 * The program changes the queue HANDLE, or has made or releases it, so that the facts may become
 * wrong. IS_LAST: the entry becomes free.
 */
void wait_queue_forget(cl_command_queue handle, bool is_last);

/* Around a fork, in the thread that forks: before, and in both processes after it. */
void wait_queue_before_fork(void);
void wait_queue_after_fork(void);

/* For the layer's start. */
void wait_queue_start(void);

#endif
