/* SPDX-License-Identifier: Apache-2.0 */
/* own-dir: see own-dir.h. */
#include "base/common/own-dir.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/common/list.h"
#include "base/file/io.h"
#include "base/file/path-walk.h"
#include "base/file/safe-open.h"
#include "base/text.h"

#define OPEN (O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
#define MODE 0700

/* -- descriptors ------------------------------------------------------------------------------ */

static bool is_same(const struct stat *status, const struct own_dir_place *place)
{
	return status->st_dev == place->device && status->st_ino == place->number;
}

/* Is the descriptor of PLACE still its own? Another file may have got the number. */
static bool is_open(const struct own_dir_place *place)
{
	struct stat status;

	if (place->descriptor >= 0 && fstat(place->descriptor, &status) == 0 &&
	    is_same(&status, place))
		return true;
	errno = EBADF;
	return false;
}

/* PLACE becomes the place of DESCRIPTOR, which may be -1. */
static bool take(struct own_dir_place *place, int descriptor)
{
	struct stat status;

	place->descriptor = descriptor;
	if (descriptor < 0 || fstat(descriptor, &status) != 0)
		return false;
	place->device = status.st_dev;
	place->number = status.st_ino;
	return true;
}

/* Opens the directory NAME of PARENT, which has a copy of it afterwards. */
static bool open_in(struct own_dir *dir, int parent, const char *name)
{
	text_format(dir->name, sizeof(dir->name), "%s", name);
	return take(&dir->parent, fcntl(parent, F_DUPFD_CLOEXEC, 0)) &&
	       take(&dir->place, openat(parent, name, OPEN));
}

static void start(struct own_dir *dir)
{
	*dir = (struct own_dir){ .place.descriptor = -1, .parent.descriptor = -1,
				 .lock = LOCK_INIT };
}

void own_dir_close(struct own_dir *dir)
{
	const int error = errno;

	if (is_open(&dir->place))
		close(dir->place.descriptor);
	if (is_open(&dir->parent))
		close(dir->parent.descriptor);
	for (size_t i = 0; i < dir->made_count; i++)
		free(dir->made[i]);
	free(dir->made);
	start(dir);
	errno = error;
}

/* -- making ----------------------------------------------------------------------------------- */

/*
 * Is the directory of this process's user, who can only have made it here? A file tells as whom the
 * file system knows the user: the server of a network file system may have another name for root.
 */
static bool is_mine(const struct own_dir *dir)
{
	struct stat status, file;
	int descriptor;
	bool is_user_same;

	if (fstat(dir->place.descriptor, &status) != 0)
		return false;
	if (status.st_uid == geteuid())
		return true;
	descriptor = safe_open_at(dir->place.descriptor, OWN_DIR_NEW "owner");
	is_user_same = descriptor >= 0 && fstat(descriptor, &file) == 0 &&
		       file.st_uid == status.st_uid;
	if (descriptor >= 0)
		unlinkat(dir->place.descriptor, OWN_DIR_NEW "owner", 0);
	io_close(descriptor);
	errno = EPERM;
	return is_user_same;
}

static bool make_in(struct own_dir *dir, int parent, const char *name)
{
	int error;

	if (mkdirat(parent, name, MODE) != 0)
		return false;
	if (open_in(dir, parent, name) && is_mine(dir))
		return true;
	error = errno;
	unlinkat(parent, name, AT_REMOVEDIR);
	own_dir_close(dir);
	errno = error;
	return false;
}

/* PATH without the slashes at its end. */
static bool trim(char trimmed[PATH_MAX], const char *path)
{
	size_t length = strlen(path);

	while (length > 1 && path[length - 1] == '/')
		length--;
	errno = ENAMETOOLONG;
	return text_format(trimmed, PATH_MAX, "%.*s", (int)(length < PATH_MAX ? length : PATH_MAX),
			   path) == length;
}

bool own_dir_make(struct own_dir *dir, const char *path)
{
	struct path_walk walk;
	char trimmed[PATH_MAX];
	bool is_made;

	start(dir);
	if (!trim(trimmed, path))
		return false;
	is_made = safe_open_walk(&walk, trimmed, SAFE_OPEN_NEW) &&
		  make_in(dir, walk.directory, walk.name);
	path_walk_done(&walk);
	return is_made;
}

bool own_dir_make_in(struct own_dir *dir, const struct own_dir *above, const char *name)
{
	start(dir);
	return is_open(&above->place) && make_in(dir, above->place.descriptor, name);
}

bool own_dir_open(struct own_dir *dir, const char *path)
{
	struct path_walk walk;
	char trimmed[PATH_MAX];
	bool is_good;

	start(dir);
	if (!trim(trimmed, path))
		return false;
	is_good = safe_open_walk(&walk, trimmed, 0) && open_in(dir, walk.directory, walk.name);
	path_walk_done(&walk);
	if (!is_good)
		own_dir_close(dir);
	return is_good;
}

/* mkdtemp(3) makes the directory by its path, so it is looked at before it is used. */
bool own_dir_make_temporary(struct own_dir *dir, const char *parent, char path[PATH_MAX])
{
	start(dir);
	text_format(path, PATH_MAX, "%s/clrouter-XXXXXX", parent && *parent == '/' ? parent : "/tmp");
	if (!mkdtemp(path) || !own_dir_open(dir, path))
		return false;
	if (is_mine(dir))
		return true;
	own_dir_close(dir);
	return false;
}

