/* SPDX-License-Identifier: Apache-2.0 */
/* dir: see dir.h. */
#include "base/dir.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/text.h"

#define FIRST_CAPACITY 32	/* names; doubled when the array is full */

/* All names in a directory differ, so it does not matter that qsort() is not stable. */
static int compare_names(const void *left, const void *right)
{
	const struct dir_name *const *a = left;
	const struct dir_name *const *b = right;

	return strcmp((*a)->name, (*b)->name);
}

static void follow_link(struct dir_name *name, int directory)
{
	struct stat status;

	if (fstatat(directory, name->name, &status, 0) != 0) {
		name->kind = DIR_BROKEN;
		name->error = errno;
		return;
	}
	name->kind = S_ISREG(status.st_mode) ? DIR_REGULAR : DIR_OTHER;
}

static void set_kind(struct dir_name *name, int directory, unsigned char type)
{
	name->error = 0;
	if (type == DT_REG)
		name->kind = DIR_REGULAR;
	else if (type == DT_LNK || type == DT_UNKNOWN)
		follow_link(name, directory);
	else
		name->kind = DIR_OTHER;
}

struct reader {
	struct dir *dir;
	size_t capacity;	/* of dir->names */
	DIR *directory;
	const char *prefix;	/* of all paths: the directory and a slash */
	size_t prefix_length;
	const char *suffix;	/* only names with this suffix are kept */
	struct arena *arena;
};

/* The arena cannot free an old array. All old arrays together are as large as the last one. */
static bool grow_names(struct reader *reader)
{
	struct dir *dir = reader->dir;
	size_t wanted = dir->count ? dir->count * 2 : FIRST_CAPACITY;
	struct dir_name **names;

	if (dir->count < reader->capacity)
		return true;
	names = arena_alloc(reader->arena, wanted * sizeof(*names));
	if (!names)
		return false;
	if (dir->count)
		memcpy(names, dir->names, dir->count * sizeof(*names));
	dir->names = names;
	reader->capacity = wanted;
	return true;
}

static int add_name(struct reader *reader, const struct dirent *found)
{
	size_t before = reader->prefix_length;
	size_t length = strlen(found->d_name);
	struct dir_name *name = arena_alloc(reader->arena, sizeof(*name) + before + length + 1);

	if (!name || !grow_names(reader))
		return -ENOMEM;
	memcpy(name->path, reader->prefix, before);
	name->name = memcpy(name->path + before, found->d_name, length);
	set_kind(name, dirfd(reader->directory), found->d_type);
	reader->dir->names[reader->dir->count++] = name;
	return 0;
}

static int read_names(struct reader *reader)
{
	const struct dirent *found;

	/* readdir() returns NULL at the end too, but sets errno only if it fails. */
	while (errno = 0, (found = readdir(reader->directory))) {
		if (*found->d_name == '.' || !text_has_suffix(found->d_name, reader->suffix))
			continue;
		if (add_name(reader, found) != 0)
			return -ENOMEM;
	}
	return -errno;
}

/* The prefix is PATH and a slash, unless PATH ends with one. */
static bool set_prefix(struct reader *reader, const char *path)
{
	size_t length = strlen(path);
	const char *parts[] = { path, length && path[length - 1] == '/' ? "" : "/" };

	reader->prefix = arena_join(reader->arena, parts, 2);
	reader->prefix_length = length + strlen(parts[1]);
	return reader->prefix;
}

int dir_read(struct dir *dir, const char *root, const char *path, const char *suffix,
	     struct arena *arena)
{
	struct reader reader = { .dir = dir, .suffix = suffix, .arena = arena };
	const char *full_path = arena_under_root(arena, root, path);
	int error;

	dir->names = NULL;
	dir->count = 0;
	if (!full_path || !set_prefix(&reader, path))
		return -ENOMEM;
	reader.directory = opendir(full_path);
	if (!reader.directory)
		return -errno;
	error = read_names(&reader);
	closedir(reader.directory);
	if (error)
		dir->count = 0;
	if (dir->count > 0)
		qsort(dir->names, dir->count, sizeof(*dir->names), compare_names);
	return error;
}

bool dir_has(const struct dir *dir, const char *name)
{
	size_t low = 0;
	size_t high = dir->count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;
		int difference = strcmp(name, dir->names[middle]->name);

		if (difference == 0)
			return true;
		if (difference < 0)
			high = middle;
		else
			low = middle + 1;
	}
	return false;
}
