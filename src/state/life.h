/* SPDX-License-Identifier: Apache-2.0 */
/*
 * life: the start and the end of a layer that judges how objects are used, the lock of what it
 * keeps, and what a fork does to both. One layer, one state.
 *
 * A layer may be called before its start function has returned and after its end: then
 * life_is_open() is false, and the call is passed on untouched.
 */
#ifndef CLROUTER_STATE_LIFE_H
#define CLROUTER_STATE_LIFE_H

#include <stdatomic.h>
#include <stdbool.h>

#include "base/common/lock.h"
#include "opencl/call.h"

extern atomic_bool life_open;

/* Between life_start() and life_end()? Needs no lock. */
static inline bool life_is_open(void)
{
	const bool is_open = atomic_load_explicit(&life_open, memory_order_acquire);

	return is_open;
}

/* The lock of the records of live.h and of all that the layer keeps with them. */
void life_lock(void);
void life_unlock(void);

/*
 * Takes the lock if the layer is open: another thread may have ended it since life_is_open() said
 * so. False: it is not open, and the lock is not taken.
 */
bool life_lock_if_open(void);

/*
 * For a layer's start function: LOCK, which must stay, is taken over a fork, too, after the
 * layer's and those that were added before it. Adding it again does nothing.
 */
void life_add_lock(struct lock *lock);

/*
 * For the end of a layer's start function: puts wrappers for all functions into TABLE, which call
 * HOOKS. From now on the layer is open. IN_CHILD is called in each forked child with the lock
 * held; other threads do not exist there.
 */
void life_start(struct clrouter_table *table, const struct call_hooks *hooks,
		void (*in_child)(void));

/*
 * For a layer's stop function: if the layer is open it is open no more, and REPORT is called with
 * the lock held. After that the records of live.h are empty.
 */
void life_end(void (*report)(void));

/* For the hook `unseen`: tells track.h of the function. */
void life_note_unseen(const struct clrouter_extension_missed *missed);

#endif
