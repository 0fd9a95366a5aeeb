/* SPDX-License-Identifier: Apache-2.0 */
/* entry: see entry.h. */
#include "discover/entry.h"

#include <limits.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"

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

/* What begins with a variable of the dynamic linker, such as $ORIGIN, belongs to no directory. */
static bool is_relative_path(const char *library)
{
	return *library != '/' && *library != '$' && text_base_name(library) != library;
}

void entry_list_resolve(struct entry_list *list, struct arena *arena)
{
	char directory[PATH_MAX] = "";

	for (struct entry *entry = list->first; entry; entry = entry->next) {
		const char *whole;

		if (!entry->library || !is_relative_path(entry->library))
			continue;
		if (!*directory && !getcwd(directory, sizeof(directory)))
			return;
		whole = arena_path(arena, directory, entry->library);
		if (whole && *whole == '/' && strlen(whole) < PATH_MAX)
			entry->library = whole;
	}
}

void entry_refuse(struct entry *entry, enum log_topic topic, enum reason reason,
		  int code, const char *detail)
{
	verdict_set(&entry->verdict, topic, entry_name(entry), reason, code, detail);
}
