/* SPDX-License-Identifier: Apache-2.0 */
/*
 * lock: the lock of a layer's state. A thread that holds it cannot be cancelled: writing is a
 * cancellation point, and the lock would stay locked. For the same reason it is never held
 * while the driver is called: an exception or a longjmp() could leave the call.
 */
#ifndef CLROUTER_BASE_COMMON_LOCK_H
#define CLROUTER_BASE_COMMON_LOCK_H

#include "base/os.h"

struct lock {
	OS_MUTEX mutex;
	int cancel_state;	/* of the thread that holds it, before it took it */
	struct lock *next;	/* the lock that life.h takes after this one over a fork */
};

#define LOCK_INIT { .mutex = OS_MUTEX_INIT }

void lock_take(struct lock *lock);
void lock_give(struct lock *lock);

#endif
