/* SPDX-License-Identifier: Apache-2.0 */
/*
 * safe-open: see safe-open.h. Kind and owner of a file are looked at before it is opened, because
 * opening can have an effect on a FIFO or device, and again on the descriptor, because another file
 * may have taken its place in between.
 */
#include "base/file/safe-open.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <string.h>
#include <unistd.h>

#include "base/file/io.h"

#define NEW_MODE 0600
/*
 * If the file is created or removed by other processes while it is opened. They may do both all the
 * time, and a hundred tries in a row were too late then.
 */
#define TRIES 1000

static bool judge(const struct path_walk *walk, void *context)
{
	const unsigned *flags = context;

	if (!walk->is_link)
		return true;
	if (walk->is_last && (*flags & SAFE_OPEN_NEW)) {
		errno = EEXIST;
		return false;
	}
	errno = ELOOP;
	return !walk->is_shared || (!walk->is_last && path_walk_is_own(&walk->status));
}

static int flags_of(unsigned flags)
{
	return (flags & SAFE_OPEN_READ ? O_RDWR : O_WRONLY) |
	       (flags & SAFE_OPEN_APPEND ? O_APPEND : 0) | O_CLOEXEC | O_NOCTTY | O_NONBLOCK;
}

/* What a link of /proc leads to is an open file of a process, and may belong to anybody. */
static bool may_open(const struct path_walk *walk, const struct stat *status, unsigned flags)
{
	errno = EOPNOTSUPP;
	if (S_ISSOCK(status->st_mode) || ((flags & SAFE_OPEN_REGULAR) && !S_ISREG(status->st_mode)))
		return false;
	errno = EPERM;
	return !walk->is_shared || walk->is_magic || S_ISDIR(status->st_mode) ||
	       (status->st_uid == geteuid() && path_walk_is_own(status));
}

/* The file has been found. */
static int open_found(const struct path_walk *walk, unsigned flags)
{
	int follows = walk->is_magic ? 0 : AT_SYMLINK_NOFOLLOW;
	struct stat status;
	int file;

	if (fstatat(walk->directory, walk->name, &status, follows) != 0 ||
	    !may_open(walk, &status, flags))
		return -1;
	file = openat(walk->directory, walk->name,
		      flags_of(flags) | (walk->is_magic ? 0 : O_NOFOLLOW));
	/* EPERM has a meaning of its own here; open(2) has it for a file that is immutable. */
	if (file < 0 && errno == EPERM)
		errno = EACCES;
	if (file < 0 || (fstatat(file, "", &status, AT_EMPTY_PATH) == 0 &&
			 may_open(walk, &status, flags)))
		return file;
	close(file);
	errno = EPERM;
	return -1;
}

static int open_name(const struct path_walk *walk, unsigned flags)
{
	if (walk->is_found && !(flags & SAFE_OPEN_NEW))
		return open_found(walk, flags);
	errno = walk->is_found ? EEXIST : ENOENT;
	if (walk->is_found || !(flags & (SAFE_OPEN_CREATE | SAFE_OPEN_NEW)))
		return -1;
	return openat(walk->directory, walk->name, flags_of(flags) | O_CREAT | O_EXCL, NEW_MODE);
}

int safe_open_at(int directory, const char *name)
{
	return openat(directory, name, flags_of(SAFE_OPEN_NEW) | O_CREAT | O_EXCL, NEW_MODE);
}

bool safe_open_walk(struct path_walk *walk, const char *path, unsigned flags)
{
	return path_walk_start(walk, path, judge, &flags);
}

/* One try. *IS_LATE: the file was created or removed meanwhile. */
static int open_once(const char *path, unsigned flags, bool *is_late)
{
	struct path_walk walk;
	int file = -1;

	*is_late = false;
	if (safe_open_walk(&walk, path, flags)) {
		file = open_name(&walk, flags);
		*is_late = file < 0 && (walk.is_found ? errno == ENOENT :
						       errno == EEXIST && !(flags & SAFE_OPEN_NEW));
	}
	path_walk_done(&walk);
	return file;
}

int safe_open(const char *path, unsigned flags)
{
	bool is_late = true;
	struct stat status;
	int file = -1;

	for (int i = 0; is_late && i < TRIES; i++)
		file = open_once(path, flags, &is_late);
	/* Of a regular file, no call waits. */
	if (file >= 0 &&
	    (fstatat(file, "", &status, AT_EMPTY_PATH) != 0 || !S_ISREG(status.st_mode)))
		(void)!fcntl(file, F_SETFL, fcntl(file, F_GETFL) & ~O_NONBLOCK);
	return file;
}

int safe_open_read(const char *path)
{
	struct stat status;
	int file;

	if (stat(path, &status) != 0)
		return -1;
	file = S_ISREG(status.st_mode) ?
		       open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK) : -1;
	if (S_ISREG(status.st_mode) && (file < 0 || (fstat(file, &status) == 0 &&
						     S_ISREG(status.st_mode))))
		return file;
	if (file >= 0)
		close(file);
	errno = EOPNOTSUPP;
	return -1;
}

ssize_t safe_read_start(const char *path, void *bytes, size_t size)
{
	const int file = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
	ssize_t got;

	if (file < 0)
		return -errno;
	got = io_read(file, bytes, size);
	close(file);
	return got;
}

bool safe_remove_empty(const char *path)
{
	const int file = safe_open(path, SAFE_OPEN_REGULAR);
	struct stat opened, found;
	struct path_walk walk;
	bool is_gone;

	if (file < 0 || fstatat(file, "", &opened, AT_EMPTY_PATH) != 0 || opened.st_size != 0) {
		if (file >= 0)
			close(file);
		return false;
	}
	is_gone = safe_open_walk(&walk, path, 0) &&
		  fstatat(walk.directory, walk.name, &found, AT_SYMLINK_NOFOLLOW) == 0 &&
		  found.st_dev == opened.st_dev && found.st_ino == opened.st_ino &&
		  unlinkat(walk.directory, walk.name, 0) == 0;
	path_walk_done(&walk);
	close(file);
	return is_gone;
}

const char *safe_open_error(int error)
{
	switch (error) {
	case ELOOP:
		return "a link leads to it, in a directory that others may write";
	case EPERM:
		return "it belongs to another user or has a second name, in a directory that "
		       "others may write";
	case EOPNOTSUPP:
		return "it is not a regular file";
	case ENXIO:
		return "no process reads it";
	default:
		return strerror(error);
	}
}
