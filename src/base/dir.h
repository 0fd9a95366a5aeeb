/* SPDX-License-Identifier: Apache-2.0 */
/*
 * dir: the names in one directory that end in a suffix, ordered by bytes, and what each of them
 * is. Knows nothing of their contents and opens no file.
 */
#ifndef CLROUTER_BASE_DIR_H
#define CLROUTER_BASE_DIR_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"

enum dir_kind {
	DIR_REGULAR,	/* a regular file, or a link to one */
	DIR_OTHER,	/* a directory, FIFO, socket, device, or a link to one */
	DIR_BROKEN,	/* a link that leads nowhere, or that cannot be followed */
};

struct dir_name {
	enum dir_kind kind;
	int error;		/* errno of DIR_BROKEN */
	const char *name;	/* the end of path */
	char path[];		/* without the root */
};

/* Names and array are in the arena. */
struct dir {
	struct dir_name **names;
	size_t count;
};

/*
 * Reads the directory ROOT PATH (joined as they are). Hidden names are left out. 0, or -errno with
 * an empty DIR.
 */
int dir_read(struct dir *dir, const char *root, const char *path, const char *suffix,
	     struct arena *arena);

/* Is NAME, of whatever kind, in the directory? */
bool dir_has(const struct dir *dir, const char *name);

#endif
