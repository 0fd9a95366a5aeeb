/* SPDX-License-Identifier: Apache-2.0 */
/* arena: see arena.h. Blocks grow in a list; a large request gets its own. */
#include "arena.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define BLOCK_SIZE ((size_t)2016)	/* bytes; fits two or three drivers, and is cheap to clear */
#define ALIGNMENT _Alignof(max_align_t)

struct arena_block {
	struct arena_block *next;
	size_t size;
	max_align_t memory[];
};

static struct arena_block *add_block(struct arena *arena, size_t size)
{
	struct arena_block *block;

	if (size > SIZE_MAX - sizeof(*block))
		return NULL;
	block = calloc(1, sizeof(*block) + size);
	if (!block)
		return NULL;
	block->next = arena->blocks;
	block->size = size;
	arena->blocks = block;
	arena->used = 0;
	return block;
}

void *arena_alloc(struct arena *arena, size_t size)
{
	struct arena_block *block = arena->blocks;
	char *memory;

	if (size > SIZE_MAX - ALIGNMENT)
		return NULL;
	size = (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
	if (!block || block->size - arena->used < size) {
		block = add_block(arena, size > BLOCK_SIZE ? size : BLOCK_SIZE);
		if (!block)
			return NULL;
	}
	memory = (char *)block->memory + arena->used;
	arena->used += size;
	return memory;
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

void arena_done(struct arena *arena)
{
	struct arena_block *block = arena->blocks;

	while (block) {
		struct arena_block *next = block->next;

		free(block);
		block = next;
	}
	arena->blocks = NULL;
	arena->used = 0;
}
