/* SPDX-License-Identifier: Apache-2.0 */
/* list: see list.h. */
#include "config/list.h"

#include <string.h>

#include "base/text.h"

const char *conf_next_element(const char **rest, char separator, size_t *length)
{
	const char *element = text_next_element(rest, separator, length);

	while (*length && text_is_blank(*element)) {
		element++;
		(*length)--;
	}
	while (*length && text_is_blank(element[*length - 1]))
		(*length)--;
	return element;
}

bool conf_element_inherits(const char *element, size_t length)
{
	return length == 0 || (length == 3 && memcmp(element, "...", 3) == 0);
}

static void append(struct conf_list *list, struct conf_item *first, struct conf_item *last)
{
	if (!first)
		return;
	if (list->last)
		list->last->next = first;
	else
		list->first = first;
	list->last = last;
}

static bool add_element(struct conf_list *list, const char *text, size_t length,
			struct origin origin, struct arena *arena)
{
	struct conf_item *item = arena_alloc(arena, sizeof(*item));

	if (!item)
		return false;
	item->origin = origin;
	if (!conf_element_inherits(text, length)) {
		item->text = arena_copy(arena, text, length);
		if (!item->text)
			return false;
	}
	append(list, item, item);
	return true;
}

bool conf_list_add(struct conf_list *list, const char *text, char separator,
		   struct origin origin, struct arena *arena)
{
	const char *rest = text;

	list->is_open = false;
	while (rest) {
		size_t length;
		const char *element = conf_next_element(&rest, separator, &length);

		if (length == 0 && separator == ',')
			continue;
		if (length == 0 && !rest)
			list->is_open = true;
		else if (!add_element(list, element, length, origin, arena))
			return false;
	}
	return true;
}

void conf_list_merge(struct conf_list *list, struct conf_list *stronger)
{
	struct conf_list merged = { NULL, NULL, false };
	struct conf_item *item = stronger->first;

	while (item) {
		struct conf_item *next = item->next;

		item->next = NULL;
		if (item->text) {
			append(&merged, item, item);
		} else {
			append(&merged, list->first, list->last);
			list->first = NULL;
		}
		item = next;
	}
	if (stronger->is_open)
		append(&merged, list->first, list->last);
	*list = merged;
}

bool conf_list_finish(const struct conf_list *list, struct setting_list *array,
		      struct arena *arena)
{
	size_t count = 0;

	for (const struct conf_item *item = list->first; item; item = item->next)
		count += item->text != NULL;
	array->count = 0;
	array->items = count ? arena_alloc(arena, count * sizeof(*array->items)) : NULL;
	if (!array->items)
		return count == 0;
	for (const struct conf_item *item = list->first; item; item = item->next) {
		if (item->text)
			array->items[array->count++] = (struct setting_item){
				item->text, item->origin
			};
	}
	return true;
}
