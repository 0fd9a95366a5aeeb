/* SPDX-License-Identifier: Apache-2.0 */
/*
 * call-records: puts calls and what is said of objects into the record. Each thread has a chunk of
 * its own, so no lock is taken but when that is full. The wrappers around the OpenCL functions are
 * generated (record-wrappers.c) and call this.
 */
#ifndef CLROUTER_LAYERS_RECORD_FILE_CALL_RECORDS_H
#define CLROUTER_LAYERS_RECORD_FILE_CALL_RECORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <clrouter/layer.h>

#include "layers/record/file/places.h"
#include "layers/record/file/store.h"
#include "record/record-format.h"

struct timed_queue;
struct sums;

/* What a thread records with. */
struct event_thread {
	struct store_chunk chunk;
	uint32_t generation;	   /* of the chunk; an older one is not used */
	uint32_t id;		   /* gettid() */
	struct event_thread *next; /* in the list of those that no thread has */
	struct {
		cl_command_queue handle; /* of the queue to which it enqueued last */
		struct timed_queue *queue;
	} last;			  /* see timed-commands.c */
	struct sums *sums;	  /* NULL: none yet, or none are wanted */
	uint32_t sums_generation; /* older ones are not used */
	struct places places;	  /* whose modules are in the chunk */
};

/* A call between its begin and its end, on the stack of the wrapper. */
struct event_frame {
	uint64_t home;		  /* of its chunk; 0: its record is not in the file */
	uint64_t offset;	  /* of the record, as references to it are written */
	struct record_call *call; /* in the chunk of the thread, if that has this home */
	struct event_thread *thread;
	uint32_t size; /* bytes of the record */
	uint32_t generation;
	bool has_ended;
	uint64_t begin; /* ns, if it is recorded */
	struct timed_queue
		*queue;	      /* of its command, if that can be measured. See timed-commands.c */
	uint32_t stands_for;  /* commands, for which the measured one stands; 0: it is none */
	cl_event event;	      /* in place of one that the program did not ask for */
	bool is_summed;	      /* the call is added to the sums of the thread */
	unsigned int slot;    /* of a call that is summed ... */
	unsigned int command; /* ... what its command is added up by. See timed-commands.c */
	const uint64_t *arguments; /* ... of the call, as the wrapper has them */
};

struct events_options {
	uint64_t stop_at;	/* recording stops then (ns, monotonic); UINT64_MAX: never */
	bool adds_up;		/* sums are recorded in place of calls and commands */
	bool has_stacks;	/* calls have stacks */
	void (*describe)(void); /* called in each process, when its file is new */
};

/*
 * Recording starts. False: there are no resources. Comes last at the layer's start: if that is not
 * the first one, other threads may be in calls.
 */
bool events_start(const struct events_options *options);
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

/* Stops recording if its time is over at NOW, or another process has asked for that. */
void events_stop_if_asked(uint64_t now);

/* Another number for each file of the process; 0 while nothing is recorded. */
unsigned int events_generation(void);

/* Are sums recorded in place of calls and commands? Then the file must not grow with calls. */
bool events_are_summed(void);

/*
 * The call of the function SLOT begins; ARGUMENTS are COUNT words, one for each parameter, and one
 * more: the address to which the call returns.
 */
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

/*
 * The call FRAME, which is summed, has enqueued a command that moves BYTES. Returns for how many it
 * stands, as sums.h says.
 */
uint64_t event_sum_command(const struct event_frame *frame, uint64_t bytes);

/* What the command of FIELDS took, and its error; for COUNT of those that COMMAND stands for. */
void event_sum_times(unsigned int command, const struct record_command *fields, uint64_t count);

#endif
