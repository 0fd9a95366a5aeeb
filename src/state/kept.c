/* SPDX-License-Identifier: Apache-2.0 */
/*
 * kept: see kept.h.
 */
#include "state/kept.h"

#include <stdlib.h>

#include "base/common/list.h"
#include "base/common/lock.h"
#include "opencl/call-copy.h"
#include "state/kernels.h"
#include "state/life.h"

/* A setting or a constant. */
struct other {
	enum kept_sort sort;
	size_t index;
	struct call *call;
};

struct kept {
	struct call *made;
	struct call *built;
	struct call **arguments;
	size_t count;
	struct other *others;
	size_t other_count;
	bool has_lost;
	struct kept **parts;
	size_t part_count;
	size_t users; /* of a part: how many have it */
};

static struct lock lock = LOCK_INIT;

void kept_start(void)
{
	life_add_lock(&lock);
}

/* Those of CALLS, made if there are none; NULL: there is no memory. */
static struct kept *make_kept(kept_calls *calls)
{
	struct kept *kept = atomic_load(calls);
	struct kept *made;

	if (kept != NULL)
		return kept;
	made = calloc(1, sizeof(*made));
	if (made == NULL || atomic_compare_exchange_strong(calls, &kept, made))
		return made;
	free(made);
	return kept;
}

/* Space for COUNT arguments; false: there is no memory. With the lock. */
static bool grow(struct kept *kept, size_t count)
{
	struct call **arguments;

	if (count <= kept->count)
		return true;
	if (count > KERNELS_ARGUMENTS)
		return false;
	arguments = realloc(kept->arguments, count * sizeof(*arguments));
	if (arguments == NULL)
		return false;
	for (size_t i = kept->count; i < count; i++)
		arguments[i] = NULL;
	kept->arguments = arguments;
	kept->count = count;
	return true;
}

/* Where KEPT has the call of SORT and INDEX; NULL: nowhere yet. With the lock. */
static struct call **find(struct kept *kept, enum kept_sort sort, size_t index)
{
	if (sort == KEPT_MADE)
		return &kept->made;
	if (sort == KEPT_BUILT)
		return &kept->built;
	if (sort == KEPT_ARGUMENT)
		return index < kept->count ? &kept->arguments[index] : NULL;
	for (size_t i = 0; i < kept->other_count; i++)
		if (kept->others[i].sort == sort && kept->others[i].index == index)
			return &kept->others[i].call;
	return NULL;
}

/* The same, with space for it; NULL: there is no memory. With the lock. */
static struct call **make_place(struct kept *kept, enum kept_sort sort, size_t index)
{
	struct call **place;

	if (sort == KEPT_ARGUMENT && !grow(kept, index + 1))
		return NULL;
	place = find(kept, sort, index);
	if (place != NULL)
		return place;
	if (kept->other_count == KEPT_OTHERS ||
	    !list_make_space(&kept->others, kept->other_count, sizeof(*kept->others))) {
		kept->has_lost = true;
		return NULL;
	}
	kept->others[kept->other_count] = (struct other){ .sort = sort, .index = index };
	return &kept->others[kept->other_count++].call;
}

void kept_set(kept_calls *calls, enum kept_sort sort, size_t index, const struct call *call)
{
	struct kept *kept = make_kept(calls);
	struct call *copy = call_copy(call);
	struct call **place = NULL;
	struct call *old = copy;

	if (kept == NULL) {
		free(copy);
		return;
	}
	lock_take(&lock);
	place = make_place(kept, sort, index);
	kept->has_lost |= copy == NULL;
	if (place != NULL) {
		old = *place;
		*place = copy;
	}
	lock_give(&lock);
	free(old);
}

struct call *kept_get(kept_calls *calls, enum kept_sort sort, size_t index)
{
	struct kept *kept = atomic_load(calls);
	struct call *copy = NULL;
	struct call **place;

	if (kept == NULL)
		return NULL;
	lock_take(&lock);
	place = find(kept, sort, index);
	if (place != NULL && *place != NULL)
		copy = call_copy(*place);
	lock_give(&lock);
	return copy;
}

bool kept_has(kept_calls *calls, enum kept_sort sort, size_t index)
{
	struct kept *kept = atomic_load(calls);
	struct call **place;
	bool is_there;

	if (kept == NULL)
		return false;
	lock_take(&lock);
	place = find(kept, sort, index);
	is_there = place != NULL && *place != NULL;
	lock_give(&lock);
	return is_there;
}

struct call *kept_get_at(kept_calls *calls, enum kept_sort sort, size_t position)
{
	struct kept *kept = atomic_load(calls);
	struct call *copy = NULL;
	bool is_found = false;

	if (kept == NULL)
		return NULL;
	lock_take(&lock);
	for (size_t i = 0; i < kept->other_count && !is_found; i++) {
		if (kept->others[i].sort != sort || kept->others[i].call == NULL)
			continue;
		is_found = position-- == 0;
		if (is_found)
			copy = call_copy(kept->others[i].call);
	}
	kept->has_lost |= is_found && copy == NULL;
	lock_give(&lock);
	return copy;
}

bool kept_has_lost(kept_calls *calls)
{
	const struct kept *kept = atomic_load(calls);
	bool has_lost;

	if (kept == NULL)
		return false;
	lock_take(&lock);
	has_lost = kept->has_lost;
	lock_give(&lock);
	return has_lost;
}

