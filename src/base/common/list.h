/* SPDX-License-Identifier: Apache-2.0 */
/*
 * list: arrays that grow. They have the type that their user gives them, and are freed with free(),
 * or with their arena.
 */
#ifndef CLROUTER_BASE_COMMON_LIST_H
#define CLROUTER_BASE_COMMON_LIST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/arena.h"

#define LIST_FIRST_CAPACITY 16 /* a power of 2 */

/*
 * The bytes for one element more than COUNT of SIZE bytes: the capacity follows from COUNT, it is
 * the next power of 2. 0: there is space. SIZE_MAX: it would be too much.
 */
static inline size_t list_new_size(size_t count, size_t size)
{
	const size_t capacity = count < LIST_FIRST_CAPACITY ? LIST_FIRST_CAPACITY : 2 * count;

	if (count >= LIST_FIRST_CAPACITY ? (count & (count - 1)) != 0 : count != 0)
		return 0;
	return capacity > SIZE_MAX / size ? SIZE_MAX : capacity * size;
}

/*
 * Makes space for one more element in *LIST, a pointer to COUNT elements of SIZE bytes that only
 * this function has allocated (NULL if COUNT is 0). Returns false if there is no memory; *LIST
 * stays valid.
 */
bool list_make_space(void *list, size_t count, size_t size);

/* The same for a list in ARENA, which keeps the smaller ones; the new elements are zero. */
static inline bool list_make_space_in(struct arena *arena, void *list, size_t count, size_t size)
{
	const size_t bytes = list_new_size(count, size);
	void *items = bytes > 0 && bytes < SIZE_MAX ? arena_alloc(arena, bytes) : NULL;
	const void *old;

	if (!items)
		return bytes == 0;
	memcpy(&old, list, sizeof(old));
	if (count > 0)
		memcpy(items, old, count * size);
	memcpy(list, &items, sizeof(items));
	return true;
}

/*
 * Puts ITEM of SIZE bytes at the index AT, at most *COUNT, of LIST, which has space for MOST elements.
 * If it is full, the last one goes.
 */
static inline void list_insert(void *list, size_t *count, size_t most, size_t size, size_t at,
			       const void *item)
{
	unsigned char *place = (unsigned char *)list + at * size;

	if (at == most)
		return;
	if (*count < most)
		(*count)++;
	memmove(place + size, place, (*count - 1 - at) * size);
	memcpy(place, item, size);
}

#endif
