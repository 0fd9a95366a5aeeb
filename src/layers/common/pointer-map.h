/* SPDX-License-Identifier: Apache-2.0 */
/*
 * pointer-map: a number that is not 0 for each of a set of pointers; open addressing.
 * Takes no lock.
 */
#ifndef CLROUTER_LAYERS_COMMON_POINTER_MAP_H
#define CLROUTER_LAYERS_COMMON_POINTER_MAP_H

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

/* What KEY, not NULL, has; 0 for nothing. */
uintptr_t pointer_map_get(const struct pointer_map *map, const void *key);

/* Gives KEY the VALUE, not 0, in place of what it had. False: no memory. */
bool pointer_map_set(struct pointer_map *map, const void *key, uintptr_t value);

/* Forgets KEY. */
void pointer_map_remove(struct pointer_map *map, const void *key);

void pointer_map_done(struct pointer_map *map);

#endif