/* With the lock, as all below. */
static void forget_arguments(struct kept *kept)
{
	for (size_t i = 0; i < kept->count; i++)
		free(kept->arguments[i]);
	free(kept->arguments);
	kept->arguments = NULL;
	kept->count = 0;
}

static void forget_others(struct kept *kept)
{
	for (size_t i = 0; i < kept->other_count; i++)
		free(kept->others[i].call);
	free(kept->others);
	kept->others = NULL;
	kept->other_count = 0;
	kept->has_lost = false;
}

static void copy_others(struct kept *to, const struct kept *from)
{
	struct call **place;

	forget_others(to);
	to->has_lost = from->has_lost;
	for (size_t i = 0; i < from->other_count; i++) {
		if (from->others[i].call == NULL)
			continue;
		place = make_place(to, from->others[i].sort, from->others[i].index);
		if (place != NULL && (*place = call_copy(from->others[i].call)) == NULL)
			to->has_lost = true;
	}
}

void kept_copy_arguments(kept_calls *copy, kept_calls *calls)
{
	struct kept *to = make_kept(copy);
	const struct kept *from = atomic_load(calls);

	if (to == NULL || from == NULL || to == from)
		return;
	lock_take(&lock);
	forget_arguments(to);
	if (grow(to, from->count))
		for (size_t i = 0; i < from->count; i++)
			if (from->arguments[i] != NULL)
				to->arguments[i] = call_copy(from->arguments[i]);
	copy_others(to, from);
	for (size_t i = 0; i < from->count; i++)
		to->has_lost |= from->arguments[i] != NULL &&
				(i >= to->count || to->arguments[i] == NULL);
	lock_give(&lock);
}

/* -- parts --------------------------------------------------------------------------------- */

static void forget_parts(struct kept *kept);

static void forget(struct kept *kept)
{
	free(kept->made);
	free(kept->built);
	kept->made = NULL;
	kept->built = NULL;
	forget_arguments(kept);
	forget_others(kept);
	forget_parts(kept);
}

/* A part has no circles: it was made before what it is a part of. */
static void drop(struct kept *part)
{
	if (part == NULL || --part->users > 0)
		return;
	forget(part);
	free(part);
}

static void forget_parts(struct kept *kept)
{
	for (size_t i = 0; i < kept->part_count; i++)
		drop(kept->parts[i]);
	free(kept->parts);
	kept->parts = NULL;
	kept->part_count = 0;
}

/* The parts of FROM are those of TO, too. */
static bool share_parts(struct kept *to, const struct kept *from)
{
	if (from->part_count == 0)
		return true;
	to->parts = calloc(from->part_count, sizeof(*to->parts));
	if (to->parts == NULL)
		return false;
	to->part_count = from->part_count;
	for (size_t i = 0; i < from->part_count; i++) {
		to->parts[i] = from->parts[i];
		if (to->parts[i] != NULL)
			to->parts[i]->users++;
	}
	return true;
}

/* What is kept now in FROM; NULL: nothing, or there is no memory. */
static struct kept *make_part(const struct kept *from)
{
	struct kept *part = from != NULL && from->made != NULL ? calloc(1, sizeof(*part)) : NULL;

	if (part == NULL)
		return NULL;
	part->users = 1;
	part->made = call_copy(from->made);
	part->built = from->built != NULL ? call_copy(from->built) : NULL;
	copy_others(part, from);
	if (part->made != NULL && (part->built != NULL) == (from->built != NULL) &&
	    share_parts(part, from))
		return part;
	drop(part);
	return NULL;
}

void kept_set_parts(kept_calls *calls, kept_calls *const *parts, size_t count)
{
	struct kept *kept = make_kept(calls);
	struct kept **list = count > 0 ? calloc(count, sizeof(*list)) : NULL;

	if (kept == NULL) {
		free(list);
		return;
	}
	lock_take(&lock);
	for (size_t i = 0; list != NULL && i < count; i++)
		list[i] = parts[i] != NULL ? make_part(atomic_load(parts[i])) : NULL;
	forget_parts(kept);
	kept->parts = list;
	kept->part_count = list != NULL ? count : 0;
	lock_give(&lock);
}

size_t kept_part_count(kept_calls *calls)
{
	const struct kept *kept = atomic_load(calls);
	size_t count;

	if (kept == NULL)
		return 0;
	lock_take(&lock);
	count = kept->part_count;
	lock_give(&lock);
	return count;
}

struct kept *kept_take_part(kept_calls *calls, size_t index)
{
	const struct kept *kept = atomic_load(calls);
	struct kept *part = NULL;

	if (kept == NULL)
		return NULL;
	lock_take(&lock);
	if (index < kept->part_count)
		part = kept->parts[index];
	if (part != NULL)
		part->users++;
	lock_give(&lock);
	return part;
}

void kept_give_back(struct kept *part)
{
	lock_take(&lock);
	drop(part);
	lock_give(&lock);
}

void kept_forget(kept_calls *calls)
{
	struct kept *kept = atomic_load(calls);

	if (kept == NULL)
		return;
	lock_take(&lock);
	forget(kept);
	lock_give(&lock);
}
