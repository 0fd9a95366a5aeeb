/* SPDX-License-Identifier: Apache-2.0 */
/*
 * lock: see lock.h.
 */
#include "base/common/lock.h"

#include <pthread.h>

void lock_take(struct lock *lock)
{
	int cancel_state;

	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel_state);
	pthread_mutex_lock(&lock->mutex);
	lock->cancel_state = cancel_state;
}

void lock_give(struct lock *lock)
{
	int cancel_state = lock->cancel_state;

	pthread_mutex_unlock(&lock->mutex);
	pthread_setcancelstate(cancel_state, NULL);
}
