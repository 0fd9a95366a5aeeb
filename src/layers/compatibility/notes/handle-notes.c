/* SPDX-License-Identifier: Apache-2.0 */
/*
 * handle-notes: see handle-notes.h.
 */
#include "layers/compatibility/notes/handle-notes.h"

#include <string.h>

#include "layers/compatibility/locks.h"

struct note_table note_tables[NOTE_KINDS] = { [0 ... NOTE_KINDS - 1] = { .lock = LOCK_INIT } };

void notes_start(void)
{
	for (size_t i = 0; i < NOTE_KINDS; i++)
		locks_add(&note_tables[i].lock);
}

bool notes_replace(const void *object, enum note_kind kind, struct note *note)
{
	struct note_table *table = &note_tables[kind];

	if (!note)
		pointer_map_remove(&table->map, object);
	else if (!pointer_map_set(&table->map, object, (uintptr_t)note))
		return false;
	atomic_store_explicit(&table->count, table->map.used, memory_order_relaxed);
	return true;
}

/* -- life --------------------------------------------------------------------------------- */

bool notes_add(const void *object, enum note_kind kind, struct note *note,
	       void (*destroy)(struct note *note))
{
	struct note *old;
	bool is_added;

	note->kind = kind;
	note->references++;
	note->holds = 1;
	note->destroy = destroy;
	notes_lock(kind);
	old = notes_find(object, kind);
	is_added = notes_replace(object, kind, note);
	notes_unlock(kind);
	if (is_added && old)
		notes_drop(old);
	return is_added;
}

bool notes_add_emulated(struct note *note, enum note_kind kind, const void *like,
			void (*destroy)(struct note *note))
{
	memcpy(&note->dispatch, like, sizeof(note->dispatch));
	return notes_add(note, kind, note, destroy);
}

void *notes_hold(const void *object, enum note_kind kind)
{
	struct note *note = notes_take(object, kind);

	if (!note)
		return NULL;
	note->holds++;
	notes_unlock(kind);
	return note;
}

void notes_hold_again(struct note *note)
{
	notes_lock(note->kind);
	note->holds++;
	notes_unlock(note->kind);
}

void notes_drop(struct note *note)
{
	bool is_last;

	notes_lock(note->kind);
	is_last = --note->holds == 0;
	notes_unlock(note->kind);
	if (is_last)
		note->destroy(note);
}

bool notes_retain(const void *object, enum note_kind kind)
{
	struct note *note = notes_take(object, kind);

	if (!note)
		return false;
	note->references++;
	notes_unlock(kind);
	return true;
}

bool notes_release(const void *object, enum note_kind kind)
{
	struct note *note = notes_take(object, kind);
	bool is_last;

	if (!note)
		return false;
	is_last = --note->references == 0;
	if (is_last)
		notes_replace(object, kind, NULL);
	notes_unlock(kind);
	if (is_last)
		notes_drop(note);
	return true;
}

void notes_forget(const void *object, enum note_kind kind)
{
	struct note *note = notes_take(object, kind);

	if (!note)
		return;
	notes_replace(object, kind, NULL);
	notes_unlock(kind);
	notes_drop(note);
}

cl_uint notes_references(const void *object, enum note_kind kind)
{
	const struct note *note = notes_take(object, kind);
	cl_uint references;

	if (!note)
		return 0;
	references = note->references;
	notes_unlock(kind);
	return references;
}

bool notes_has(const void *object, enum note_kind kind)
{
	return notes_references(object, kind) != 0;
}
