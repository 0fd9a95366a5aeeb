/* SPDX-License-Identifier: Apache-2.0 */
/*
 * tails: a page after each buffer and allocation of shared memory that the program makes, with a
 * pattern: a write beyond the end changes it. So that is noticed of kernels whose source is not
 * rewritten, too. The driver's object is longer than the program's; tail-requests.h hides that.
 *
 *	new --a kernel that is not checked is launched with it--> armed --> gone
 *
 * No tail have: memory of the host, of other APIs and with properties, whose size is not OpenCL's
 * alone; memory of contexts with several devices, between which drivers would have to move it.
 *
 * Any thread may call the functions, with no lock held.
 */
#ifndef CLROUTER_LAYERS_SANITIZE_TAILS_H
#define CLROUTER_LAYERS_SANITIZE_TAILS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <clrouter/layer.h>

#include "base/common/lock.h"
#include "opencl/call.h"

/* Of a tail. Offsets stay aligned if it is added, for each alignment that OpenCL asks for. */
#define TAIL_BYTES 4096
#define TAIL_UNIT 16 /* bytes after which a pattern repeats, at most */

/* Launches that may have written to a tail are kept in so many groups. */
#define TAIL_GROUPS 8

#define TAIL_QUEUES ((const void *)1)

/* Launches of one kernel by one place in the program to one queue. */
struct tail_group {
	const char *kernel; /* stays until the end */
	const void *site;
	const void *queue; /* NULL: it is gone; TAIL_QUEUES: several, or it is not known */
	size_t number;	   /* of the last one, as facts.h numbers commands */
	uint64_t count;
	uint64_t ended;	 /* the first look that sees all of them; 0: one runs */
	bool is_checked; /* by the rewriter: what it writes is found by that */
};

enum tail_state {
	TAIL_NEW,    /* it has no pattern */
	TAIL_ARMING, /* a thread writes it */
	TAIL_ARMED,
	TAIL_LOST, /* the driver does not write it, or does not read it any more */
};

struct tail {
	const void *start; /* the buffer, or the address */
	bool is_svm;
	bool is_fine;	  /* memory that the host may read at any time */
	bool has_pattern; /* from the start on */
	cl_context context;
	cl_device_id device;
	size_t size;	  /* as the program asked for it */
	uint64_t pattern; /* which one */
	unsigned number;  /* among buffers, or among allocations */
	const void *made; /* the place in the program */

	/* With `tails_lock`. */
	struct tail *next; /* that waits for a look, too */
	bool is_waiting;
	bool is_due;	/* a launch may have ended since the last look */
	bool is_gone;	/* the program has released it */
	bool is_kept;	/* the layer has a reference to the buffer */
	bool is_mapped; /* the host has got an address of it since the last look */
	unsigned users; /* threads */
	enum tail_state state;
	uint64_t looked;     /* the number of the last look */
	unsigned char *seen; /* what was there; NULL: the pattern */
	struct tail_group groups[TAIL_GROUPS];
	unsigned group_count;
	uint64_t more; /* launches that are in no group */
};

/* Of all tails; not held while the driver is called. */
extern struct lock tails_lock;

/* For the layer's start; IS_ON: there are tails. */
void tails_start(bool wanted);
bool tails_are_on(void);

/*
 * CALL is about to be made. If what it makes gets a tail, makes it, and stores it in *MADE. False:
 * CALL is to be passed on.
 */
bool tails_make(const struct call *call, void **made);

/* CALL has succeeded and returned *RESULT: counts what it has made. */
void tails_note_made(const struct call *call, const void *result);

/*
 * The program releases its last reference to the buffer START, or frees the memory there, when this
 * returns. Waits for threads that read the memory.
 */
void tails_note_gone(const void *start);

/* The size that the program has asked for; 0: START has no tail. */
size_t tails_size(const void *start);

/* The host is about to get an address in the buffer START. */
void tails_note_mapped(const void *start);

/* The tail of START, until tails_give(). NULL: it has none. */
struct tail *tails_take(const void *start);
void tails_give(struct tail *tail);

/* The pattern of TAIL: so many bytes, which repeat from its first byte on. */
size_t tails_pattern(const struct tail *tail, unsigned char pattern[TAIL_UNIT]);

/* Does any tail wait for a look? Needs no lock. */
bool tails_are_waiting(void);

/* With `tails_lock`: those that wait for a look; one more; and none that needs no look. */
struct tail *tails_waiting(void);
void tails_wait(struct tail *tail);
void tails_drop_idle(void);

/* What has no tail, for the last lines: visits each reason, with how many. */
void tails_visit_reasons(void (*visit)(uint64_t count, const char *reason));

/* In a forked child: the launches are the parent's. */
void tails_disown(void);

/* For the layer's end: forgets all of them. */
void tails_forget_all(void);

#endif
