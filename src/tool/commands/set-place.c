/* SPDX-License-Identifier: Apache-2.0 */
/* set-place: see set-place.h. */
#include "tool/commands/set-place.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/common/own-dir.h"
#include "base/file/io.h"
#include "base/file/safe-open.h"
#include "base/text.h"
#include "tool/output/format.h"

#define FILE_MODE 0644		/* as the shipped files are installed, whatever the umask is */
#define DIRECTORY_MODE 0755
#define USER_DIRECTORY_MODE 0700	/* the XDG Base Directory Specification wants it */
#define MOST_BYTES 1048576	/* the loader refuses a larger file */
#define LOOKS 20		/* at a lock, in a second */

/* -- why it failed ---------------------------------------------------------------------------- */

static const char *explain(const struct set_place *place, const char *path, int error)
{
	const char *advice = "";

	if ((error == EACCES || error == EPERM) && geteuid() != 0 && !*place->root)
		advice = place->is_user ? "" :
					  ": \"sudo clrouter set ...\" sets it for all users, --user for you";
	if (error == ELOOP && *place->root)
		return format_into(place->arena, "%s: a link is on the way, and could lead out of %s",
				   path, place->root);
	return format_into(place->arena, "%s: %s%s", path, safe_open_error(error), advice);
}

/* -- the way to the file ---------------------------------------------------------------------- */

/* The walk's path begins with the root, which has no links itself (see find_root()). */
static bool stays_in_root(const struct path_walk *walk, void *context)
{
	const struct set_place *place = context;

	errno = ELOOP;
	return !walk->is_link || walk->begin < strlen(place->root);
}

static bool go(struct set_place *place, struct path_walk *walk, const char *path)
{
	return *place->root ? path_walk_start(walk, path, stays_in_root, place) :
			      safe_open_walk(walk, path, 0);
}

/* The root as the kernel knows it, so that a link in it is distinguished from one below it. */
static bool find_root(struct set_place *place)
{
	char resolved[PATH_MAX];

	if (*place->root) {
		if (!realpath(place->root, resolved))
			return false;
		place->root = arena_copy(place->arena, resolved, strlen(resolved));
	}
	place->full = place->root ? arena_under_root(place->arena, place->root, place->path) : NULL;
	errno = ENOMEM;
	return place->full != NULL;
}

/* Makes PATH, whose directory exists. One that is there already, or becomes it now, is as good. */
static bool make_directory(struct set_place *place, const char *path)
{
	const mode_t mode = place->is_user ? USER_DIRECTORY_MODE : DIRECTORY_MODE;
	struct path_walk walk;
	struct own_dir made;
	struct stat status;
	bool is_good;

	if (stat(path, &status) == 0)
		return true;
	is_good = !*place->root || go(place, &walk, path);
	if (*place->root)
		path_walk_done(&walk);
	if (!is_good)
		return false;
	if (!own_dir_make(&made, path))
		return errno == EEXIST;
	is_good = fchmod(made.place.descriptor, mode) == 0;
	own_dir_close(&made);
	return is_good;
}

/*
 * Does the user's file, or the deepest directory on its way that exists, belong to somebody else? Root
 * would leave files in the home of a user who cannot change them: sudo may keep HOME.
 */
static bool is_of_other_user(const struct set_place *place)
{
	char *path = arena_copy(place->arena, place->full, strlen(place->full));
	struct stat status;
	char *slash;

	if (!path || !place->is_user || *place->root)
		return false;
	while (stat(path, &status) != 0 && (slash = strrchr(path, '/')) && slash > path)
		*slash = '\0';
	return stat(path, &status) == 0 && status.st_uid != geteuid();
}

static const char *make_directories(struct set_place *place)
{
	const char *slash = place->full + strlen(place->root);

	while ((slash = strchr(slash + 1, '/'))) {
		char *path = arena_copy(place->arena, place->full, (size_t)(slash - place->full));

		if (!path || !make_directory(place, path))
			return explain(place, path ? path : place->full, errno);
	}
	return NULL;
}

/* -- its contents ----------------------------------------------------------------------------- */

