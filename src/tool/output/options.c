/* SPDX-License-Identifier: Apache-2.0 */
/* options: see options.h. */
#include "tool/output/options.h"

#include <string.h>

/* Do two items have the same NAME? Both are "NAME=value". */
static bool has_same_name(const char *a, const char *b)
{
	size_t length = strcspn(a, "=");

	return strncmp(a, b, length + 1) == 0;
}

static bool is_replaced(const struct setting_list *list, size_t at)
{
	for (size_t i = at + 1; i < list->count; i++)
		if (has_same_name(list->items[at].text, list->items[i].text))
			return true;
	return false;
}

bool options_next(const struct setting_list *list, size_t *at, struct layer_option *option,
		  struct arena *arena)
{
	const char *text;
	size_t length;

	while (*at < list->count && is_replaced(list, *at))
		++*at;
	if (*at == list->count)
		return false;
	text = list->items[*at].text;
	length = strcspn(text, "=");
	option->name = arena_copy(arena, text, length);
	option->value = text + length + 1;
	option->origin = &list->items[*at].origin;
	++*at;
	return option->name != NULL;
}
