/* SPDX-License-Identifier: Apache-2.0 */
/* objects: see objects.h. */
#include "tool/report/objects.h"

#include <stdlib.h>
#include <string.h>

#include "tool/report/space.h"

void objects_init(struct objects *objects, const struct known_functions *known,
		       struct strings *names, const struct record_header *header)
{
	*objects = (struct objects){ .names = names };
	objects->fresh = (struct history){
		.older = &objects->known,
		.arena = &objects->arena,
		.known = known,
		.has_places = header->minor >= RECORD_MINOR_PLACES,
		.pointer_size = header->pointer_size == 4 ? 4 : 8,
	};
}

bool objects_add_record(struct objects *objects, const struct record *record)
{
	return history_add_record(&objects->fresh, record);
}

void objects_sort(struct objects *objects)
{
	history_sort(&objects->fresh);
}

/* Of the others, nothing is asked later. */
static bool is_kept(const struct history_object *object)
{
	return object->kind == OBJECT_QUEUE || object->kind == OBJECT_KERNEL ||
	       object->kind == OBJECT_DEVICE || object->kind == OBJECT_MEM;
}

/* The name of OBJECT becomes one that stays. */
static bool keep_name(struct objects *objects, struct history_object *object)
{
	size_t name;

	if (!object->name)
		return true;
	name = strings_add(objects->names, object->name);
	if (name == STRINGS_NONE)
		return false;
	object->name = objects->names->list[name].text;
	return true;
}

/* Among the first COUNT known ones, which are sorted: OBJECT takes the place of what had its handle. */
static bool replace(const struct history *known, size_t count, const struct history_object *object)
{
	const struct history sorted = { .objects = known->objects, .count = count };
	const struct history_object *found =
		history_find(&sorted, object->kind, object->handle, UINT64_MAX);
	struct history_object *older = found ? known->objects + (found - known->objects) : NULL;

	if (!older)
		return false;
	if (object->is_new)
		*older = *object;
	else if (object->name)
		older->name = object->name;
	return true;
}

static bool append(struct history *known, const struct history_object *object)
{
	if (!space_make(&known->objects, known->count, sizeof(*object)))
		return false;
	known->objects[known->count++] = *object;
	return true;
}

/* FRESH is by kind, handle and time: the last one of a handle is the one that is kept. */
static bool is_last(const struct history *fresh, size_t index)
{
	const struct history_object *object = &fresh->objects[index];

	return index + 1 == fresh->count || object[1].kind != object->kind ||
	       object[1].handle != object->handle;
}

bool objects_settle(struct objects *objects)
{
	struct history *fresh = &objects->fresh;
	struct history *known = &objects->known;
	const size_t count = known->count;

	for (size_t i = 0; i < fresh->count; i++) {
		struct history_object *object = &fresh->objects[i];

		if (!is_kept(object) || !is_last(fresh, i))
			continue;
		if (!keep_name(objects, object))
			return false;
		if (!replace(known, count, object) && !append(known, object))
			return false;
	}
	if (known->count > count)
		qsort(known->objects, known->count, sizeof(*known->objects),
		      history_compare);
	history_done(fresh);
	arena_done(&objects->arena);
	return true;
}

void objects_done(struct objects *objects)
{
	history_done(&objects->fresh);
	history_done(&objects->known);
	arena_done(&objects->arena);
}