static const char *read_text(struct set_place *place)
{
	const size_t size = (size_t)place->walk.status.st_size;
	int file = openat(place->walk.directory, place->walk.name,
			  O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
	ssize_t got;

	if (file < 0)
		return explain(place, place->path, errno);
	place->text = arena_alloc(place->arena, size + 1);
	got = place->text ? io_read(file, place->text, size + 1) : -ENOMEM;
	close(file);
	if (got < 0)
		return explain(place, place->path, (int)-got);
	place->size = (size_t)got;
	return (size_t)got == size ? NULL :
				     format_into(place->arena, "%s: it changed while it was read",
						 place->path);
}

static const char *read_found(struct set_place *place)
{
	const struct stat *status = &place->walk.status;

	place->mode = FILE_MODE;
	if (!place->walk.is_found)
		return NULL;
	if (!S_ISREG(status->st_mode))
		return format_into(place->arena,
				   "%s: it is not a regular file; a link to /dev/null masks it, for example",
				   place->path);
	if (status->st_size > MOST_BYTES)
		return format_into(place->arena, "%s: it has more than 1 MiB, which no loader reads",
				   place->path);
	if (place->is_user)
		place->mode = status->st_mode & 0777;
	return read_text(place);
}

static void start(struct set_place *place)
{
	place->walk = (struct path_walk){ .directory = -1 };
	place->directory = -1;
	place->text = NULL;
	place->size = 0;
}

const char *set_place_read(struct set_place *place)
{
	start(place);
	if (!find_root(place))
		return explain(place, place->root ? place->root : place->path, errno);
	if (!go(place, &place->walk, place->full))
		return errno == ENOENT ? NULL : explain(place, place->path, errno);
	return read_found(place);
}

/* -- changing it ------------------------------------------------------------------------------ */

/* A network file system may have no locks; then nobody waits, and the last one wins. */
static const char *take_lock(struct set_place *place)
{
	const struct timespec pause = { .tv_nsec = 1000000000 / LOOKS };

	for (unsigned i = 0; flock(place->directory, LOCK_EX | LOCK_NB) != 0; i++) {
		if (errno != EWOULDBLOCK && errno != EINTR)
			return NULL;
		if (i >= place->wait * LOOKS)
			return format_into(place->arena,
					   "%s: another process has held the lock of its directory for %u seconds",
					   place->path, place->wait);
		nanosleep(&pause, NULL);
	}
	return NULL;
}

const char *set_place_open(struct set_place *place)
{
	const char *why;

	start(place);
	if (!find_root(place))
		return explain(place, place->root ? place->root : place->path, errno);
	why = is_of_other_user(place) ?
		      format_into(place->arena,
				  "%s: it, or its directory, belongs to another user, who has to set it",
				  place->path) :
		      make_directories(place);
	if (why)
		return why;
	if (!go(place, &place->walk, place->full))
		return explain(place, place->path, errno);
	place->directory = openat(place->walk.directory, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (place->directory < 0)
		return explain(place, place->path, errno);
	why = take_lock(place);
	if (why)
		return why;
	/* The file is another one if somebody has replaced it before the lock was taken. */
	path_walk_done(&place->walk);
	if (!go(place, &place->walk, place->full))
		return explain(place, place->path, errno);
	return read_found(place);
}

static bool write_new(const struct set_place *place, const char *name, const char *text, size_t size)
{
	int file = safe_open_at(place->walk.directory, name);
	bool is_good;

	if (file < 0)
		return false;
	is_good = fchmod(file, place->mode) == 0 && io_write_all(file, text, size) &&
		  fsync(file) == 0;
	if (!is_good) {
		io_close(file);
		return false;
	}
	return close(file) == 0;
}

/* What a set that was killed has left is not the file, and nobody else has the lock. */
static bool replace(const struct set_place *place, const char *text, size_t size)
{
	const int directory = place->walk.directory;
	char name[NAME_MAX + 1];
	int error;

	text_format(name, sizeof(name), OWN_DIR_NEW "%s", place->walk.name);
	unlinkat(directory, name, 0);
	if (write_new(place, name, text, size) &&
	    renameat(directory, name, directory, place->walk.name) == 0)
		return true;
	error = errno;
	unlinkat(directory, name, 0);
	errno = error;
	return false;
}

const char *set_place_replace(struct set_place *place, const char *text, size_t size)
{
	const bool is_good = size > 0 ? replace(place, text, size) :
					!place->walk.is_found ||
						unlinkat(place->walk.directory, place->walk.name, 0) == 0;

	if (!is_good)
		return explain(place, place->path, errno);
	/* The new name is to outlive a loss of power, too; some file systems cannot say. */
	fsync(place->directory);
	return NULL;
}

void set_place_close(struct set_place *place)
{
	path_walk_done(&place->walk);
	io_close(place->directory);
	place->directory = -1;
}
