/* SPDX-License-Identifier: Apache-2.0 */
/*
 * lock: the lock of a layer's state. A thread that holds it cannot be cancelled: writing is a
 * cancellation point, and the lock would stay locked. For the same reason it is never held
 * while the driver is called: an exception or a longjmp() could leave the call.
 */
#ifndef CLROUTER_BASE_COMMON_LOCK_H
#define CLROUTER_BASE_COMMON_LOCK_H

#include <stddef.h>

#include "base/os.h"

struct lock {
	OS_MUTEX mutex;
	int cancel_state;	/* of the thread that holds it, before it took it */
	struct lock *next;	/* of the list that it is in */
};

#define LOCK_INIT { .mutex = OS_MUTEX_INIT }

void lock_take(struct lock *lock);
void lock_give(struct lock *lock);

/*
 * A list of locks, in the order in which they are taken: what a layer holds over a fork, so that the
 * child finds no lock that a thread of its parent holds. A lock that is in the list already is not
 * added again. Threads cannot be cancelled while they hold the first lock.
 */
static inline void lock_list_add(struct lock **list, struct lock *lock)
{
	while (*list && *list != lock)
		list = &(*list)->next;
	*list = lock;
}

static inline void lock_list_take(struct lock *list)
{
	for (; list; list = list->next)
		lock_take(list);
}

static inline void lock_list_give(struct lock *list)
{
	for (; list; list = list->next)
		lock_give(list);
}

#endif
