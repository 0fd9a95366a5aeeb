/* SPDX-License-Identifier: Apache-2.0 */
/*
 * notes: see notes.h.
 */
#include "layers/compatibility/notes/notes.h"

#include <stdlib.h>

void notes_start(struct notes *notes)
{
	locks_add(&notes->lock);
}

static bool is_empty(struct notes *notes)
{
	return atomic_load_explicit(&notes->count, memory_order_relaxed) == 0;
}

/* With the lock. NULL: there is none. */
static struct note *find(struct notes *notes, const void *object)
{
	return object == NULL ? NULL : (struct note *)pointer_map_get(&notes->map, object);
}

bool notes_add(struct notes *notes, const void *object, struct note *note)
{
	struct note *old;
	bool is_added;

	note->references = 1;
	lock_take(&notes->lock);
	old = find(notes, object);
	is_added = pointer_map_set(&notes->map, object, (uintptr_t)note);
	if (is_added && old == NULL)
		atomic_fetch_add_explicit(&notes->count, 1, memory_order_relaxed);
	lock_give(&notes->lock);
	/* An object whose end the layer has not seen had the same address. */
	if (is_added)
		free(old);
	return is_added;
}

bool notes_retain(struct notes *notes, const void *object)
{
	struct note *note;

	if (is_empty(notes))
		return false;
	lock_take(&notes->lock);
	note = find(notes, object);
	if (note != NULL)
		note->references++;
	lock_give(&notes->lock);
	return note != NULL;
}

void notes_release(struct notes *notes, const void *object)
{
	struct note *note;
	bool is_last;

	if (is_empty(notes))
		return;
	lock_take(&notes->lock);
	note = find(notes, object);
	is_last = note != NULL && --note->references == 0;
	if (is_last) {
		pointer_map_remove(&notes->map, object);
		atomic_fetch_sub_explicit(&notes->count, 1, memory_order_relaxed);
	}
	lock_give(&notes->lock);
	if (is_last)
		free(note);
}

bool notes_read(struct notes *notes, const void *object,
		void (*read)(const struct note *note, void *data), void *data)
{
	const struct note *note;

	if (is_empty(notes))
		return false;
	lock_take(&notes->lock);
	note = find(notes, object);
	if (note != NULL)
		read(note, data);
	lock_give(&notes->lock);
	return note != NULL;
}
