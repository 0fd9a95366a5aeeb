/* SPDX-License-Identifier: Apache-2.0 */
/*
 * arena: memory that is handed out piece by piece and given back all at once.
 *
 * Entries, verdicts and configuration live exactly as long as the loader's
 * context; one owner frees them. Not thread-safe: only the thread that
 * initialises uses an arena.
 */
#ifndef CLROUTER_BASE_ARENA_H
#define CLROUTER_BASE_ARENA_H

#include <stddef.h>

struct arena_block;

struct arena {
	struct arena_block *blocks;
	char *next;		/* the free part of the newest block */
	size_t left;		/* its size in bytes */
};

#define ARENA_INIT { NULL, NULL, 0 }

/* Zeroed memory aligned for any object, NULL if there is no memory. */
void *arena_alloc(struct arena *arena, size_t size);

/* A terminated copy of SIZE bytes at TEXT, NULL if there is no memory. */
char *arena_copy(struct arena *arena, const char *text, size_t size);

#define ARENA_PARTS 8

/*
 * PARTS, an array of COUNT strings (at most ARENA_PARTS), joined; NULL if there is no memory.
 */
char *arena_join(struct arena *arena, const char *const *parts, size_t count);

/* DIRECTORY, a slash and NAME; NULL when there is no memory. */
char *arena_path(struct arena *arena, const char *directory, const char *name);

/*
 * PATH under the directory ROOT, "" for the real root, in which case PATH itself is
 * returned; NULL when there is no memory.
 */
const char *arena_under_root(struct arena *arena, const char *root, const char *path);

/* Gives everything back; the arena can be used again. */
void arena_done(struct arena *arena);

#endif
