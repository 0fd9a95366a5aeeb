/* SPDX-License-Identifier: Apache-2.0 */
/*
 * locks: see locks.h.
 */
#include "layers/compatibility/locks.h"

#include <stdbool.h>
#include <stddef.h>

#include "base/common/system.h"

static struct lock *locks; /* in the order in which they are taken */

static void take_all(void)
{
	lock_list_take(locks);
}

static void give_all(void)
{
	lock_list_give(locks);
}

void locks_add(struct lock *lock)
{
	static bool watches_forks;

	lock_list_add(&locks, lock);
	if (!watches_forks)
		watches_forks = system_watch_forks(take_all, give_all, give_all);
}
