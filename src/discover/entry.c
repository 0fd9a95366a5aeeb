/* SPDX-License-Identifier: Apache-2.0 */
/* entry: see entry.h. */
#include "discover/entry.h"

void entry_list_init(struct entry_list *list, enum log_topic topic)
{
	list->first = NULL;
	list->last = &list->first;
	list->count = 0;
	list->topic = topic;
}

struct entry *entry_list_add(struct entry_list *list, struct arena *arena,
			     enum entry_origin origin)
{
	struct entry *entry = arena_alloc(arena, sizeof(*entry));

	if (!entry) {
		log_line(LOG_ERROR, list->topic, LOG_BLAME_US,
			 "no memory for another entry, it is left out");
		return NULL;
	}
	entry->origin = origin;
	*list->last = entry;
	list->last = &entry->next;
	list->count++;
	return entry;
}

const char *entry_name(const struct entry *entry)
{
	if (entry->path)
		return entry->path;
	return entry->written ? entry->written : "?";
}

void entry_refuse(struct entry *entry, enum log_topic topic, enum reason reason,
		  int code, const char *detail)
{
	verdict_set(&entry->verdict, topic, entry_name(entry), reason, code, detail);
}
