/* SPDX-License-Identifier: Apache-2.0 */
/* list: see list.h. */
#include "base/common/list.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define FIRST_CAPACITY 16 /* a power of 2 */

/* The capacity follows from COUNT: it is the next power of 2. */
bool list_make_space(void *list, size_t count, size_t size)
{
	const size_t capacity = count < FIRST_CAPACITY ? FIRST_CAPACITY : 2 * count;
	void *items;

	if (count >= FIRST_CAPACITY ? (count & (count - 1)) != 0 : count != 0)
		return true;
	memcpy(&items, list, sizeof(items));
	if (capacity > SIZE_MAX / size)
		return false;
	items = realloc(items, capacity * size); /* Windows has no reallocarray() */
	if (!items)
		return false;
	memcpy(list, &items, sizeof(items));
	return true;
}
