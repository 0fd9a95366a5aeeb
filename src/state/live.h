/* SPDX-License-Identifier: Apache-2.0 */
/*
 * live: what is known of each object: its references, and which calls made and released
 * it. An object that is gone stays known, so that its use differs from the use of a handle
 * that no call has returned, until the driver gives its address to another object.
 *
 * Functions are called with the layer's lock held, unless they say that they need none. Those
 * read what other threads write under the lock: records and tables are never freed, and their
 * memory is never used for anything else.
 */
#ifndef CLROUTER_STATE_LIVE_H
#define CLROUTER_STATE_LIVE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "opencl/names.h"

#define STACK_FRAMES 24

struct stack {
	int depth;
	void *frames[STACK_FRAMES];
};

/*
 *	made --retain, release--> alive (references > 0) --last release--> gone
 *	                            ^                                       |
 *	                            '----- made again at that address ------'
 */
/* Changed with the lock. Rules look at a record without it: what they read is atomic. */
struct object {
	const void *handle;
	_Atomic(enum object_kind) kind;	/* OBJECT_NONE: nothing is known any more */
	atomic_uint number;	/* among its kind */
	atomic_uint serial;	/* among all; both are read without the lock */
	atomic_long references;	/* 0: gone; read without the lock, too */
	atomic_bool is_root;	/* not counted: a platform, a root device, or not seen made */
	atomic_bool is_unseen;	/* no call has returned it */
	atomic_bool is_lent;	/* the driver handed it out again, or will to a callback */
	bool is_early;		/* a callback got it before the call that makes it returns */
	unsigned int made_by;	/* slots */
	unsigned int released_by;
	const void *made_site;	/* where in the program, as made_by's struct call has it */
	struct stack *made_at;	/* NULL: not asked for */
	struct stack *released_at;

	/* Read without the lock: the kind as long as any use as this kind is right, else none. */
	atomic_uint live_kind;

	/* For the layer: what it keeps of the object. It stays when another object gets the record. */
	_Atomic(void *) facts;
};

/*
 * From now on stacks are kept. To be called at start and without the lock: the first stack makes
 * the C library load another library.
 */
void live_keep_stacks(void);

/* The stack of the caller; free it. NULL if stacks are not kept or there is no memory. No lock. */
struct stack *live_take_stack(void);

/* The record of HANDLE, NULL if it has none. Needs no lock to be called. */
struct object *live_record(const void *handle);

/* What is known of HANDLE, NULL if nothing. */
struct object *live_object(const void *handle);

/* Is HANDLE known as an object of KIND that may be used? Needs no lock. */
static inline bool live_is_live(const struct object *record, enum object_kind kind)
{
	return record &&
	       atomic_load_explicit(&record->live_kind, memory_order_relaxed) == kind;
}

/* The function in slot BY, called at SITE, made HANDLE. */
void live_made(enum object_kind kind, const void *handle, unsigned int by, const void *site);

/*
 * The same for a callback that got HANDLE before that call returns; when it does, live_made() makes no
 * other object of it.
 */
void live_made_early(enum object_kind kind, const void *handle, unsigned int by);

/* The driver handed HANDLE out without a reference. */
void live_found(enum object_kind kind, const void *handle);

/*
 * HANDLE was used as one of KIND, and no call has returned it, or one with an error code: it is taken
 * as it is.
 */
void live_used_unseen(enum object_kind kind, const void *handle);

/* One reference more; and one less, by the function in slot BY. */
void live_retain(struct object *object);
void live_release(struct object *object, unsigned int by);

/* The object will be handed to a callback: it may be used after its last release. */
void live_lend(struct object *object);

/* From now on the program can make objects for which live_made() is not called. */
void live_expect_unseen(void);
bool live_expects_unseen(void);

/* Was memory short for the record of an object? */
bool live_is_incomplete(void);

/* May a handle that nothing is known of be an object? */
static inline bool live_lacks_some(void)
{
	return live_expects_unseen() || live_is_incomplete();
}

/* In a forked child: what the parent made is the parent's to release. */
void live_inherit(void);

/* Has this process made an object, or found one for the first time, since its start or a fork? */
bool live_has_new(void);

/* All objects that calls have returned and that have references left, in that order; free it. */
struct object **live_left_over(size_t *count);

/* Forgets what is known of all objects. */
void live_forget_all(void);

#endif
