/* SPDX-License-Identifier: Apache-2.0 */
/*
 * handle-notes: what this layer knows of an object, by its handle, for as long as the program has
 * references to it: an object of the driver, or an emulated one, which its note is. A handle that a
 * program passes is looked up and never followed, so a wrong one is found.
 *
 *	added (one reference) --retain--> ... --last release--> gone, destroyed when nobody holds it
 *
 * Each kind of note has a table and a lock of its own. Any thread may call; nothing is called with
 * the lock, and nothing here calls the driver.
 */
#ifndef CLROUTER_LAYERS_COMPATIBILITY_NOTES_HANDLE_NOTES_H
#define CLROUTER_LAYERS_COMPATIBILITY_NOTES_HANDLE_NOTES_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include <CL/cl.h>

#include "base/common/lock.h"
#include "base/common/pointer-map.h"

enum note_kind {
	NOTE_COMMAND_BUFFER, /* emulated objects */
	NOTE_COMMAND,
	NOTE_SEMAPHORE,
	NOTE_CONTEXT,	/* contexts.h */
	NOTE_EVENT,	/* event-notes.h */
	NOTE_ARGUMENTS, /* core/arguments.h */
	NOTE_OBJECT,	/* core/objects.h */
	NOTE_KINDS
};

/* The first member of what is noted. */
struct note {
	/*
	 * Of an emulated object: as in objects of drivers, the first word leads to a dispatch
	 * table. A layer or tool that follows it finds the table of the object that it was made
	 * with.
	 */
	const void *dispatch;
	enum note_kind kind;
	cl_uint references; /* of the program; the lock protects both */
	unsigned holds;	    /* calls that use it, what needs it, and 1 for all references */
	void (*destroy)(struct note *note);
};

/* For the layer's start: the locks are taken over a fork. */
void notes_start(void);

/*
 * OBJECT, to which the program is about to get its only reference, has NOTE from now on, all of
 * whose members are zero; references that NOTE has already stay, so that the program's releases do
 * not end it. An older note is of an object whose end was not seen. DESTROY is called when nobody
 * needs NOTE any more. False: no memory; NOTE is still the caller's.
 */
bool notes_add(const void *object, enum note_kind kind, struct note *note,
	       void (*destroy)(struct note *note));

/* NOTE is an emulated object from now on, with the dispatch table of LIKE. */
bool notes_add_emulated(struct note *note, enum note_kind kind, const void *like,
			void (*destroy)(struct note *note));

/* Has OBJECT, which may be NULL, a note of KIND? */
bool notes_has(const void *object, enum note_kind kind);

/* The note of OBJECT, held until notes_drop(); NULL: it has none. */
void *notes_hold(const void *object, enum note_kind kind);
void notes_drop(struct note *note);

/* One more hold of a note that is held. */
void notes_hold_again(struct note *note);

/*
 * One reference more, or less: to be called before the driver releases an object, because another
 * thread may get the address then. False: OBJECT has no note of KIND.
 */
bool notes_retain(const void *object, enum note_kind kind);
bool notes_release(const void *object, enum note_kind kind);

/* The references that the program has to OBJECT; 0: it has no note of KIND. */
cl_uint notes_references(const void *object, enum note_kind kind);

/* A new object has this address, and nothing is known of it: any note of KIND goes. */
void notes_forget(const void *object, enum note_kind kind);

/* -- for more than one step ---------------------------------------------------------------- */

/* Here only for the functions below, which a clSetKernelArg calls twice. */
struct note_table {
	struct lock lock;
	struct pointer_map map; /* from objects to their notes; the lock protects both */
	atomic_size_t count;	/* 0: no lock needs to be taken to find none */
};
extern struct note_table note_tables[NOTE_KINDS];

static inline void notes_lock(enum note_kind kind)
{
	lock_take(&note_tables[kind].lock);
}

static inline void notes_unlock(enum note_kind kind)
{
	lock_give(&note_tables[kind].lock);
}

/* With the lock: the note of OBJECT; NULL: it has none. */
static inline void *notes_find(const void *object, enum note_kind kind)
{
	return !object ? NULL : (void *)pointer_map_get(&note_tables[kind].map, object);
}

/* The same with the lock until notes_unlock(); NULL: it has none, and the lock is free. */
static inline void *notes_take(const void *object, enum note_kind kind)
{
	void *note;

	if (!object ||
	    atomic_load_explicit(&note_tables[kind].count, memory_order_relaxed) == 0)
		return NULL;
	notes_lock(kind);
	note = notes_find(object, kind);
	if (!note)
		notes_unlock(kind);
	return note;
}

/* With the lock: OBJECT has NOTE from now on, or none. False: no memory. */
bool notes_replace(const void *object, enum note_kind kind, struct note *note);

#endif
