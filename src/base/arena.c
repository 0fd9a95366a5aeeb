/* SPDX-License-Identifier: Apache-2.0 */
/* arena: see arena.h. Blocks are kept in a list; a large request gets a block of its own. */
#include "base/arena.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/os.h"

#define ALIGNMENT _Alignof(max_align_t)
#define BLOCK_SIZE ((size_t)2016)	/* bytes; enough for two or three drivers, cheap to clear */
_Static_assert(BLOCK_SIZE % ALIGNMENT == 0, "a size that fits must fit when rounded up");

struct arena_block {
	struct arena_block *next;
	max_align_t memory[];
};

static bool add_block(struct arena *arena, size_t size)
{
	struct arena_block *block;

	if (size > SIZE_MAX - sizeof(*block) - ALIGNMENT)
		return false;
	size = size > BLOCK_SIZE ? (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT : BLOCK_SIZE;
	block = calloc(1, sizeof(*block) + size);
	if (!block)
		return false;
	block->next = arena->blocks;
	arena->blocks = block;
	arena->next = (char *)block->memory;
	arena->left = size;
	return true;
}

/*
 * The free part of a block is always a multiple of the alignment, so a size that fits also fits
 * when it is rounded up. The comparison is ">=" because an empty arena has no block yet, and a
 * size of 0 needs one too.
 */
void *arena_alloc(struct arena *arena, size_t size)
{
	char *memory;

	if (size >= arena->left && !add_block(arena, size))
		return NULL;
	memory = arena->next;
	size = (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
	arena->next += size;
	arena->left -= size;
	return memory;
}

void *arena_append(struct arena *arena, void *first, size_t size)
{
	void *item = arena_alloc(arena, size);
	void *place = first;
	void *next;

	for (memcpy(&next, place, sizeof(next)); next; memcpy(&next, place, sizeof(next)))
		place = next;
	if (item)
		memcpy(place, &item, sizeof(item));
	return item;
}

char *arena_copy(struct arena *arena, const char *text, size_t size)
{
	char *copy = arena_alloc(arena, size + 1);

	if (copy)
		memcpy(copy, text, size);
	return copy;
}

char *arena_join(struct arena *arena, const char *const *parts, size_t count)
{
	size_t lengths[ARENA_PARTS];
	size_t size = 0;
	char *text;
	char *end;

	for (size_t i = 0; i < count; i++)
		size += lengths[i] = strlen(parts[i]);
	text = arena_alloc(arena, size + 1);
	if (!text)
		return NULL;
	end = text;
	for (size_t i = 0; i < count; i++)
		end = (char *)memcpy(end, parts[i], lengths[i]) + lengths[i];
	return text;
}

char *arena_path(struct arena *arena, const char *directory, const char *name)
{
	size_t length = strlen(directory);
	bool has_slash = length > 0 && os_is_separator(directory[length - 1]);
	const char *parts[] = { directory, has_slash ? "" : "/", name };

	return arena_join(arena, parts, 3);
}

const char *arena_under_root(struct arena *arena, const char *root, const char *path)
{
	const char *parts[] = { root, path };

	return *root ? arena_join(arena, parts, 2) : path;
}

void arena_done(struct arena *arena)
{
	struct arena_block *block = arena->blocks;

	while (block) {
		struct arena_block *next = block->next;

		free(block);
		block = next;
	}
	arena->blocks = NULL;
	arena->next = NULL;
	arena->left = 0;
}
