/* SPDX-License-Identifier: Apache-2.0 */
/*
 * dir: see dir.h. Asks the kernel itself: opendir() and its like would be four
 * more symbols to find at each start, an fstat and 32 KiB of heap per directory.
 */
#include "dir.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "text.h"

#define ROOM 8192		/* bytes; some two hundred names at once */
#define FIRST_CAPACITY 32	/* names; doubled when it is full */

/* linux_dirent64 of getdents64(2), which the C library's own struct has to be. */
_Static_assert(sizeof(((struct dirent *)NULL)->d_ino) == 8 &&
	       offsetof(struct dirent, d_name) == 19, "struct dirent is not the kernel's");

static int compare_names(const void *a, const void *b)
{
	const struct dir_name *left = a;
	const struct dir_name *right = b;

	return strcmp(left->name, right->name);
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

/* Old arrays stay in the arena: together they are as large as the last one. */
static bool make_room(struct dir *dir, size_t *capacity, struct arena *arena)
{
	size_t wanted = *capacity ? *capacity * 2 : FIRST_CAPACITY;
	struct dir_name *names;

	if (dir->count < *capacity)
		return true;
	names = arena_alloc(arena, wanted * sizeof(*names));
	if (!names)
		return false;
	if (dir->count)
		memcpy(names, dir->names, dir->count * sizeof(*names));
	dir->names = names;
	*capacity = wanted;
	return true;
}

static int add_name(struct dir *dir, size_t *capacity, int directory,
		    const struct dirent *found, struct arena *arena)
{
	struct dir_name *name;

	if (!make_room(dir, capacity, arena))
		return -ENOMEM;
	name = &dir->names[dir->count];
	name->name = arena_copy(arena, found->d_name, strlen(found->d_name));
	if (!name->name)
		return -ENOMEM;
	set_kind(name, directory, found->d_type);
	dir->count++;
	return 0;
}

/* What the kernel gives is what readdir() would give, one by one. */
static int read_names(struct dir *dir, int directory, const char *suffix, struct arena *arena)
{
	_Alignas(struct dirent) char room[ROOM];
	size_t capacity = 0;
	long size;

	while ((size = syscall(SYS_getdents64, directory, room, sizeof(room))) > 0) {
		const struct dirent *found;

		for (long at = 0; at < size; at += found->d_reclen) {
			int error = 0;

			found = (const struct dirent *)(room + at);
			if (found->d_name[0] != '.' && text_has_suffix(found->d_name, suffix))
				error = add_name(dir, &capacity, directory, found, arena);
			if (error)
				return error;
		}
	}
	return size < 0 ? -errno : 0;
}

int dir_read(struct dir *dir, const char *root, const char *path, const char *suffix,
	     struct arena *arena)
{
	const char *parts[] = { root, path };
	const char *whole = *root ? arena_join(arena, parts, 2) : path;
	int directory;
	int error;

	dir->names = NULL;
	dir->count = 0;
	if (!whole)
		return -ENOMEM;
	directory = open(whole, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NONBLOCK);
	if (directory < 0)
		return -errno;
	error = read_names(dir, directory, suffix, arena);
	close(directory);
	if (error)
		dir->count = 0;
	else if (dir->count > 1)
		qsort(dir->names, dir->count, sizeof(*dir->names), compare_names);
	return error;
}

bool dir_has(const struct dir *dir, const char *name)
{
	size_t low = 0;
	size_t high = dir->count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;
		int difference = strcmp(name, dir->names[middle].name);

		if (difference == 0)
			return true;
		if (difference < 0)
			high = middle;
		else
			low = middle + 1;
	}
	return false;
}
