/* SPDX-License-Identifier: Apache-2.0 */
/*
 * notes: what the layer has to know of objects of the driver for as long as the program has
 * references to them. The functions that make, retain and release these objects call this; nothing
 * here calls the driver. Any thread may call.
 */
#ifndef CLROUTER_LAYERS_COMPATIBILITY_NOTES_NOTES_H
#define CLROUTER_LAYERS_COMPATIBILITY_NOTES_NOTES_H

#include <stdatomic.h>
#include <stdbool.h>

#include <CL/cl.h>

#include "base/common/pointer-map.h"
#include "layers/compatibility/locks.h"

/* The first member of what is noted, which malloc() has allocated. */
struct note {
	cl_uint references; /* of the program */
};

/* The notes of one kind of object. */
struct notes {
	struct lock lock;
	struct pointer_map map; /* from objects to their notes; the lock protects both */
	atomic_size_t count;	/* 0: no lock needs to be taken */
};

#define NOTES_INIT \
	{ \
		.lock = LOCK_INIT \
	}

/* For the layer's start. */
void notes_start(struct notes *notes);

/*
 * OBJECT, to which the program is about to get its only reference, has NOTE from now on, which
 * belongs to NOTES then. False: no memory; NOTE is still the caller's.
 */
bool notes_add(struct notes *notes, const void *object, struct note *note);

/* The program retains OBJECT. False: it has no note. */
bool notes_retain(struct notes *notes, const void *object);

/* It is about to release OBJECT; the note goes with the last reference. */
void notes_release(struct notes *notes, const void *object);

/*
 * Calls READ, which must not call anything that takes a lock, with the note of OBJECT. False: it
 * has none.
 */
bool notes_read(struct notes *notes, const void *object,
		void (*read)(const struct note *note, void *data), void *data);

#endif
