/* SPDX-License-Identifier: Apache-2.0 */
/* mapped: see mapped.h. */
#include "tool/probe/mapped.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

/* One line: "start-end rights offset device inode     /path". */
struct mapping {
	uintptr_t start;
	uintptr_t end;
	char *path;
};

typedef bool is_wanted(const struct mapping *mapping, const void *what);

static bool parse_line(char *line, struct mapping *mapping)
{
	char *rest;

	mapping->path = strchr(line, '/');
	if (!mapping->path)
		return false;
	mapping->path[strcspn(mapping->path, "\n")] = '\0';
	mapping->start = (uintptr_t)strtoull(line, &rest, 16);
	if (*rest != '-')
		return false;
	mapping->end = (uintptr_t)strtoull(rest + 1, &rest, 16);
	return true;
}

static const char *find(is_wanted *wanted, const void *what, struct arena *arena)
{
	FILE *file = fopen("/proc/self/maps", "re");
	const char *found = NULL;
	struct mapping mapping;
	char *line = NULL;
	size_t size = 0;

	while (file && !found && getline(&line, &size, file) > 0)
		if (parse_line(line, &mapping) && wanted(&mapping, what))
			found = arena_copy(arena, mapping.path, strlen(mapping.path));
	free(line);
	if (file)
		fclose(file);
	return found;
}

static bool has_address(const struct mapping *mapping, const void *what)
{
	uintptr_t address = (uintptr_t)what;

	return address >= mapping->start && address < mapping->end;
}

static bool has_prefix(const struct mapping *mapping, const void *what)
{
	const char *prefix = what;

	return strncmp(text_base_name(mapping->path), prefix, strlen(prefix)) == 0;
}

const char *mapped_file_at(const void *address, struct arena *arena)
{
	return find(has_address, address, arena);
}

const char *mapped_file_named(const char *prefix, struct arena *arena)
{
	return find(has_prefix, prefix, arena);
}
