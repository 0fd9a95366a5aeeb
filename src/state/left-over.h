/* SPDX-License-Identifier: Apache-2.0 */
/*
 * left-over: the objects that a program never released, in groups: objects of one kind that
 * one function made at one place.
 */
#ifndef CLROUTER_STATE_LEFT_OVER_H
#define CLROUTER_STATE_LEFT_OVER_H

#include <stdbool.h>
#include <stddef.h>

#include "state/live.h"

struct left_group {
	const struct object *first;	/* made before the others */
	size_t count;
	long references;		/* of all of them */
};

/*
 * The groups, in the order in which their first objects were made; free it. If BY_STACK, objects
 * whose stacks differ are of different groups. NULL if there is no memory. The layer's lock is held.
 */
struct left_group *left_over_groups(bool by_stack, size_t *count);

#endif
