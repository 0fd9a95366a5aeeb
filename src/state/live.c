/* SPDX-License-Identifier: Apache-2.0 */
/*
 * live: see live.h.
 *
 * The table of records is open addressing; at most half of its slots are in use, so a search
 * ends soon. It is searched without the lock: a key is stored after its record and is never
 * taken out, and a table that is too small is replaced by a copy and kept.
 */
#include "state/live.h"

#include <stdlib.h>
#include <string.h>

#include "base/common/system.h"

#define FIRST_SLOTS 1024 /* a power of two */

struct slot {
	_Atomic(const void *) handle;	/* NULL: free */
	struct object *object;
};

struct live_table {
	struct live_table *older;	/* which other threads may still read */
	size_t size;			/* a power of two */
	size_t used;
	struct slot slots[];
};

static _Atomic(struct live_table *) current;
static uint32_t counts[OBJECT_KINDS];
static uint32_t serial;			/* of the object that was made last */
static uint32_t inherited;		/* up to this: of the parent process, or an earlier start */
static atomic_bool is_blind;		/* the program can make objects without us */
static atomic_bool is_incomplete;	/* memory was short for the record of an object */
static bool keeps_stacks;

/* -- the table ------------------------------------------------------------------- */

/* Where the search for HANDLE begins. The lower bits of addresses are alike. */
static inline size_t find_home(const struct live_table *table, const void *handle)
{
	const uint64_t product = (uint64_t)(uintptr_t)handle * 0x9E3779B97F4A7C15u;

	return (size_t)(product >> 32) & (table->size - 1);
}

static inline const void *handle_at(const struct live_table *table, size_t index)
{
	return atomic_load_explicit(&table->slots[index].handle, memory_order_acquire);
}

struct object *live_record(const void *handle)
{
	const struct live_table *table = atomic_load_explicit(&current, memory_order_acquire);
	const void *found;

	if (!table || !handle)
		return NULL;
	for (size_t i = find_home(table, handle); (found = handle_at(table, i));
	     i = (i + 1) & (table->size - 1))
		if (found == handle)
			return table->slots[i].object;
	return NULL;
}

/* The free slot for HANDLE, which is not in TABLE. */
static struct slot *find_free(struct live_table *table, const void *handle)
{
	size_t i = find_home(table, handle);

	while (handle_at(table, i))
		i = (i + 1) & (table->size - 1);
	return &table->slots[i];
}

static struct live_table *grow_table(struct live_table *table)
{
	const size_t size = table ? 2 * table->size : FIRST_SLOTS;
	struct live_table *larger = calloc(1, sizeof(*larger) + size * sizeof(struct slot));

	if (!larger)
		return NULL;
	larger->older = table;
	larger->size = size;
	for (size_t i = 0; table && i < table->size; i++) {
		const void *handle = handle_at(table, i);
		struct slot *slot = handle ? find_free(larger, handle) : NULL;

		if (!slot)
			continue;
		slot->object = table->slots[i].object;
		atomic_store(&slot->handle, handle);
	}
	larger->used = table ? table->used : 0;
	atomic_store_explicit(&current, larger, memory_order_release);
	return larger;
}

/* A record for HANDLE, all zero; NULL if there is no memory. */
static struct object *make_record(const void *handle)
{
	struct live_table *table = atomic_load(&current);
	struct object *object;
	struct slot *slot;

	if (!table || 2 * table->used >= table->size)
		table = grow_table(table);
	object = table ? calloc(1, sizeof(*object)) : NULL;
	if (!object)
		return NULL;
	slot = find_free(table, handle);
	slot->object = object;
	object->handle = handle;
	table->used++;
	atomic_store_explicit(&slot->handle, handle, memory_order_release);
	return object;
}

static struct object *add_record(const void *handle)
{
	struct object *object = make_record(handle);

	if (!object)
		is_incomplete = true;
	return object;
}

/* -- stacks ------------------------------------------------------------------------ */

struct stack *live_take_stack(void)
{
	struct stack *stack = keeps_stacks ? malloc(sizeof(*stack)) : NULL;

	if (!stack)
		return NULL;
	stack->depth = system_take_stack(stack->frames, STACK_FRAMES);
	return stack;
}

void live_keep_stacks(void)
{
	void *frames[STACK_FRAMES];

	keeps_stacks = system_take_stack(frames, STACK_FRAMES) > 0;
}

/* -- objects ----------------------------------------------------------------------- */

/* To be called after any change, so that threads without the lock see it. */
static void publish(struct object *object)
{
	bool is_live = object->is_root || object->references > 0;

	atomic_store_explicit(&object->live_kind, is_live ? object->kind : OBJECT_NONE,
			      memory_order_relaxed);
}

struct object *live_object(const void *handle)
{
	struct object *object = live_record(handle);

