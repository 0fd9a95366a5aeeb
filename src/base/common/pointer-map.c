/* SPDX-License-Identifier: Apache-2.0 */
/*
 * pointer-map: see pointer-map.h. Open addressing; at most half of the slots are in use, so a
 * search ends soon. Removing moves the entries that follow, so there are no tombstones.
 */
#include "base/common/pointer-map.h"

#include <stdlib.h>

#define FIRST_SIZE 64

static size_t home(const struct pointer_map *map, uint64_t key)
{
	/* The lower bits of addresses are alike: the product's upper bits are not. */
	return (size_t)((key * 0x9E3779B97F4A7C15u) >> 32) & (map->size - 1);
}

/* The slot that has KEY, or the free one where it belongs. */
static struct pointer_map_slot *find(const struct pointer_map *map, uint64_t key)
{
	size_t i = home(map, key);

	while (map->slots[i].key != 0 && map->slots[i].key != key)
		i = (i + 1) & (map->size - 1);
	return &map->slots[i];
}

static bool grow(struct pointer_map *map)
{
	struct pointer_map larger = { .size = map->size ? 2 * map->size : FIRST_SIZE };

	larger.slots = calloc(larger.size, sizeof(*larger.slots));
	if (!larger.slots)
		return false;
	for (size_t i = 0; i < map->size; i++)
		if (map->slots[i].key != 0)
			*find(&larger, map->slots[i].key) = map->slots[i];
	larger.used = map->used;
	free(map->slots);
	*map = larger;
	return true;
}

uintptr_t pointer_map_get_number(const struct pointer_map *map, uint64_t key)
{
	return map->size == 0 ? 0 : find(map, key)->value;
}

bool pointer_map_set_number(struct pointer_map *map, uint64_t key, uintptr_t value)
{
	struct pointer_map_slot *slot = map->size == 0 ? NULL : find(map, key);

	if (!slot || slot->key == 0) {
		if (2 * map->used >= map->size && !grow(map))
			return false;
		slot = find(map, key);
		map->used++;
	}
	slot->key = key;
	slot->value = value;
	return true;
}

void pointer_map_remove_number(struct pointer_map *map, uint64_t key)
{
	struct pointer_map_slot *slot = map->size == 0 ? NULL : find(map, key);
	size_t i;

	if (!slot || slot->key == 0)
		return;
	*slot = (struct pointer_map_slot){ 0, 0 };
	map->used--;
	for (i = (size_t)(slot - map->slots + 1) & (map->size - 1); map->slots[i].key != 0;
	     i = (i + 1) & (map->size - 1)) {
		struct pointer_map_slot moved = map->slots[i];

		map->slots[i] = (struct pointer_map_slot){ 0, 0 };
		*find(map, moved.key) = moved;
	}
}

void pointer_map_done(struct pointer_map *map)
{
	free(map->slots);
	*map = (struct pointer_map){ NULL, 0, 0 };
}
