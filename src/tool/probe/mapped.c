/* SPDX-License-Identifier: Apache-2.0 */
/* mapped: see mapped.h. */
#include "tool/probe/mapped.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

/* One line: "start-end rights offset device inode     /path". */
static bool parse_line(char *line, struct mapping *mapping)
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

static struct mapping *copy_mapping(const struct mapping *mapping, struct arena *arena)
{
	struct mapping *copy = arena_alloc(arena, sizeof(*copy));
	const char *path = arena_copy(arena, mapping->path, strlen(mapping->path));

	if (!copy || !path)
		return NULL;
	*copy = *mapping;
	copy->path = path;
	return copy;
}

void mapped_read(struct mapped *mapped, const char *file, struct arena *arena)
{
	FILE *stream = fopen(file, "re");
	struct mapping **end = &mapped->first;
	struct mapping mapping = { .next = NULL };
	char *line = NULL;
	size_t size = 0;

	mapped->first = NULL;
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

const char *mapped_file_at(const struct mapped *mapped, const void *address)
{
	uintptr_t wanted = (uintptr_t)address;

	for (const struct mapping *mapping = mapped->first; mapping; mapping = mapping->next)
		if (wanted >= mapping->start && wanted < mapping->end)
			return mapping->path;
	return NULL;
}

const char *mapped_file_named(const struct mapped *mapped, const char *prefix)
{
	for (const struct mapping *mapping = mapped->first; mapping; mapping = mapping->next)
		if (text_skip_prefix(text_base_name(mapping->path), prefix))
			return mapping->path;
	return NULL;
}
