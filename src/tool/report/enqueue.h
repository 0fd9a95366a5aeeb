/* SPDX-License-Identifier: Apache-2.0 */
/*
 * enqueue: what a call has enqueued: a command, as timelines have it. All times are in ns; the
 * host's times are CLOCK_MONOTONIC. Keeps no state.
 */
#ifndef CLROUTER_TOOL_REPORT_ENQUEUE_H
#define CLROUTER_TOOL_REPORT_ENQUEUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "opencl/signature.h"
#include "record/record-reader.h"
#include "tool/report/history.h"

/* Where and when a call was. */
struct model_place {
	unsigned int function;
	uint32_t thread;	/* ID */
	uint64_t number;	/* of the call among its thread's calls, from 1; 0: not known */
	uint64_t time;		/* ns, CLOCK_MONOTONIC: when it began */
	uint64_t reference;	/* what other records refer to it by */
	uint64_t code;		/* the address that it returns to; 0: not known */
};

/* How much time a place in the program has above the others, while it is looked for. */
struct place_lead {
	uint64_t time;	/* ns */
	uint64_t most;	/* ns: of the call that stands for it */
};

/*
 * CALL took TIME. *PLACE becomes, or stays, the longest call of the code with the most time, if one has more
 * than half of it: what a loop does a thousand times counts more than one long call elsewhere.
 */
void place_choose(struct model_place *place, struct place_lead *lead, const struct model_place *call,
		  uint64_t time);

/* The address to which CALL returns, if the record has it. */
uint64_t place_code(const struct history *history, const struct record_call *call);

/* Where the call REFERENCE is; the time is 0 if it cannot be found. Thread and number are not known. */
struct model_place place_read(struct record_reader *reader, uint64_t reference);

/* Neither a kernel nor a marker, for example. */
static inline bool command_is_transfer(enum command_kind kind)
{
	return kind > COMMAND_KERNEL;
}

#define COMMAND_DIMENSIONS 3

/* The sizes of a launch. */
struct command_sizes {
	uint64_t global[COMMAND_DIMENSIONS];
	uint64_t local[COMMAND_DIMENSIONS]; /* 0: the driver's choice */
	uint8_t dimensions; /* 0: the sizes were not kept */
};

struct model_command {
	uint64_t reference;	/* of the call that enqueued it */
	uint64_t begin;		/* of that call */
	uint64_t end;
	uint32_t thread;	/* the ID of the thread that called */
	uint16_t function;
	uint8_t kind;		/* enum command_kind */
	uint32_t queue;		/* its number; 0: it is not known */
	int32_t status;		/* negative: it failed with this error code */
	const char *name;	/* of a kernel; NULL if it is not known */
	uint64_t bytes;		/* of a transfer; 0 if that is not known */
	struct command_sizes sizes; /* of a kernel */
	bool is_measured;	/* the following are known */
	uint32_t stands_for;	/* commands like it, itself included */
	uint64_t queued;	/* in the device's clock */
	uint64_t submitted;
	uint64_t started;
	uint64_t ended;
	uint64_t host_started;
	uint64_t host_ended;
};

/*
 * Stores in COMMAND and *QUEUE what CALL has enqueued, and the handle of the queue; the index of the
 * queue stays 0. False: it has enqueued nothing, or failed.
 */
bool enqueue_describe(const struct history *history, const struct record_call *call,
		      struct model_command *command, uint64_t *queue);

/* "kernel", "write", ..., or "other" */
const char *command_kind_name(enum command_kind kind);

/* "sampled", ... */
const char *command_profiling_word(enum record_profiling profiling);

/* "host to device", ... */
const char *command_direction(enum command_kind kind);

#endif
