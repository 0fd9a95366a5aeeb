/* SPDX-License-Identifier: Apache-2.0 */
/*
 * safe-open: see safe-open.h. The path is walked component by component, each looked up in the
 * directory that is open: nobody can put a link in between the check and the use.
 */
#include "base/safe-open.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#define LINKS 40		/* followed at most, as many as the kernel follows */
#define PROC_MAGIC 0x9fa0	/* PROC_SUPER_MAGIC of <linux/magic.h> */
#define NEW_MODE 0600

struct walk {
	int directory;		/* where REST is looked up */
	int flags;		/* for the file */
	unsigned links;
	char rest[PATH_MAX];
};

static void enter(struct walk *walk, int directory)
{
	if (walk->directory >= 0)
		close(walk->directory);
	walk->directory = directory;
}

static int open_directory(const struct walk *walk, const char *name, int flags)
{
	return openat(walk->directory, name, O_PATH | O_DIRECTORY | O_CLOEXEC | flags);
}

static bool may_others_write(const struct walk *walk)
{
	struct stat status;

	return fstat(walk->directory, &status) != 0 || (status.st_mode & (S_IWGRP | S_IWOTH)) != 0;
}

static bool is_proc(const struct walk *walk)
{
	struct statfs status;

	return fstatfs(walk->directory, &status) == 0 && status.f_type == PROC_MAGIC;
}

/* Takes the first component out of REST into NAME. True: it is the last one. */
static bool take_name(struct walk *walk, char *name)
{
	size_t blank = strspn(walk->rest, "/");
	size_t length = strcspn(walk->rest + blank, "/");

	memcpy(name, walk->rest + blank, length);
	name[length] = '\0';
	memmove(walk->rest, walk->rest + blank + length,
		strlen(walk->rest + blank + length) + 1);
	return walk->rest[0] == '\0';
}

/* Starts REST, which may be absolute, from where the walk is. */
static bool start(struct walk *walk)
{
	if (walk->rest[0] == '/')
		enter(walk, open("/", O_PATH | O_DIRECTORY | O_CLOEXEC));
	else if (walk->directory < 0)
		enter(walk, open(".", O_PATH | O_DIRECTORY | O_CLOEXEC));
	return walk->directory >= 0;
}

/* Puts TARGET, of LENGTH bytes, in front of REST. */
static bool follow(struct walk *walk, const char *target, size_t length)
{
	size_t rest = strlen(walk->rest);

	if (++walk->links > LINKS || length + rest >= sizeof(walk->rest)) {
		errno = ELOOP;
		return false;
	}
	memmove(walk->rest + length, walk->rest, rest + 1);
	memcpy(walk->rest, target, length);
	return start(walk);
}

static int open_file(const struct walk *walk, const char *name, int flags)
{
	int file = openat(walk->directory, name, walk->flags | flags, NEW_MODE);
	struct stat status;

	if (file < 0 || !may_others_write(walk) || fstat(file, &status) != 0 ||
	    !S_ISREG(status.st_mode) || (status.st_uid == geteuid() && status.st_nlink == 1))
		return file;
	close(file);
	errno = EPERM;
	return -1;
}

/* One component. True: it was the last one, and *FILE is open or -1. */
static bool step(struct walk *walk, int *file)
{
	char name[PATH_MAX];
	char target[PATH_MAX];
	bool is_last = take_name(walk, name);
	ssize_t length = readlinkat(walk->directory, name, target, sizeof(target));
	int flags = O_NOFOLLOW;

	*file = -1;
	if (length >= 0 && is_proc(walk)) {
		flags = 0;
	} else if (length >= 0) {
		errno = ELOOP;
		return may_others_write(walk) || !follow(walk, target, (size_t)length);
	}
	if (is_last) {
		*file = open_file(walk, name, flags);
		return true;
	}
	enter(walk, open_directory(walk, name, flags));
	return walk->directory < 0;
}

int safe_open(const char *path, int flags)
{
	struct walk walk = { .directory = -1, .flags = flags };
	int file = -1;
	int error;

	errno = *path ? ENAMETOOLONG : ENOENT;
	if (*path == '\0' || strlen(path) >= sizeof(walk.rest))
		return -1;
	memcpy(walk.rest, path, strlen(path) + 1);
	if (start(&walk))
		while (!step(&walk, &file))
			continue;
	error = errno;
	if (walk.directory >= 0)
		close(walk.directory);
	errno = error;
	return file;
}

const char *safe_open_error(int error)
{
	switch (error) {
	case ELOOP:
		return "it is a link in a directory that others may write";
	case EPERM:
		return "it belongs to another user or has a second name, in a directory that "
		       "others may write";
	default:
		return strerror(error);
	}
}
