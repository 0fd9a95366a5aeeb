/* SPDX-License-Identifier: Apache-2.0 */
/*
 * sanitize-regions: see sanitize-regions.h.
 */
#include "layers/sanitize/sanitize-regions.h"

#include <stdlib.h>

#include "sanitize/sanitize-format.h"
#include "state/life.h"
#include "state/memory.h"

/* Of the places. It is not held while the driver is called. */
static struct lock lock = LOCK_INIT;
static _Atomic(uint64_t) moment = 1;
static atomic_bool has_unknown;

void regions_start(void)
{
	life_add_lock(&lock);
}

void regions_note_change(void)
{
	atomic_fetch_add(&moment, 1);
}

void regions_note_open(void)
{
	if (!atomic_exchange(&has_unknown, true))
		regions_note_change();
}

void regions_open(struct regions_place *place)
{
	if (!atomic_exchange(&place->is_open, true))
		regions_note_change();
}

bool regions_are_open(const struct regions_place *place)
{
	return atomic_load(&place->is_open) || atomic_load(&has_unknown) || memory_expects_unseen();
}

uint64_t regions_moment(void)
{
	return atomic_load_explicit(&moment, memory_order_relaxed);
}

/* The words that a kernel gets; free() it. NULL: there is no memory. */
static uint64_t *write_words(bool is_open, cl_context context, size_t *size)
{
	size_t found = 0, count = 0;
	struct memory_svm *list = memory_copy_svm(&found);
	uint64_t *words = calloc(SANITIZE_REGIONS_HEAD + 2 * (found + 1), sizeof(uint64_t));
	uint64_t *pair;

	for (size_t i = 0; list && words && i < found; i++) {
		if (list[i].context && list[i].context != context)
			continue;
		pair = &words[SANITIZE_REGIONS_HEAD + 2 * count++];
		pair[0] = list[i].start;
		pair[1] = list[i].start + list[i].size;
	}
	if (words) {
		words[SANITIZE_REGIONS_COUNT] = count;
		words[SANITIZE_REGIONS_FLAGS] = is_open || !list ? SANITIZE_REGIONS_OPEN : 0;
	}
	free(list);
	*size = (SANITIZE_REGIONS_HEAD + 2 * (count + 1)) * sizeof(uint64_t);
	return words;
}

static struct regions *make(const struct regions_place *place, cl_context context)
{
	struct regions *regions = calloc(1, sizeof(*regions));
	uint64_t *words;
	size_t size;

	if (!regions)
		return NULL;
	/* What changes from here on makes other regions. */
	regions->moment = regions_moment();
	words = write_words(regions_are_open(place), context, &size);
	if (words)
		regions->buffer = clrouter_target.clCreateBuffer(
			context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, size, words, NULL);
	free(words);
	if (!regions->buffer) {
		free(regions);
		return NULL;
	}
	atomic_store(&regions->references, 2);
	return regions;
}

struct regions *regions_take(struct regions_place *place, cl_context context)
{
	struct regions *old, *new;

	lock_take(&lock);
	old = place->newest;
	if (old && old->moment == regions_moment())
		atomic_fetch_add(&old->references, 1);
	else
		old = NULL;
	lock_give(&lock);
	if (old)
		return old;
	new = make(place, context);
	if (!new)
		return NULL;
	lock_take(&lock);
	old = place->newest;
	place->newest = new;
	lock_give(&lock);
	regions_give(old);
	return new;
}

void regions_give(struct regions *regions)
{
	if (!regions || atomic_fetch_sub(&regions->references, 1) != 1)
		return;
	clrouter_target.clReleaseMemObject(regions->buffer);
	free(regions);
}

void regions_forget(struct regions_place *place)
{
	struct regions *newest;

	lock_take(&lock);
	newest = place->newest;
	place->newest = NULL;
	lock_give(&lock);
	regions_give(newest);
}
