/* SPDX-License-Identifier: Apache-2.0 */
/*
 * events: puts calls and what is said of objects into the record. Each thread has a chunk of its
 * own, so no lock is taken but when that is full. The wrappers around the OpenCL functions are
 * generated (record-wrappers.c) and call this.
 */
#ifndef CLROUTER_LAYERS_RECORD_FILE_EVENTS_H
#define CLROUTER_LAYERS_RECORD_FILE_EVENTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <clrouter/layer.h>

#include "layers/record/file/store.h"
#include "record/record-format.h"

struct queue;

/* What a thread records with. */
struct event_thread {
	struct store_chunk chunk;
	uint32_t generation;		/* of the chunk; an older one is not used */
	uint32_t id;			/* gettid() */
	struct event_thread *next;	/* in the list of those that no thread has */
	struct {
		cl_command_queue handle; /* of the queue to which it enqueued last */
		struct queue *queue;
	} last;				/* see commands.c */
};

/* A call between its begin and its end, on the stack of the wrapper. */
struct event_frame {
	uint64_t home;			/* of its chunk; 0: it is not recorded */
	uint64_t offset;		/* of the record, as references to it are written */
	struct record_call *call;	/* in the chunk of the thread, if that has this home */
	struct event_thread *thread;
	uint32_t size;			/* bytes of the record */
	uint32_t generation;
	bool has_ended;
	uint64_t begin;			/* ns, if it is recorded */
	struct queue *queue;		/* of its command, if that can be measured. See commands.c */
	bool is_measured;
	cl_event event;			/* in place of one that the program did not ask for */
};

/*
 * Recording starts, and stops at the time STOP_AT (ns, monotonic; UINT64_MAX: never). DESCRIBE
 * is called in each process, when its file is new. False: there are no resources. Comes last at the
 * layer's start: if that is not the first one, other threads may be in calls.
 */
bool events_start(uint64_t stop_at, void (*describe)(void));
void events_stop(void);

/*
 * While it is paused, only calls are recorded that say what objects are: what creates, builds,
 * retains and releases them. Without these a record that goes on later has handles without names.
 */
void events_pause(bool is_paused);

/* Around a fork, in the thread that forks. */
void events_before_fork(void);
void events_after_fork_in_parent(void);
void events_after_fork_in_child(void);

bool events_are_recorded(void);

/* Another number for each file of the process; 0 while nothing is recorded. */
unsigned int events_generation(void);

/* The number of the function SLOT in the record. */
static inline unsigned int event_function(unsigned int slot)
{
	return slot < CLROUTER_SLOTS ? slot : slot - CLROUTER_SLOTS + RECORD_FIRST_EXTENSION;
}

/* The call of the function SLOT begins; ARGUMENTS are COUNT words, one for each parameter. */
void event_begin(struct event_frame *frame, unsigned int slot, unsigned int count,
		 const uint64_t *arguments);

/* It has returned RESULT. */
void event_end(struct event_frame *frame, uint64_t result);

/* The same for a function that stores something through its arguments. */
void event_end_stored(struct event_frame *frame, unsigned int slot, unsigned int count,
		      const uint64_t *arguments, uint64_t result);

/* An exception or the end of the thread leaves the call. */
void event_abandon(struct event_frame *frame);

/* To be called when the block of a frame ends, however it does. */
static inline void event_leave(struct event_frame *frame)
{
	if (!frame->has_ended)
		event_abandon(frame);
}

/*
 * Adds a record that is not a call: after its head FIELDS, without their head, then VALUE, filled
 * up with zeros. Longer values are cut at 1 MiB.
 */
void event_add(enum record_type type, unsigned int detail, const void *fields, size_t fields_size,
	       const void *value, size_t value_size);

#endif
