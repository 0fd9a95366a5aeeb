/* SPDX-License-Identifier: Apache-2.0 */
/*
 * objects: see objects.h.
 */
#include "layers/lifetime/objects.h"

#include <stdlib.h>
#include <string.h>

#include "layers/common/pointer-map.h"

#if defined(__has_include)
#if __has_include(<execinfo.h>)
#include <execinfo.h>
#define HAVE_BACKTRACE
#endif
#endif

static struct pointer_map objects;	/* handle -> struct object */
static uint32_t counts[OBJECT_KINDS];
static uint32_t serial;			/* of the object that was made last */
static uint32_t inherited;		/* serials up to this belong to the parent process */
static bool is_blind;			/* the program can make objects without us */
static bool keeps_stacks;

static int unwind(void **frames)
{
#ifdef HAVE_BACKTRACE
	return backtrace(frames, STACK_FRAMES);
#else
	(void)frames;
	return 0;
#endif
}

/* The stack of the call, NULL if it is not asked for or cannot be had. */
static struct stack *take_stack(void)
{
	struct stack *stack = keeps_stacks ? malloc(sizeof(*stack)) : NULL;

	if (stack == NULL)
		return NULL;
	stack->depth = unwind(stack->frames);
	return stack;
}

void lifetime_keep_stacks(void)
{
	void *frames[STACK_FRAMES];

	keeps_stacks = unwind(frames) > 0;
}

struct object *lifetime_object(const void *handle)
{
	return handle != NULL ? (struct object *)pointer_map_get(&objects, handle) : NULL;
}

/* Whatever was at that address before is gone: its record is used again. */
static struct object *new_object(enum object_kind kind, const void *handle)
{
	struct object *object = lifetime_object(handle);
	bool is_new = object == NULL;

	if (is_new)
		object = calloc(1, sizeof(*object));
	if (object == NULL)
		return NULL;
	free(object->made_at);
	free(object->released_at);
	*object = (struct object){ .handle = handle, .kind = kind };
	object->number = ++counts[kind];
	object->serial = ++serial;
	if (is_new && !pointer_map_set(&objects, handle, (uintptr_t)object)) {
		free(object);
		return NULL;
	}
	return object;
}

void lifetime_made(enum object_kind kind, const void *handle, unsigned int by)
{
	struct object *object = lifetime_object(handle);

	if (handle == NULL)
		return;
	/* A driver may answer with an object that it has already, and a reference more. */
	if (object != NULL && object->kind == kind && object->references > 0) {
		object->references++;
		return;
	}
	object = new_object(kind, handle);
	if (object == NULL)
		return;
	object->references = 1;
	object->made_by = by;
	object->made_at = take_stack();
}

void lifetime_found(enum object_kind kind, const void *handle)
{
	struct object *object = lifetime_object(handle);

	if (handle == NULL)
		return;
	if (object != NULL && object->kind == kind) {
		object->is_lent |= object->references == 0;
		return;
	}
	if (kind != OBJECT_PLATFORM && kind != OBJECT_DEVICE)
		return;
	object = new_object(kind, handle);
	if (object != NULL)
		object->is_root = true;
}

static void forget(struct object *object)
{
	pointer_map_remove(&objects, object->handle);
	free(object->made_at);
	free(object->released_at);
	free(object);
}

void lifetime_release(struct object *object, unsigned int by)
{
	if (--object->references > 0)
		return;
	if (is_blind) {
		forget(object);
		return;
	}
	object->released_by = by;
	object->released_at = take_stack();
}

void lifetime_expect_unseen(void)
{
	is_blind = true;
}

void lifetime_inherit(void)
{
	inherited = serial;
}

static int compare_serials(const void *left, const void *right)
{
	const struct object *const *a = left;
	const struct object *const *b = right;

	return (*a)->serial < (*b)->serial ? -1 : (*a)->serial > (*b)->serial;
}

struct object **lifetime_left_over(size_t *count)
{
	struct object **list = malloc(objects.used * sizeof(struct object *));

	*count = 0;
	for (size_t i = 0; list != NULL && i < objects.size; i++) {
		struct object *object = (struct object *)objects.slots[i].value;

		if (object != NULL && object->references > 0 && object->serial > inherited)
			list[(*count)++] = object;
	}
	if (list != NULL)
		qsort(list, *count, sizeof(struct object *), compare_serials);
	return list;
}

void lifetime_forget_all(void)
{
	for (size_t i = 0; i < objects.size; i++) {
		struct object *object = (struct object *)objects.slots[i].value;

		if (object != NULL) {
			free(object->made_at);
			free(object->released_at);
			free(object);
		}
	}
	pointer_map_done(&objects);
	memset(counts, 0, sizeof(counts));
	serial = inherited = 0;
	is_blind = false;
}
