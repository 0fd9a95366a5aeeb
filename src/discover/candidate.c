/* SPDX-License-Identifier: Apache-2.0 */
/* candidate: see candidate.h. */
#include "discover/candidate.h"

#include <string.h>

#include "base/os.h"
#include "base/text.h"

void candidate_list_init(struct candidate_list *list, enum log_topic topic)
{
	list->first = NULL;
	list->last = &list->first;
	list->count = 0;
	list->topic = topic;
}

struct candidate *candidate_list_add(struct candidate_list *list, struct arena *arena,
				     enum candidate_origin origin)
{
	struct candidate *candidate = arena_alloc(arena, sizeof(*candidate));

	if (!candidate) {
		log_line(LOG_ERROR, list->topic, LOG_BLAME_US,
			 "no memory for another candidate, it is left out");
		return NULL;
	}
	candidate->origin = origin;
	*list->last = candidate;
	list->last = &candidate->next;
	list->count++;
	return candidate;
}

const char *candidate_name(const struct candidate *candidate)
{
	if (candidate->path)
		return candidate->path;
	return candidate->written ? candidate->written : "?";
}

/* A path that starts with a variable of the dynamic linker, such as $ORIGIN, is not relative. */
static bool is_relative_path(const char *library)
{
	return !os_is_absolute(library) && *library != '$' && text_base_name(library) != library;
}

void candidate_list_resolve(struct candidate_list *list, struct arena *arena)
{
	char directory[OS_PATH_SIZE] = "";

	for (struct candidate *candidate = list->first; candidate; candidate = candidate->next) {
		const char *full_path;

		if (!candidate->library || !is_relative_path(candidate->library))
			continue;
		if (!*directory && !os_working_directory(directory, sizeof(directory)))
			return;
		full_path = arena_path(arena, directory, candidate->library);
		if (full_path && os_is_absolute(full_path) && strlen(full_path) < OS_PATH_SIZE)
			candidate->library = full_path;
	}
}

void candidate_refuse(struct candidate *candidate, enum log_topic topic, enum reason reason,
		      int code, const char *detail)
{
	verdict_set(&candidate->verdict, topic, candidate_name(candidate), reason, code, detail);
}
