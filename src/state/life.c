/* SPDX-License-Identifier: Apache-2.0 */
/*
 * life: see life.h.
 */
#include "state/life.h"

#include "base/common/system.h"
#include "state/live.h"
#include "state/track.h"

static struct lock layer_lock = LOCK_INIT;
static void (*continue_in_child)(void);
static struct lock *other_locks;	/* in the order in which they are taken */

atomic_bool life_open;

void life_lock(void)
{
	lock_take(&layer_lock);
}

void life_unlock(void)
{
	lock_give(&layer_lock);
}

bool life_lock_if_open(void)
{
	bool is_open;

	life_lock();
	is_open = life_is_open();
	if (!is_open)
		life_unlock();
	return is_open;
}

void life_add_lock(struct lock *lock)
{
	lock_list_add(&other_locks, lock);
}

static void lock_all(void)
{
	life_lock();
	lock_list_take(other_locks);
}

/* Threads cannot be cancelled until the layer's lock, which was taken first, is given, too. */
static void unlock_all(void)
{
	lock_list_give(other_locks);
	life_unlock();
}

/* What the parent made is the parent's to release. */
static void inherit(void)
{
	live_inherit();
	continue_in_child();
	unlock_all();
}

static bool is_wanted(unsigned int slot)
{
	(void)slot;
	return true;
}

void life_start(struct clrouter_table *table, const struct call_hooks *hooks,
		void (*in_child)(void))
{
	static bool watches_forks;

	continue_in_child = in_child;
	if (!watches_forks)
		watches_forks = system_watch_forks(lock_all, unlock_all, inherit);
	call_wrap(table, hooks, is_wanted);
	atomic_store(&life_open, true);
}

void life_end(void (*report)(void))
{
	if (!life_lock_if_open())
		return;
	atomic_store(&life_open, false);
	report();
	live_forget_all();
	life_unlock();
}

void life_note_unseen(const struct clrouter_extension_missed *missed)
{
	if (!life_lock_if_open())
		return;
	track_unseen(missed->name, missed->reason);
	life_unlock();
}
