/* SPDX-License-Identifier: Apache-2.0 */
/* process-maps: see process-maps.h. */
#include "tool/probe/process-maps.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

/* One line: "start-end rights offset device inode     /path". */
static bool parse_line(char *line, struct process_mapping *mapping)
{
	char *path = strchr(line, '/');
	char *rest;

	if (!path)
		return false;
	path[strcspn(path, "\n")] = '\0';
	mapping->path = path;
	mapping->start = (uintptr_t)strtoull(line, &rest, 16);
	if (*rest != '-')
		return false;
	mapping->end = (uintptr_t)strtoull(rest + 1, &rest, 16);
	return *rest == ' ';
}

static struct process_mapping *copy_mapping(const struct process_mapping *mapping,
					    struct arena *arena)
{
	struct process_mapping *copy = arena_alloc(arena, sizeof(*copy));
	const char *path = arena_copy(arena, mapping->path, strlen(mapping->path));

	if (!copy || !path)
		return NULL;
	*copy = *mapping;
	copy->path = path;
	return copy;
}

void process_maps_read(struct process_maps *maps, const char *file, struct arena *arena)
{
	FILE *stream = fopen(file, "re");
	struct process_mapping **end = &maps->first;
	struct process_mapping mapping = { .next = NULL };
	char *line = NULL;
	size_t size = 0;

	maps->first = NULL;
	while (stream && getline(&line, &size, stream) > 0) {
		if (!parse_line(line, &mapping))
			continue;
		*end = copy_mapping(&mapping, arena);
		if (!*end)
			break;
		end = &(*end)->next;
	}
	free(line);
	if (stream)
		fclose(stream);
}

const char *process_maps_file_at(const struct process_maps *maps, const void *address)
{
	uintptr_t wanted = (uintptr_t)address;

	for (const struct process_mapping *mapping = maps->first; mapping; mapping = mapping->next)
		if (wanted >= mapping->start && wanted < mapping->end)
			return mapping->path;
	return NULL;
}

const char *process_maps_file_named(const struct process_maps *maps, const char *prefix)
{
	for (const struct process_mapping *mapping = maps->first; mapping; mapping = mapping->next)
		if (text_skip_prefix(text_base_name(mapping->path), prefix))
			return mapping->path;
	return NULL;
}
