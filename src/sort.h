/* SPDX-License-Identifier: Apache-2.0 */
/*
 * sort: puts an array of pointers in order. qsort() would do, but takes memory,
 * and for the dozen things that there are to sort at a start, three times the
 * instructions. Keeps no state; any thread may use it.
 */
#ifndef CLROUTER_SORT_H
#define CLROUTER_SORT_H

#include <stdbool.h>
#include <stddef.h>

/* Does A belong behind B? RULES is what sort_pointers() was given. */
typedef bool sort_is_behind(const void *a, const void *b, const void *rules);

/* In place. Equals may end up in any order. */
void sort_pointers(void **items, size_t count, sort_is_behind *is_behind, const void *rules);

#endif
