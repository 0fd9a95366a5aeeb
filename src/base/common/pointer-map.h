/* SPDX-License-Identifier: Apache-2.0 */
/*
 * pointer-map: a hash table from pointers to numbers that are not 0. Takes no lock: the caller
 * makes sure that one thread at a time uses a map.
 */
#ifndef CLROUTER_BASE_COMMON_POINTER_MAP_H
#define CLROUTER_BASE_COMMON_POINTER_MAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct pointer_map_slot {
	const void *key;
	uintptr_t value;
};

/* All zero is an empty map. */
struct pointer_map {
	struct pointer_map_slot *slots;
	size_t size;	/* 0 or a power of two */
	size_t used;
};

/* The value of KEY, which is not NULL; 0 if it has none. */
uintptr_t pointer_map_get(const struct pointer_map *map, const void *key);

/* Sets the value of KEY to VALUE, which is not 0. False: there is no memory, nothing changes. */
bool pointer_map_set(struct pointer_map *map, const void *key, uintptr_t value);

/* Removes KEY, if it is there. */
void pointer_map_remove(struct pointer_map *map, const void *key);

/* Frees the memory of MAP, which is empty afterwards and can be used again. */
void pointer_map_done(struct pointer_map *map);

#endif
