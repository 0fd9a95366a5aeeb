/* SPDX-License-Identifier: Apache-2.0 */
/*
 * kept: see kept.h.
 */
#include "state/kept.h"

#include <stdlib.h>

#include "base/common/list.h"
#include "base/common/lock.h"
#include "opencl/call-copy.h"
#include "state/life.h"

struct constant {
	size_t number;
	struct call *call;
};

struct kept {
	struct call *made;
	struct call *built;
	struct setup setup;
	struct constant *constants;
	size_t constant_count;
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

/* What CALLS leads to, made if there is nothing; NULL: there is no memory. */
static struct kept *make_kept(kept_calls *calls)
{
	struct kept *kept = atomic_load(calls);
	struct kept *made;

	if (kept)
		return kept;
	made = calloc(1, sizeof(*made));
	if (!made || atomic_compare_exchange_strong(calls, &kept, made))
		return made;
	free(made);
	return kept;
}

/* Where KEPT has the call of SORT and INDEX; NULL: nowhere yet. With the lock. */
static struct call **find(struct kept *kept, enum kept_sort sort, size_t index)
{
	if (sort == KEPT_MADE)
		return &kept->made;
	if (sort == KEPT_BUILT)
		return &kept->built;
	for (size_t i = 0; i < kept->constant_count; i++)
		if (kept->constants[i].number == index)
			return &kept->constants[i].call;
	return NULL;
}

/* The same, with space for it; NULL: there is no memory. With the lock. */
static struct call **make_place(struct kept *kept, enum kept_sort sort, size_t index)
{
	struct call **place = find(kept, sort, index);

