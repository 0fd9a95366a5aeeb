/* SPDX-License-Identifier: Apache-2.0 */
/*
 * pointer-map: a hash table from pointers, or numbers that are not 0, to numbers that are not 0. Takes no lock: the caller
 * makes sure that one thread at a time uses a map.
 */
#ifndef CLROUTER_BASE_COMMON_POINTER_MAP_H
#define CLROUTER_BASE_COMMON_POINTER_MAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct pointer_map_slot {
	uint64_t key;		/* 0: it is free */
	uintptr_t value;
};

/* All zero is an empty map. */
struct pointer_map {
	struct pointer_map_slot *slots;
	size_t size;	/* 0 or a power of two */
	size_t used;
};

/* The value of KEY, which is not 0; 0 if it has none. */
uintptr_t pointer_map_get_number(const struct pointer_map *map, uint64_t key);

/* Sets the value of KEY to VALUE, which is not 0. False: there is no memory, nothing changes. */
bool pointer_map_set_number(struct pointer_map *map, uint64_t key, uintptr_t value);

/* Removes KEY, if it is there. */
void pointer_map_remove_number(struct pointer_map *map, uint64_t key);

/* The same of a pointer, which is not NULL. */
static inline uintptr_t pointer_map_get(const struct pointer_map *map, const void *key)
{
	return pointer_map_get_number(map, (uintptr_t)key);
}

static inline bool pointer_map_set(struct pointer_map *map, const void *key, uintptr_t value)
{
	return pointer_map_set_number(map, (uintptr_t)key, value);
}

static inline void pointer_map_remove(struct pointer_map *map, const void *key)
{
	pointer_map_remove_number(map, (uintptr_t)key);
}

/* Frees the memory of MAP, which is empty afterwards and can be used again. */
void pointer_map_done(struct pointer_map *map);

#endif
