/* SPDX-License-Identifier: Apache-2.0 */
/*
 * list: the elements of a list value, each with its place, linked so that
 * "..." takes in the weaker list without copying it: a file of nothing but
 * "first = ..., a" lines still costs time in proportion to its size.
 */
#ifndef CLROUTER_CONFIG_LIST_H
#define CLROUTER_CONFIG_LIST_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "config/settings.h"

struct conf_item {
	struct conf_item *next;
	const char *text;	/* NULL: stands for the list from weaker sources */
	struct origin origin;
};

struct conf_list {
	struct conf_item *first;
	struct conf_item *last;
	bool is_open;		/* ends in an empty element, which inherits unless a line follows */
};

/* text_next_element() without the blanks around it. */
const char *conf_next_element(const char **rest, char separator, size_t *length);

/* Is it "...", or empty? In a comma list only the former is an element at all. */
bool conf_element_inherits(const char *element, size_t length);

/*
 * Appends the elements of TEXT, separated by SEPARATOR, blanks trimmed. "..."
 * inherits; an empty element inherits in a colon list (at the end of TEXT only
 * if nothing is added later) and is left out in a comma list. False when there
 * is no memory; what was added by then stays.
 */
bool conf_list_add(struct conf_list *list, const char *text, char separator,
		   struct origin origin, struct arena *arena);

/*
 * LIST becomes STRONGER, with what LIST was in place of the first element that
 * inherits. Takes the items of both.
 */
void conf_list_merge(struct conf_list *list, struct conf_list *stronger);

/* Makes an array of LIST; false, and an empty array, when there is no memory. */
bool conf_list_finish(const struct conf_list *list, struct setting_list *array,
		      struct arena *arena);

#endif
