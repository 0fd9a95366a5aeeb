/* SPDX-License-Identifier: Apache-2.0 */
/* process-maps: see process-maps.h. */
#include "tool/probe/process/process-maps.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sysmacros.h>

#include "base/text.h"

/* Far more than the kernel allows a process by default (vm.max_map_count, 65,530). */
#define MOST_MAPPINGS ((size_t)1 << 20)
#define MOST_BYTES ((size_t)128 << 20)	/* of all paths */

/* Takes a number of BASE, which END follows. */
static bool take_number(char **at, int base, char end, uint64_t *number)
{
	char *rest;

	if (!isxdigit((unsigned char)**at))
		return false;
	*number = strtoull(*at, &rest, base);
	if (*rest != end)
		return false;
	*at = rest + 1;
	return true;
}

/* Four letters and a blank: "r-xp ". */
static bool take_rights(char **at, struct process_mapping *mapping)
{
	if (strcspn(*at, " ") != 4 || (*at)[4] != ' ')
		return false;
	mapping->is_executable = (*at)[2] == 'x';
	*at += 5;
	return true;
}

/*
 * One line: "start-end rights offset device inode     /path". The text after the inode is no path
 * if it does not begin with a slash: "[heap]", or a name that the process has given to memory,
 * which may look like a path.
 */
static bool parse_line(char *line, struct process_mapping *mapping)
{
	uint64_t offset, major, minor;
	char *at = line;

	if (!take_number(&at, 16, '-', &mapping->start) ||
	    !take_number(&at, 16, ' ', &mapping->end) || !take_rights(&at, mapping) ||
	    !take_number(&at, 16, ' ', &offset) || !take_number(&at, 16, ':', &major) ||
	    !take_number(&at, 16, ' ', &minor) || !take_number(&at, 10, ' ', &mapping->inode))
		return false;
	at += strspn(at, " ");
	at[strcspn(at, "\n")] = '\0';
	mapping->major = (unsigned)major;
	mapping->minor = (unsigned)minor;
	mapping->path = at;
	return *at == '/';
}

static struct process_mapping *copy_mapping(const struct process_mapping *mapping,
					    const struct process_mapping *last, struct arena *arena)
{
	struct process_mapping *copy = arena_alloc(arena, sizeof(*copy));

	if (!copy)
		return NULL;
	*copy = *mapping;
	/* The parts of a library follow each other. */
	if (last && strcmp(last->path, mapping->path) == 0)
		copy->path = last->path;
	else
		copy->path = arena_copy(arena, mapping->path, strlen(mapping->path));
	return copy->path ? copy : NULL;
}

int process_maps_read_stream(struct process_maps *maps, FILE *stream, struct arena *arena)
{
	struct process_mapping mapping = { .next = NULL };
	struct process_mapping *last = NULL;
	char *line = NULL;
	size_t bytes = 0;
	size_t size = 0;
	int error;

	memset(maps, 0, sizeof(*maps));
	while (getline(&line, &size, stream) > 0) {
		struct process_mapping **end = last ? &last->next : &maps->first;

		if (!parse_line(line, &mapping))
			continue;
		bytes += strlen(mapping.path);
		maps->is_cut = maps->count == MOST_MAPPINGS || bytes > MOST_BYTES;
		if (!maps->is_cut)
			*end = copy_mapping(&mapping, last, arena);
		if (!*end)
			break;
		last = *end;
		maps->count++;
	}
	error = ferror(stream) ? -errno : 0;
	free(line);
	return error;
}

int process_maps_read(struct process_maps *maps, const char *file, struct arena *arena)
{
	FILE *stream = fopen(file, "re");
	int error = -errno;

	memset(maps, 0, sizeof(*maps));
	if (!stream)
		return error;
	error = process_maps_read_stream(maps, stream, arena);
	fclose(stream);
	return error;
}

bool process_maps_has_file(const struct process_mapping *mapping, const struct stat *status)
{
	return status->st_ino == mapping->inode ||
	       status->st_dev != makedev(mapping->major, mapping->minor);
}

const char *process_maps_file_at(const struct process_maps *maps, const void *address)
{
	uintptr_t wanted = (uintptr_t)address;

	LIST_EACH(const struct process_mapping, mapping, maps->first)
		if (wanted >= mapping->start && wanted < mapping->end)
			return mapping->path;
	return NULL;
}

const char *process_maps_file_named(const struct process_maps *maps, const char *prefix)
{
	LIST_EACH(const struct process_mapping, mapping, maps->first)
		if (text_skip_prefix(text_base_name(mapping->path), prefix))
			return mapping->path;
	return NULL;
}
