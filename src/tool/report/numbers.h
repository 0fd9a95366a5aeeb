/* SPDX-License-Identifier: Apache-2.0 */
/* numbers: a record's handles, times, references and others: sums, their order, a hash table. */
#ifndef CLROUTER_TOOL_REPORT_NUMBERS_H
#define CLROUTER_TOOL_REPORT_NUMBERS_H

#include "base/common/pointer-map.h"

/* What was called or enqueued, added up; what does not concern it is 0. */
struct model_numbers {
	uint64_t count;		/* calls that began, or commands */
	uint64_t errors;
	uint64_t bytes;
	uint64_t time;		/* ns: of calls, with those that go on; of commands, on the device */
};

/* As qsort() wants it. */
static inline int number_order(uint64_t a, uint64_t b)
{
	return (a > b) - (a < b);
}

/* Of equal numbers, the next ones decide. */
static inline int number_order_then(uint64_t a, uint64_t b, uint64_t next_a, uint64_t next_b)
{
	return a != b ? number_order(a, b) : number_order(next_a, next_b);
}

/* How many of COUNT elements of SIZE bytes, which are in the order of COMPARE, do not come after KEY. */
static inline size_t number_find_end(const void *key, const void *list, size_t count, size_t size,
				     int (*compare)(const void *, const void *))
{
	size_t low = 0;

	while (low < count) {
		const size_t middle = low + (count - low) / 2;

		if (compare((const char *)list + middle * size, key) <= 0)
			low = middle + 1;
		else
			count = middle;
	}
	return low;
}

/* -- from numbers to numbers above 0 ---------------------------------------------------------- */

/* A record can have any: 0 and the highest number count as the same. */
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
