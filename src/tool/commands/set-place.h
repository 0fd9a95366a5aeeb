/* SPDX-License-Identifier: Apache-2.0 */
/*
 * set-place: the file that "clrouter set" changes: where it is, its contents, and how it is replaced. A
 * file is replaced as a whole, so no reader sees half of it, and what fails leaves the old one. While it is
 * open, another "clrouter set" waits. Knows nothing of what the file says.
 *
 * Below a root that is not "" no link is followed: it could lead out of it. Elsewhere links are followed
 * as safe-open.h has it, and the file that they lead to is replaced.
 */
#ifndef CLROUTER_TOOL_COMMANDS_SET_PLACE_H
#define CLROUTER_TOOL_COMMANDS_SET_PLACE_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "base/arena.h"
#include "base/file/path-walk.h"
#include "config/settings.h"

struct set_place {
	const char *root;
	const char *path;	/* without the root; what messages and settings call the file */
	const char *full;	/* with the root */
	bool is_user;
	unsigned wait;		/* seconds, for another "clrouter set" */
	struct arena *arena;

	/* set by the functions */
	struct path_walk walk;	/* to its directory */
	int directory;		/* the same, which is locked; -1: not open */
	char *text;		/* in the arena; NULL: there is no file */
	size_t size;
	mode_t mode;		/* of the file, or the one that it will get */
};

/*
 * Reads the file; its directory need not exist. NULL: that is done. Otherwise why it cannot be, as a
 * sentence without its period in the arena. set_place_close() is called in both cases.
 */
const char *set_place_read(struct set_place *place);

/* The same, to replace the file afterwards: makes the directory, and takes the lock. */
const char *set_place_open(struct set_place *place);

/* Replaces the file by one with the SIZE bytes at TEXT; SIZE 0 removes it. NULL, or why it failed. */
const char *set_place_replace(struct set_place *place, const char *text, size_t size);

void set_place_close(struct set_place *place);

#endif
