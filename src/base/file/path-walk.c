/* SPDX-License-Identifier: Apache-2.0 */
/* path-walk: see path-walk.h. */
#include "base/file/path-walk.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "base/file/io.h"

#define MOST_LINKS 40		/* as many as the kernel follows */
#define PROC_MAGIC 0x9fa0	/* PROC_SUPER_MAGIC of <linux/magic.h> */
#define MAP_SIZE 4096		/* bytes of /proc/self/uid_map that are read */

/* -- whom a file belongs to ------------------------------------------------------ */

/* Is OWNER in one of the ranges of LINES, each "FIRST FIRST-OUTSIDE COUNT"? */
static bool is_in_map(const char *lines, uid_t owner)
{
	char *end;

	for (;; lines = end) {
		unsigned long first = strtoul(lines, &end, 10);
		unsigned long count;

		strtoul(end, &end, 10);
		count = strtoul(end, &end, 10);
		if (count == 0)
			return false;
		if (owner >= first && owner - first < count)
			return true;
	}
}

/* If the map cannot be read as a whole, every user counts as one with a number. */
static bool has_number(uid_t owner)
{
	char lines[MAP_SIZE];
	int file = open("/proc/self/uid_map", O_RDONLY | O_CLOEXEC);
	ssize_t size;

	if (file < 0)
		return true;
	size = io_read(file, lines, sizeof(lines) - 1);
	close(file);
	if (size < 0 || size == sizeof(lines) - 1)
		return true;
	lines[size] = '\0';
	return is_in_map(lines, owner);
}

bool path_walk_is_trusted(uid_t owner)
{
	return owner == 0 || owner == geteuid() || !has_number(owner);
}

bool path_walk_is_own(const struct stat *status)
{
	return (status->st_uid == 0 || status->st_uid == geteuid()) &&
	       (S_ISDIR(status->st_mode) || status->st_nlink <= 1);
}

/* -- one step ------------------------------------------------------------------ */

/* fstat() would be one symbol more, which every start of a program looks up. */
static bool read_status(int file, struct stat *status)
{
	return fstatat(file, "", status, AT_EMPTY_PATH) == 0;
}

/* The owner of a directory may write to it, whatever its mode is. */
static bool enter(struct path_walk *walk, int directory)
{
	io_close(walk->directory);
	walk->directory = directory;
	if (directory < 0 || !read_status(directory, &walk->place))
		return false;
	walk->is_shared = (walk->place.st_mode & (S_IWGRP | S_IWOTH)) != 0 ||
			  !path_walk_is_trusted(walk->place.st_uid);
	return true;
}

static bool is_proc(int directory)
{
	struct statfs status;

	return fstatfs(directory, &status) == 0 && status.f_type == PROC_MAGIC;
}

static bool take_name(struct path_walk *walk)
{
	size_t length;

	while (walk->path[walk->end] == '/')
		walk->end++;
	walk->begin = walk->end;
	while (walk->path[walk->end] && walk->path[walk->end] != '/')
		walk->end++;
	length = walk->end - walk->begin;
	walk->is_last = walk->path[walk->end] == '\0';
	/* A path that ends in a slash names a directory. */
	errno = length == 0 ? EISDIR : ENAMETOOLONG;
	if (length == 0 || length > NAME_MAX)
		return false;
	memcpy(walk->name, walk->path + walk->begin, length);
	walk->name[length] = '\0';
	return true;
}

/* Stores what the component is. *ENTRY is its descriptor, which reads a link only; or -1. */
static bool look(struct path_walk *walk, int *entry)
{
	*entry = openat(walk->directory, walk->name, O_PATH | O_NOFOLLOW | O_CLOEXEC);
	walk->is_found = *entry >= 0;
	walk->is_link = false;
	walk->is_magic = false;
	if (!walk->is_found)
		return walk->is_last && errno == ENOENT;
	if (!read_status(*entry, &walk->status))
		return false;
	if (S_ISLNK(walk->status.st_mode)) {
		walk->is_magic = is_proc(walk->directory);
		walk->is_link = !walk->is_magic;
	}
	return true;
}

/* Puts the text of the link ENTRY in place of its name, or of the whole way if it is absolute. */
static bool follow(struct path_walk *walk, int entry)
{
	char target[PATH_MAX];
	ssize_t length = readlinkat(entry, "", target, sizeof(target));
	size_t rest = strlen(walk->path + walk->end) + 1;

	if (length < 0)
		return false;
	if (length > 0 && target[0] == '/')
		walk->begin = 0;
	errno = ++walk->links > MOST_LINKS ? ELOOP : ENAMETOOLONG;
	if (walk->links > MOST_LINKS ||
	    walk->begin + (size_t)length + rest > sizeof(walk->path))
		return false;
	memmove(walk->path + walk->begin + length, walk->path + walk->end, rest);
	memcpy(walk->path + walk->begin, target, (size_t)length);
	walk->end = walk->begin;
	return walk->begin > 0 || target[0] != '/' ||
	       enter(walk, open("/", O_PATH | O_DIRECTORY | O_CLOEXEC));
}

/* The directory is opened by its name, not by its first descriptor, so that it is mounted. */
static bool step(struct path_walk *walk, int entry)
{
	int flags = O_PATH | O_DIRECTORY | O_CLOEXEC | (walk->is_magic ? 0 : O_NOFOLLOW);

	if (walk->is_link)
		return follow(walk, entry);
	return walk->is_last || enter(walk, openat(walk->directory, walk->name, flags));
}

bool path_walk_start(struct path_walk *walk, const char *path, path_walk_judge *judge,
		     void *context)
{
	size_t size = strlen(path) + 1;
	bool is_good;
	int entry;

	*walk = (struct path_walk){ .directory = -1 };
	errno = *path ? ENAMETOOLONG : ENOENT;
	if (*path == '\0' || size > sizeof(walk->path))
		return false;
	memcpy(walk->path, path, size);
	is_good = enter(walk, open(*path == '/' ? "/" : ".", O_PATH | O_DIRECTORY | O_CLOEXEC));
	while (is_good) {
		entry = -1;
		is_good = take_name(walk) && look(walk, &entry) && judge(walk, context) &&
			  step(walk, entry);
		io_close(entry);
		if (is_good && walk->is_last && !walk->is_link)
			break;
	}
	return is_good;
}

void path_walk_done(struct path_walk *walk)
{
	io_close(walk->directory);
	walk->directory = -1;
}
