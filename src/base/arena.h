/* SPDX-License-Identifier: Apache-2.0 */
/*
 * arena: memory that is allocated piece by piece and freed all at once.
 *
 * Candidates, verdicts and the configuration live exactly as long as the loader's context, so one
 * arena holds them and nothing in it is freed alone. Every pointer that a function here returns is
 * valid until arena_done(). Functions return NULL if there is no memory, and the arena stays
 * usable.
 *
 * An arena is not thread-safe. In the library only the thread that initialises the loader uses
 * one.
 */
#ifndef CLROUTER_BASE_ARENA_H
#define CLROUTER_BASE_ARENA_H

#include <stddef.h>

struct arena_block;

/* Initialise it with ARENA_INIT, or with zeros. The members are private to arena.c. */
struct arena {
	struct arena_block *blocks;
	char *next;		/* the free part of the newest block */
	size_t left;		/* size of that part in bytes */
};

#define ARENA_INIT { NULL, NULL, 0 }

/* Allocates SIZE bytes, which are zeroed and aligned for any type. */
void *arena_alloc(struct arena *arena, size_t size);

/*
 * Allocates an item of SIZE bytes, which begins with the pointer to the next item, at the end of a
 * list. FIRST is the address of the pointer to the first item.
 */
void *arena_append(struct arena *arena, void *first, size_t size);

/* Visits the items of such a list from FIRST on; each is ITEM, a pointer to a TYPE, in its turn. */
#define LIST_EACH(type, item, first) for (type *item = (first); item; item = item->next)

/* Copies SIZE bytes at TEXT and adds a NUL byte. */
char *arena_copy(struct arena *arena, const char *text, size_t size);

#define ARENA_PARTS 8

/* Joins the COUNT strings of PARTS, at most ARENA_PARTS of them, to one string. */
char *arena_join(struct arena *arena, const char *const *parts, size_t count);

/* Joins DIRECTORY, a slash unless it ends with one, and NAME. */
char *arena_path(struct arena *arena, const char *directory, const char *name);

/*
 * Puts ROOT in front of PATH, without a slash between them. If ROOT is "", the result is PATH
 * itself, not a copy.
 */
const char *arena_under_root(struct arena *arena, const char *root, const char *path);

/* Frees everything. The arena is empty afterwards and can be used again. */
void arena_done(struct arena *arena);

#endif
