/* SPDX-License-Identifier: Apache-2.0 */
/* dir: see dir.h. */
#include "base/file/dir.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/os.h"
#include "base/text.h"

#define FIRST_CAPACITY 32	/* names; doubled when the array is full */

/* All names in a directory differ, so it does not matter that qsort() is not stable. */
static int compare_names(const void *left, const void *right)
{
	const struct dir_name *const *a = left;
	const struct dir_name *const *b = right;

	return strcmp((*a)->name, (*b)->name);
}

static void set_kind(struct dir_name *name, const struct os_dir *directory)
{
	enum os_kind kind = OS_OTHER_KIND;
	int error = os_dir_kind(directory, &kind);

	name->error = -error;
	if (error)
		name->kind = DIR_BROKEN;
	else
		name->kind = kind == OS_REGULAR ? DIR_REGULAR : DIR_OTHER;
}

struct dir_reader {
	struct dir *dir;
	size_t capacity;	/* of dir->names */
	struct os_dir directory;
	const char *prefix;	/* of all paths: the directory and a slash */
	size_t prefix_length;
	const char *suffix;	/* only names with this suffix are kept */
	struct arena *arena;
};

/* The arena cannot free an old array. All old arrays together are as large as the last one. */
static bool grow_names(struct dir_reader *reader)
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

static int add_name(struct dir_reader *reader, const char *found)
{
	size_t before = reader->prefix_length;
	size_t length = strlen(found);
	struct dir_name *name = arena_alloc(reader->arena, sizeof(*name) + before + length + 1);

	if (!name || !grow_names(reader))
		return -ENOMEM;
	memcpy(name->path, reader->prefix, before);
	name->name = memcpy(name->path + before, found, length);
	set_kind(name, &reader->directory);
	reader->dir->names[reader->dir->count++] = name;
	return 0;
}

static int read_names(struct dir_reader *reader)
{
	int result;

	while ((result = os_dir_next(&reader->directory)) > 0) {
		const char *name = reader->directory.name;

		/* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): os_dir_next() has set it */
		if (*name == '.' || (*reader->suffix && !text_has_suffix(name, reader->suffix)))
			continue;
		if (add_name(reader, name) != 0)
			return -ENOMEM;
	}
	return result;
}

int dir_read(struct dir *dir, const char *root, const char *path, const char *suffix,
	     struct arena *arena)
{
	const char *prefix = arena_path(arena, path, "");
	struct dir_reader reader = { .dir = dir, .prefix = prefix, .suffix = suffix, .arena = arena };
	const char *full_path = arena_under_root(arena, root, path);
	int error;

	dir->names = NULL;
	dir->count = 0;
	if (!full_path || !prefix)
		return -ENOMEM;
	reader.prefix_length = strlen(prefix);
	error = os_dir_open(&reader.directory, full_path);
	if (error)
		return error;
	error = read_names(&reader);
	os_dir_close(&reader.directory);
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