/* -- files ------------------------------------------------------------------------------------ */

/* With the lock: the place of NAME, which is mostly one of the last; made_count if it was not made. */
static size_t find(const struct own_dir *dir, const char *name)
{
	for (size_t i = dir->made_count; i > 0; i--)
		if (strcmp(dir->made[i - 1], name) == 0)
			return i - 1;
	return dir->made_count;
}

static bool remember(struct own_dir *dir, const char *name)
{
	bool is_good;

	lock_take(&dir->lock);
	is_good = list_make_space(&dir->made, dir->made_count, sizeof(*dir->made)) &&
		  (dir->made[dir->made_count] = strdup(name));
	dir->made_count += is_good;
	lock_give(&dir->lock);
	if (!is_good)
		errno = ENOMEM;
	return is_good;
}

/* False: it was not made here. */
static bool forget(struct own_dir *dir, const char *name)
{
	bool is_made;
	size_t place;

	lock_take(&dir->lock);
	place = find(dir, name);
	is_made = place < dir->made_count;
	if (is_made) {
		free(dir->made[place]);
		dir->made[place] = dir->made[--dir->made_count];
	}
	lock_give(&dir->lock);
	return is_made;
}

int own_dir_create(struct own_dir *dir, const char *name)
{
	int descriptor;

	if (!is_open(&dir->place) || !remember(dir, name))
		return -1;
	descriptor = safe_open_at(dir->place.descriptor, name);
	if (descriptor < 0)
		forget(dir, name);
	return descriptor;
}

int own_dir_read(const struct own_dir *dir, const char *name)
{
	return is_open(&dir->place) ? openat(dir->place.descriptor, name,
					   O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY)
				  : -1;
}

bool own_dir_has(const struct own_dir *dir, const char *name)
{
	struct stat status;

	return is_open(&dir->place) && fstatat(dir->place.descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0;
}

bool own_dir_rename(struct own_dir *dir, const char *from, const char *to)
{
	const bool is_replaced = own_dir_has(dir, to);

	/* A file that was replaced is as if it had been there before. */
	if (!is_open(&dir->place) || (!is_replaced && !remember(dir, to)))
		return false;
	if (renameat(dir->place.descriptor, from, dir->place.descriptor, to) == 0) {
		forget(dir, from);
		return true;
	}
	if (!is_replaced)
		forget(dir, to);
	return false;
}

void own_dir_drop(struct own_dir *dir, const char *name)
{
	const int error = errno;

	if (is_open(&dir->place) && forget(dir, name))
		unlinkat(dir->place.descriptor, name, 0);
	errno = error;
}

bool own_dir_write(struct own_dir *dir, const char *name, const void *bytes, size_t size)
{
	const int descriptor = own_dir_create(dir, name);
	bool is_written;

	if (descriptor < 0)
		return false;
	is_written = io_write_all(descriptor, bytes, size);
	/* Some file systems say only now that there is no space. */
	if (close(descriptor) == 0 && is_written)
		return true;
	own_dir_drop(dir, name);
	return false;
}

bool own_dir_replace(struct own_dir *dir, const char *name, const void *bytes, size_t size)
{
	char new[NAME_MAX + 1];

	text_format(new, sizeof(new), OWN_DIR_NEW "%s", name);
	if (!own_dir_write(dir, new, bytes, size))
		return false;
	if (own_dir_rename(dir, new, name))
		return true;
	own_dir_drop(dir, new);
	return false;
}

/* -- removing --------------------------------------------------------------------------------- */

/* The name may be another directory's meanwhile. That is not empty, or worth nothing to its owner. */
static bool remove_name(struct own_dir *dir)
{
	struct stat status;

	return is_open(&dir->parent) &&
	       fstatat(dir->parent.descriptor, dir->name, &status, AT_SYMLINK_NOFOLLOW) == 0 &&
	       is_same(&status, &dir->place) &&
	       unlinkat(dir->parent.descriptor, dir->name, AT_REMOVEDIR) == 0;
}

bool own_dir_remove(struct own_dir *dir)
{
	const int error = errno;
	bool is_gone;

	for (size_t i = 0; is_open(&dir->place) && i < dir->made_count; i++)
		unlinkat(dir->place.descriptor, dir->made[i], 0);
	is_gone = remove_name(dir);
	own_dir_close(dir);
	errno = error;
	return is_gone;
}

/* What cannot be removed does not keep the rest. Closes DIRECTORY. */
static void empty(int directory)
{
	DIR *stream = directory >= 0 ? fdopendir(directory) : NULL;
	const struct dirent *entry;

	if (!stream) {
		io_close(directory);
		return;
	}
	while ((entry = readdir(stream))) {
		if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0 ||
		    unlinkat(directory, entry->d_name, 0) == 0)
			continue;
		empty(openat(directory, entry->d_name, OPEN));
		unlinkat(directory, entry->d_name, AT_REMOVEDIR);
	}
	closedir(stream);
}

bool own_dir_remove_all(struct own_dir *dir)
{
	const int error = errno;

	if (is_open(&dir->place))
		empty(fcntl(dir->place.descriptor, F_DUPFD_CLOEXEC, 0));
	errno = error;
	return own_dir_remove(dir);
}
