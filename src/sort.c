/* SPDX-License-Identifier: Apache-2.0 */
/*
 * sort: see sort.h. Shell's method with Knuth's gaps: insertion for the few that
 * there are as a rule, and no square of ten thousand.
 */
#include "sort.h"

void sort_pointers(void **items, size_t count, sort_is_behind *is_behind, const void *rules)
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
