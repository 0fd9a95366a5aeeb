/* SPDX-License-Identifier: Apache-2.0 */
/*
 * dir: see dir.h. Asks the kernel itself: opendir() and its like would be four
 * more symbols to find at each start, an fstat and 32 KiB of heap per directory.
 */
#include "base/dir.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/sort.h"

#define ROOM 8192		/* bytes; some two hundred names at once */
#define FIRST_CAPACITY 32	/* names; doubled when it is full */

/* linux_dirent64 of getdents64(2), which the C library's own struct has to be. */
_Static_assert(sizeof(((struct dirent *)NULL)->d_ino) == 8 &&
	       offsetof(struct dirent, d_name) == 19, "struct dirent is not the kernel's");

/* Two names in a directory differ, most of them early. */
static bool is_name_behind(const void *a, const void *b, const void *rules)
{
	const char *left = ((const struct dir_name *)a)->name;
	const char *right = ((const struct dir_name *)b)->name;

	(void)rules;
	while (*left && *left == *right) {
		left++;
		right++;
	}
	return (unsigned char)*left > (unsigned char)*right;
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
	size_t capacity;	/* of its array */
	int directory;		/* the open one */
	const char *prefix;	/* of paths, with the slash */
	size_t prefix_length;
	const char *suffix;	/* of the names that are looked for */
	size_t suffix_length;
	struct arena *arena;
};

/* Old arrays stay in the arena: together they are as large as the last one. */
static bool make_room(struct reader *reader)
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

static int add_name(struct reader *reader, const struct dirent *found, size_t length)
{
	size_t before = reader->prefix_length;
	struct dir_name *name = arena_alloc(reader->arena, sizeof(*name) + before + length + 1);

	if (!name || !make_room(reader))
		return -ENOMEM;
	memcpy(name->path, reader->prefix, before);
	name->name = memcpy(name->path + before, found->d_name, length);
	set_kind(name, reader->directory, found->d_type);
	reader->dir->names[reader->dir->count++] = name;
	return 0;
}

/* The length of a name that is looked for, else 0. */
static size_t wanted_length(const struct reader *reader, const char *name)
{
	size_t length = strlen(name);

	if (*name == '.' || length < reader->suffix_length ||
	    memcmp(name + length - reader->suffix_length, reader->suffix, reader->suffix_length) != 0)
		return 0;
	return length;
}

/* What the kernel gives is what readdir() would give, one by one. */
static int read_names(struct reader *reader)
{
	_Alignas(struct dirent) char room[ROOM];
	long size;

	while ((size = syscall(SYS_getdents64, reader->directory, room, sizeof(room))) > 0) {
		const struct dirent *found;

		for (long at = 0; at < size; at += found->d_reclen) {
			size_t length;

			found = (const struct dirent *)(room + at);
			length = wanted_length(reader, found->d_name);
			if (length && add_name(reader, found, length) != 0)
				return -ENOMEM;
		}
	}
	return size < 0 ? -errno : 0;
}

/* PATH with a slash behind it. */
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
	struct reader reader = { .dir = dir, .suffix = suffix, .suffix_length = strlen(suffix),
				 .arena = arena };
	const char *whole = arena_under_root(arena, root, path);
	int error;

	dir->names = NULL;
	dir->count = 0;
	if (!whole || !set_prefix(&reader, path))
		return -ENOMEM;
	reader.directory = open(whole, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NONBLOCK);
	if (reader.directory < 0)
		return -errno;
	error = read_names(&reader);
	close(reader.directory);
	if (error)
		dir->count = 0;
	sort_pointers((void **)dir->names, dir->count, is_name_behind, NULL);
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