	return object && object->kind != OBJECT_NONE ? object : NULL;
}

/* Forgets what was at the address of OBJECT; the record stays for what comes there next. */
static void forget(struct object *object)
{
	free(object->made_at);
	free(object->released_at);
	object->made_at = NULL;
	object->released_at = NULL;
	object->kind = OBJECT_NONE;
	object->references = 0;
	object->is_root = false;
	object->is_unseen = false;
	object->is_lent = false;
	object->is_early = false;
	publish(object);
}

/* Whatever was at that address before is gone: its record is used again. */
static struct object *new_object(enum object_kind kind, const void *handle)
{
	struct object *object = live_record(handle);

	if (!object)
		object = add_record(handle);
	if (!object)
		return NULL;
	forget(object);
	object->kind = kind;
	atomic_store_explicit(&object->number, ++counts[kind], memory_order_relaxed);
	atomic_store_explicit(&object->serial, ++serial, memory_order_relaxed);
	return object;
}

static struct object *make_object(enum object_kind kind, const void *handle, unsigned int by)
{
	struct object *object = new_object(kind, handle);

	if (!object)
		return NULL;
	object->references = 1;
	object->made_by = by;
	object->made_site = NULL;
	publish(object);
	return object;
}

void live_made_early(enum object_kind kind, const void *handle, unsigned int by)
{
	struct object *object = make_object(kind, handle, by);

	if (object)
		object->is_early = true;
}

void live_made(enum object_kind kind, const void *handle, unsigned int by, const void *site)
{
	struct object *object = live_object(handle);
	const bool is_known = object && object->kind == kind;

	if (!handle)
		return;
	if (is_known && object->is_early && object->made_by == by) {
		object->is_early = false;
	} else if (is_known && object->references > 0) {
		/* A driver may answer with an object that it has already, and a reference more. */
		object->references++;
		return;
	} else {
		object = make_object(kind, handle, by);
	}
	if (!object)
		return;
	object->made_site = site;
	object->made_at = live_take_stack();
}

/* HANDLE is an object that is not counted; NULL if there is no memory. */
static struct object *add_root(enum object_kind kind, const void *handle)
{
	struct object *object = new_object(kind, handle);

	if (!object)
		return NULL;
	object->is_root = true;
	publish(object);
	return object;
}

void live_found(enum object_kind kind, const void *handle)
{
	struct object *object = live_object(handle);

	if (!handle)
		return;
	if (object && object->kind == kind)
		object->is_lent |= object->references == 0;
	else if (!object || object->references == 0 || kind == OBJECT_PLATFORM ||
		 kind == OBJECT_DEVICE)
		add_root(kind, handle);
}

void live_used_unseen(enum object_kind kind, const void *handle)
{
	struct object *object = add_root(kind, handle);

	if (object)
		object->is_unseen = true;
}

void live_retain(struct object *object)
{
	object->references++;
	publish(object);
}

void live_release(struct object *object, unsigned int by)
{
	if (--object->references > 0)
		return;
	if (is_blind) {
		forget(object);
		return;
	}
	publish(object);
	object->released_by = by;
	/* The driver may have refused the last release. */
	free(object->released_at);
	object->released_at = live_take_stack();
}

void live_lend(struct object *object)
{
	object->is_lent = true;
}

void live_expect_unseen(void)
{
	is_blind = true;
}

bool live_expects_unseen(void)
{
	return is_blind;
}

bool live_is_incomplete(void)
{
	return is_incomplete;
}

void live_inherit(void)
{
	inherited = serial;
}

bool live_has_new(void)
{
	return serial > inherited;
}

static int compare_serials(const void *left, const void *right)
{
	const struct object *const *a = left;
	const struct object *const *b = right;
	unsigned first = atomic_load(&(*a)->serial);
	unsigned second = atomic_load(&(*b)->serial);

	return first < second ? -1 : first > second;
}

struct object **live_left_over(size_t *count)
{
	const struct live_table *table = atomic_load(&current);
	struct object **list = malloc((table ? table->used : 1) * sizeof(*list));

	*count = 0;
	for (size_t i = 0; list && table && i < table->size; i++) {
		struct object *object = table->slots[i].object;

		if (object && object->references > 0 && !object->is_early &&
		    atomic_load(&object->serial) > inherited)
			list[(*count)++] = object;
	}
	if (list)
		qsort(list, *count, sizeof(struct object *), compare_serials);
	return list;
}

void live_forget_all(void)
{
	const struct live_table *table = atomic_load(&current);

	for (size_t i = 0; table && i < table->size; i++)
		if (table->slots[i].object)
			forget(table->slots[i].object);
	memset(counts, 0, sizeof(counts));
	/* A call that ends after the next start must not take another object for its own. */
	inherited = serial;
	is_blind = false;
	is_incomplete = false;
}
