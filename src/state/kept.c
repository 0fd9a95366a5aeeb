/* SPDX-License-Identifier: Apache-2.0 */
/*
 * kept: see kept.h.
 */
#include "state/kept.h"

#include <stdlib.h>

#include "base/common/lock.h"
#include "opencl/call-copy.h"
#include "state/kernels.h"
#include "state/life.h"

struct kept {
	struct call *made;
	struct call *built;
	struct call **arguments;
	size_t count;
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
	return index < kept->count ? &kept->arguments[index] : NULL;
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
	if (sort != KEPT_ARGUMENT || grow(kept, index + 1))
		place = find(kept, sort, index);
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

/* With the lock. */
static void forget_arguments(struct kept *kept)
{
	for (size_t i = 0; i < kept->count; i++)
		free(kept->arguments[i]);
	free(kept->arguments);
	kept->arguments = NULL;
	kept->count = 0;
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
	lock_give(&lock);
}

void kept_forget(kept_calls *calls)
{
	struct kept *kept = atomic_load(calls);

	if (kept == NULL)
		return;
	lock_take(&lock);
	free(kept->made);
	free(kept->built);
	kept->made = NULL;
	kept->built = NULL;
	forget_arguments(kept);
	lock_give(&lock);
}