	if (place)
		return place;
	if (kept->constant_count == KEPT_CONSTANTS ||
	    !list_make_space(&kept->constants, kept->constant_count, sizeof(*kept->constants))) {
		kept->has_lost = true;
		return NULL;
	}
	kept->constants[kept->constant_count] = (struct constant){ .number = index };
	return &kept->constants[kept->constant_count++].call;
}

void kept_set(kept_calls *calls, enum kept_sort sort, size_t index, const struct call *call)
{
	struct kept *kept = make_kept(calls);
	struct call *copy = call_copy(call);
	struct call **place = NULL;
	struct call *old = copy;

	if (!kept) {
		free(copy);
		return;
	}
	lock_take(&lock);
	place = make_place(kept, sort, index);
	kept->has_lost |= copy == NULL;
	if (place) {
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

	if (!kept)
		return NULL;
	lock_take(&lock);
	place = find(kept, sort, index);
	if (place && *place)
		copy = call_copy(*place);
	lock_give(&lock);
	return copy;
}

bool kept_has(kept_calls *calls, enum kept_sort sort, size_t index)
{
	struct kept *kept = atomic_load(calls);
	struct call **place;
	bool is_there;

	if (!kept)
		return false;
	lock_take(&lock);
	place = find(kept, sort, index);
	is_there = place && *place;
	lock_give(&lock);
	return is_there;
}

struct call *kept_get_constant(kept_calls *calls, size_t position)
{
	struct kept *kept = atomic_load(calls);
	struct call *copy = NULL;
	bool is_found = false;

	if (!kept)
		return NULL;
	lock_take(&lock);
	for (size_t i = 0; i < kept->constant_count && !is_found; i++) {
		if (!kept->constants[i].call)
			continue;
		is_found = position-- == 0;
		if (is_found)
			copy = call_copy(kept->constants[i].call);
	}
	kept->has_lost |= is_found && !copy;
	lock_give(&lock);
	return copy;
}

/* -- kernels ------------------------------------------------------------------------------- */

void kept_set_argument(kept_calls *calls, size_t index, const struct setup_value *value)
{
	struct kept *kept = make_kept(calls);
	void *unused = value->large;

	if (kept) {
		lock_take(&lock);
		kept->has_lost |= value->sort == SETUP_LOST;
		if (index < SETUP_ARGUMENTS && setup_make_space(&kept->setup, index + 1))
			unused = setup_set_argument(&kept->setup, index, value);
		else
			kept->has_lost |= index < SETUP_ARGUMENTS;
		lock_give(&lock);
	}
	free(unused);
}

void kept_set_info(kept_calls *calls, const struct setup_value *value)
{
	struct kept *kept = make_kept(calls);
	void *unused = value->large;

	if (kept) {
		lock_take(&lock);
		kept->has_lost |= value->sort == SETUP_LOST;
		unused = setup_set_info(&kept->setup, value);
		lock_give(&lock);
	}
	free(unused);
}

/* A copy of element INDEX of the arguments, or of the other list. */
static struct setup_value *get_value(kept_calls *calls, bool is_argument, size_t index)
{
	struct kept *kept = atomic_load(calls);
	const struct setup_value *value = NULL;
	struct setup_value *copy = NULL;

	if (!kept)
		return NULL;
	lock_take(&lock);
	if (is_argument && index < kept->setup.count)
		value = &kept->setup.arguments[index];
	else if (!is_argument && index < kept->setup.info_count)
		value = &kept->setup.infos[index];
	if (value && value->sort != SETUP_UNSET) {
		copy = setup_get(value);
		kept->has_lost |= copy == NULL;
	}
	lock_give(&lock);
	return copy;
}

struct setup_value *kept_get_argument(kept_calls *calls, size_t index)
{
	return get_value(calls, true, index);
}

struct setup_value *kept_get_info(kept_calls *calls, size_t position)
{
	return get_value(calls, false, position);
}

bool kept_has_lost(kept_calls *calls)
{
	const struct kept *kept = atomic_load(calls);
	bool has_lost;

	if (!kept)
		return false;
	lock_take(&lock);
	has_lost = kept->has_lost || kept->setup.has_lost;
	lock_give(&lock);
	return has_lost;
}

/* With the lock, as all below. */
static void forget_constants(struct kept *kept)
{
	for (size_t i = 0; i < kept->constant_count; i++)
		free(kept->constants[i].call);
	free(kept->constants);
	kept->constants = NULL;
	kept->constant_count = 0;
	kept->has_lost = false;
}

static void copy_constants(struct kept *to, const struct kept *from)
{
	struct call **place;

	forget_constants(to);
	to->has_lost = from->has_lost;
	for (size_t i = 0; i < from->constant_count; i++) {
		if (!from->constants[i].call)
			continue;
		place = make_place(to, KEPT_CONSTANT, from->constants[i].number);
		if (place && !(*place = call_copy(from->constants[i].call)))
			to->has_lost = true;
	}
}

void kept_copy_setup(kept_calls *copy, kept_calls *calls)
{
	struct kept *to = make_kept(copy);
	const struct kept *from = atomic_load(calls);

	if (!to || !from || to == from)
		return;
	lock_take(&lock);
	setup_done(&to->setup);
	to->has_lost = !setup_copy(&to->setup, &from->setup) || from->has_lost;
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
	setup_done(&kept->setup);
	forget_constants(kept);
	forget_parts(kept);
}

/* A part has no circles: it was made before what it is a part of. */
static void drop(struct kept *part)
{
	if (!part || --part->users > 0)
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

/* TO gets the parts of FROM, too. */
static bool share_parts(struct kept *to, const struct kept *from)
{
	if (from->part_count == 0)
		return true;
	to->parts = calloc(from->part_count, sizeof(*to->parts));
	if (!to->parts)
		return false;
	to->part_count = from->part_count;
	for (size_t i = 0; i < from->part_count; i++) {
		to->parts[i] = from->parts[i];
		if (to->parts[i])
			to->parts[i]->users++;
	}
	return true;
}

/* What is kept now in FROM; NULL: nothing, or there is no memory. */
static struct kept *make_part(const struct kept *from)
{
	struct kept *part = from && from->made ? calloc(1, sizeof(*part)) : NULL;

	if (!part)
		return NULL;
	part->users = 1;
	part->made = call_copy(from->made);
	part->built = from->built ? call_copy(from->built) : NULL;
	copy_constants(part, from);
	if (part->made && (part->built != NULL) == (from->built != NULL) &&
	    share_parts(part, from))
		return part;
	drop(part);
	return NULL;
}

void kept_set_parts(kept_calls *calls, kept_calls *const *parts, size_t count)
{
	struct kept *kept = make_kept(calls);
	struct kept **list = count > 0 ? calloc(count, sizeof(*list)) : NULL;

	if (!kept) {
		free(list);
		return;
	}
	lock_take(&lock);
	for (size_t i = 0; list && i < count; i++)
		list[i] = parts[i] ? make_part(atomic_load(parts[i])) : NULL;
	forget_parts(kept);
	kept->parts = list;
	kept->part_count = list ? count : 0;
	lock_give(&lock);
}

size_t kept_part_count(kept_calls *calls)
{
	const struct kept *kept = atomic_load(calls);
	size_t count;

	if (!kept)
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

	if (!kept)
		return NULL;
	lock_take(&lock);
	if (index < kept->part_count)
		part = kept->parts[index];
	if (part)
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

	if (!kept)
		return;
	lock_take(&lock);
	forget(kept);
	lock_give(&lock);
}
