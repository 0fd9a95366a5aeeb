/* SPDX-License-Identifier: Apache-2.0 */
/*
 * history: which object a handle meant at a time. A driver gives the handle of a released object
 * to a later one, so a handle alone does not say which object is meant.
 *
 * First all records are given to history_add_record(); history_sort() ends that, and after it
 * objects can be found. The objects live until history_done(), their names as long as the arena.
 */
#ifndef CLROUTER_TOOL_REPORT_HISTORY_H
#define CLROUTER_TOOL_REPORT_HISTORY_H

#include "base/arena.h"
#include "opencl/names.h"
#include "record/known-functions.h"
#include "record/record-reader.h"
#include "tool/report/strings.h"

struct history_object {
	uint64_t handle;
	uint64_t time;		/* ns, CLOCK_MONOTONIC: when it was seen first */
	enum object_kind kind;
	uint32_t number;	/* of its kind, from 1, by time */
	size_t order;		/* in the file, for objects that were seen at the same time */
	bool is_new;		/* a call has made it; otherwise it existed before */
	const char *name;	/* of devices and kernels; NULL if it is not known */
	uint64_t device;	/* of a queue: handle */
	bool is_out_of_order;	/* of a queue */
	uint64_t program;	/* of a kernel: handle; 0 if it is not known */
	uint64_t size;		/* of a buffer: bytes */
	uint32_t element;	/* of an image: bytes of a pixel, 0 if they are not known */
};

struct history {
	struct history_object *objects;
	size_t count;
	const struct history *older;	/* where objects are found that are not here; NULL: nowhere */
	uint32_t counts[OBJECT_KINDS];	/* the highest number of each kind */
	bool has_events;		/* events are kept, too */
	bool has_places;		/* the last word of a call's arguments is its place */
	size_t pointer_size;		/* bytes of a handle in the program: 4 or 8 */
	struct arena *arena;
	const struct known_functions *known;	/* what the numbers of functions mean */
};

/* Looks for objects in RECORD. Returns false if there is no memory. */
bool history_add_record(struct history *history, const struct record *record);

/* The order of objects after history_sort(): by kind, handle and time; for qsort(3). */
int history_compare(const void *left, const void *right);

/* Objects can be found after this. */
void history_sort(struct history *history);

/*
 * The newest object of KIND that had HANDLE before TIME. If there is none, also not in the older
 * history, the oldest one; NULL if the handle is unknown.
 */
const struct history_object *history_find(const struct history *history, enum object_kind kind,
					  uint64_t handle, uint64_t time);

/* The number of that object among all of its kind; 0: there is none, or HANDLE is 0. */
uint32_t history_number(const struct history *history, enum object_kind kind, uint64_t handle,
			uint64_t time);

/* The object that HANDLE, the value of a kernel's argument, meant at TIME; NULL if it is none. */
const struct history_object *history_find_argument(const struct history *history, uint64_t handle,
						   uint64_t time);

void history_done(struct history *history);

/* -- rounds ------------------------------------------------------------------ */

/*
 * Which objects the handles of a running program mean. What is new in a round is a history of its own, in
 * which objects are found by time; of older ones only the last that had a handle is kept, so memory
 * grows with the handles that were in use, not with the run.
 */
struct history_rounds {
	struct history fresh;	/* of this round, and through it all older ones */
	struct history known;
	struct arena arena;	/* the names in `fresh` */
	struct strings *names;	/* those in `known` */
};

/* KNOWN and NAMES must stay, also where ROUNDS are: the structure must not move after this. */
void history_begin(struct history_rounds *rounds, const struct known_functions *known,
		   struct strings *names, const struct record_header *header);

/* At the end of a round: what is new becomes old. Returns false if there is no memory. */
bool history_settle(struct history_rounds *rounds);

void history_rounds_done(struct history_rounds *rounds);

#endif
