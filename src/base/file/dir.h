/* SPDX-License-Identifier: Apache-2.0 */
/*
 * dir: the names in one directory that end in a suffix, sorted by their bytes, and the kind of file
 * that each one is. The module opens no file and does not know what the files contain.
 *
 * The functions keep no state; each thread may read a directory with an arena of its own.
 */
#ifndef CLROUTER_BASE_FILE_DIR_H
#define CLROUTER_BASE_FILE_DIR_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"

enum dir_kind {
	DIR_REGULAR,	/* a regular file, or a link to one */
	DIR_OTHER,	/* a directory, FIFO, socket or device, or a link to one */
	DIR_BROKEN,	/* a link that cannot be followed, or a name that stat(2) fails for */
};

struct dir_name {
	enum dir_kind kind;
	int error;		/* errno if the kind is DIR_BROKEN, else 0 */
	const char *name;	/* the base name: the end of path */
	char path[];		/* PATH of dir_read(), a slash and the name; without the root */
};

/* The result of dir_read(). The array and the names are in the arena. */
struct dir {
	struct dir_name **names;
	size_t count;
};

/*
 * Reads the directory ROOT followed by PATH (see arena_under_root()) and stores in DIR the names
 * that end in SUFFIX; "" is the end of every name. Names that start with a dot are left out.
 * Returns 0. If the directory cannot be read, returns -errno, or -ENOMEM if there is no memory, and
 * DIR is empty.
 */
int dir_read(struct dir *dir, const char *root, const char *path, const char *suffix,
	     struct arena *arena);

/* Is NAME one of the names in DIR, of whatever kind? The search is binary. */
bool dir_has(const struct dir *dir, const char *name);

#endif
