/* SPDX-License-Identifier: Apache-2.0 */
/*
 * number-map: a hash table from numbers of a record, such as handles and IDs of threads, to numbers
 * above 0. A record can have any: 0 and the highest number count as the same.
 */
#ifndef CLROUTER_TOOL_REPORT_NUMBER_MAP_H
#define CLROUTER_TOOL_REPORT_NUMBER_MAP_H

#include "base/common/pointer-map.h"

static inline uint64_t number_map_key(uint64_t number)
{
	return number > 0 ? number : UINT64_MAX;
}

/* The value of KEY; 0 if it has none. */
static inline size_t number_map_get(const struct pointer_map *map, uint64_t key)
{
	return pointer_map_get_number(map, number_map_key(key));
}

/* Sets the value of KEY to VALUE, which is not 0. False: there is no memory, nothing changes. */
static inline bool number_map_set(struct pointer_map *map, uint64_t key, size_t value)
{
	return pointer_map_set_number(map, number_map_key(key), value);
}

/* Removes KEY, if it is there. */
static inline void number_map_remove(struct pointer_map *map, uint64_t key)
{
	pointer_map_remove_number(map, number_map_key(key));
}

#endif
