/* SPDX-License-Identifier: Apache-2.0 */
/*
 * changing-objects: see changing-objects.h.
 */
#include "layers/changing-objects.h"

#include "layers/short-memory.h"
#include "state/facts.h"
#include "state/life.h"
#include "state/live.h"

struct object *__real_live_record(const void *handle);
struct object *__wrap_live_record(const void *handle);
void __real_lock_take(struct lock *lock);
void __wrap_lock_take(struct lock *lock);
void __real_lock_give(struct lock *lock);
void __wrap_lock_give(struct lock *lock);

static enum change wanted;
static unsigned at;		/* the number of the look, 0: none */
static unsigned counted;	/* looks */
static void (*start_again)(void);
static unsigned locks;		/* that are held: no other thread can change anything */

__attribute__((visibility("default")))
unsigned changing_objects_set(enum change change, unsigned number, void (*again)(void))
{
	const bool was_memory = wanted == CHANGE_NO_MEMORY;
	const unsigned allocations =
		short_memory_set(SHORT_ONCE, change == CHANGE_NO_MEMORY ? number : 0);
	const unsigned count = was_memory ? allocations : counted;

	wanted = change;
	at = number;
	start_again = again;
	counted = 0;
	return count;
}

/* -- looks ------------------------------------------------------------------------------- */

static void release(struct object *object)
{
	life_lock();
	while (object->references > 0)
		live_release(object, object->made_by);
	life_unlock();
}

static void make(enum object_kind kind, const struct object *object)
{
	struct facts *facts;

	life_lock();
	live_made(kind, object->handle, object->made_by, object->made_site);
	life_unlock();
	/* The facts of command buffers have a recording, too. */
	if (kind == OBJECT_COMMAND_BUFFER)
		return;
	facts = facts_begin(object->handle, kind, NULL);
	if (facts)
		facts_finish(facts, object->handle);
}

static void change(struct object *object)
{
	const enum object_kind kind = object->kind;

	release(object);
	if (wanted == CHANGE_SAME)
		make(kind, object);
	else if (wanted == CHANGE_OTHER)
		make(kind == OBJECT_EVENT ? OBJECT_MEM : OBJECT_EVENT, object);
}

/* Another thread can come in here, unless a lock is held. */
static void look(struct object *object)
{
	if (locks > 0 || wanted == CHANGE_NO_MEMORY || ++counted != at)
		return;
	if (wanted == CHANGE_END)
		clDeinitLayer();
	else if (wanted == CHANGE_AGAIN)
		start_again();
	else if (object && object->references > 0)
		change(object);
}

struct object *__wrap_live_record(const void *handle)
{
	struct object *object = __real_live_record(handle);

	look(object);
	return object;
}

void __wrap_lock_take(struct lock *lock)
{
	look(NULL);
	__real_lock_take(lock);
	locks++;
}

void __wrap_lock_give(struct lock *lock)
{
	locks--;
	__real_lock_give(lock);
}
