/* SPDX-License-Identifier: Apache-2.0 */
/*
 * own-dir: a directory that is made, filled and removed by descriptors, so that nobody who may rename
 * it, or put a link in its place, decides what is written or removed. Only what was made here is
 * removed. safe-open.h says which links on the way to it are followed.
 *
 * Names are names of files in the directory, without a slash. A program may close descriptors that
 * are not its own: then functions fail with EBADF, and nothing else. Any thread may use a directory
 * that another one uses, except to close or remove it.
 */
#ifndef CLROUTER_BASE_COMMON_OWN_DIR_H
#define CLROUTER_BASE_COMMON_OWN_DIR_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "base/common/lock.h"

/* A file has this before its name while it is written. */
#define OWN_DIR_NEW ".new-"

/* A directory that is open. */
struct own_dir_place {
	int descriptor;		/* -1: there is none */
	dev_t device;
	ino_t number;		/* there */
};

struct own_dir {
	struct own_dir_place place;
	struct own_dir_place parent;	/* the directory that has it */
	char name[NAME_MAX + 1];
	struct lock lock;	/* of what follows */
	char **made;		/* names of the files that were made and not removed */
	size_t made_count;
};

/*
 * Makes the directory PATH, which nobody else may read; own_dir_remove() or own_dir_close() releases
 * it. False with errno: EEXIST; EPERM if somebody has put a directory of another user in its place;
 * what mkdir(2) and safe_open() have.
 */
bool own_dir_make(struct own_dir *dir, const char *path);

/* The same for the directory NAME in ABOVE. */
bool own_dir_make_in(struct own_dir *dir, const struct own_dir *above, const char *name);

/*
 * The same for a directory of a new name in PARENT, or in /tmp if that is NULL or not absolute. Stores
 * its path in PATH; the name begins with "clrouter-".
 */
bool own_dir_make_temporary(struct own_dir *dir, const char *parent, char path[PATH_MAX]);

/* Opens the directory PATH, which somebody else may have made; own_dir_close() releases it. */
bool own_dir_open(struct own_dir *dir, const char *path);

/* Makes the file NAME. Its descriptor, to write, is the caller's to close; -1 with errno. */
int own_dir_create(struct own_dir *dir, const char *name);

/* Opens the regular file NAME to read it. */
int own_dir_read(const struct own_dir *dir, const char *name);

bool own_dir_has(const struct own_dir *dir, const char *name);

/* Gives the file FROM, which was made here, the name TO. A file TO is replaced. */
bool own_dir_rename(struct own_dir *dir, const char *from, const char *to);

/* Removes the file NAME if it was made here. Keeps errno. */
void own_dir_drop(struct own_dir *dir, const char *name);

/* Makes the file NAME of SIZE BYTES. False with errno; what was begun is removed. */
bool own_dir_write(struct own_dir *dir, const char *name, const void *bytes, size_t size);

/* The same, but a file NAME is replaced, and nobody sees the new one before it is whole. */
bool own_dir_replace(struct own_dir *dir, const char *name, const void *bytes, size_t size);

/* Closes the directory; what it has stays. Keeps errno. */
void own_dir_close(struct own_dir *dir);

/*
 * Removes the files that were made here, and the directory if it is empty then and still has its
 * name; closes it. Keeps errno. False: the directory is still there.
 */
bool own_dir_remove(struct own_dir *dir);

/* The same for all that is in a temporary directory, which others have filled, too. */
bool own_dir_remove_all(struct own_dir *dir);

#endif
