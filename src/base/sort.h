/* SPDX-License-Identifier: Apache-2.0 */
/*
 * sort: puts an array of pointers in order. qsort() would do, but takes memory,
 * and for the dozen things that there are to sort at a start, five times the
 * instructions: here the comparison becomes part of the loop. Keeps no state; any
 * thread may use it.
 *
 * Shell's method with Knuth's gaps: insertion for the few that there are as a rule,
 * and no square of ten thousand.
 */
#ifndef CLROUTER_BASE_SORT_H
#define CLROUTER_BASE_SORT_H

#include <stdbool.h>
#include <stddef.h>

/* Does A belong behind B? RULES is what sort_pointers() was given. */
typedef bool sort_is_behind(const void *a, const void *b, const void *rules);

/* In place. Equals may end up in any order. */
__attribute__((always_inline))
static inline void sort_pointers(void **items, size_t count, sort_is_behind *is_behind,
				 const void *rules)
{
	size_t gap = 1;

	while (gap < count / 9)
		gap = gap * 3 + 1;
	for (; gap > 0; gap /= 3)
		for (size_t i = gap; i < count; i++) {
			void *item = items[i];
			size_t at = i;

			for (; at >= gap && is_behind(items[at - gap], item, rules); at -= gap)
				items[at] = items[at - gap];
			items[at] = item;
		}
}

#endif
