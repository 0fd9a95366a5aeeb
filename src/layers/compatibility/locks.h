/* SPDX-License-Identifier: Apache-2.0 */
/*
 * locks: the locks of this layer, which are taken over a fork, so that a child finds none that a
 * thread of its parent holds.
 */
#ifndef CLROUTER_LAYERS_COMPATIBILITY_LOCKS_H
#define CLROUTER_LAYERS_COMPATIBILITY_LOCKS_H

#include "base/common/lock.h"

/*
 * For the layer's start: LOCK, which must stay, is taken over a fork after those that were added
 * before it. Adding it again does nothing. A thread that holds one may take only later ones.
 */
void locks_add(struct lock *lock);

#endif
