/* SPDX-License-Identifier: Apache-2.0 */
/*
 * left-over: see left-over.h.
 */
#include "state/left-over.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static int compare(uintptr_t left, uintptr_t right)
{
	return left < right ? -1 : left > right;
}

static int compare_stacks(const struct stack *left, const struct stack *right)
{
	if (!left || !right)
		return compare((uintptr_t)left, (uintptr_t)right);
	if (left->depth != right->depth)
		return left->depth < right->depth ? -1 : 1;
	return memcmp(left->frames, right->frames, (size_t)left->depth * sizeof(left->frames[0]));
}

static int compare_places(const struct object *left, const struct object *right)
{
	int order = compare(left->kind, right->kind);

	if (order == 0)
		order = compare(left->made_by, right->made_by);
	return order != 0 ? order :
			    compare((uintptr_t)left->made_site, (uintptr_t)right->made_site);
}

static int compare_objects(const void *left, const void *right)
{
	const struct object *const *a = left;
	const struct object *const *b = right;
	const int order = compare_places(*a, *b);

	return order != 0 ? order : compare_stacks((*a)->made_at, (*b)->made_at);
}

static int compare_groups(const void *left, const void *right)
{
	const struct left_group *a = left;
	const struct left_group *b = right;

	return compare(a->first->serial, b->first->serial);
}

static bool is_same_group(const struct object *left, const struct object *right, bool by_stack)
{
	return compare_places(left, right) == 0 &&
	       (!by_stack || compare_stacks(left->made_at, right->made_at) == 0);
}

/* Puts the groups of COUNT sorted OBJECTS into GROUPS. */
static size_t fill(struct left_group *groups, struct object *const *objects, size_t count,
		   bool by_stack)
{
	size_t used = 0;

	for (size_t i = 0; i < count; i++) {
		struct left_group *group;

		if (i == 0 || !is_same_group(objects[i - 1], objects[i], by_stack))
			groups[used++].first = objects[i];
		group = &groups[used - 1];
		if (objects[i]->serial < group->first->serial)
			group->first = objects[i];
		group->count++;
		group->references += objects[i]->references;
	}
	return used;
}

struct left_group *left_over_groups(bool by_stack, size_t *count)
{
	size_t left;
	struct object **objects = live_left_over(&left);
	struct left_group *groups = calloc(left + 1, sizeof(*groups));

	*count = 0;
	if (objects && groups) {
		qsort(objects, left, sizeof(struct object *), compare_objects);
		*count = fill(groups, objects, left, by_stack);
		qsort(groups, *count, sizeof(*groups), compare_groups);
	}
	free(objects);
	return groups;
}
