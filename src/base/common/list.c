/* SPDX-License-Identifier: Apache-2.0 */
/* list: see list.h. */
#include "base/common/list.h"

#include <stdlib.h>

bool list_make_space(void *list, size_t count, size_t size)
{
	const size_t bytes = list_new_size(count, size);
	void *items;

	if (bytes == 0)
		return true;
	memcpy(&items, list, sizeof(items));
	items = bytes < SIZE_MAX ? realloc(items, bytes) : NULL;
	if (!items)
		return false;
	memcpy(list, &items, sizeof(items));
	return true;
}
