/* SPDX-License-Identifier: Apache-2.0 */
/*
 * safe-open: the one way in which the library, the layers and the tool open a file for writing, so
 * that nobody else decides what is written to, and how the tool opens one for reading. Others can
 * write to a directory if its mode lets its group or others do so, or if it belongs to neither root
 * nor the effective user. In such a one
 *
 * - the file itself must not be a symbolic link;
 * - whatever exists, also a FIFO or device, must belong to the effective user, and have one name;
 * - a link on the way must have been made by root or the effective user.
 *
 * Linux counts a name as removed shortly before it stops to find the file by it, so a second name that
 * is removed at that moment goes unnoticed. In a sticky directory, only the file's owner can do that.
 *
 * Elsewhere links are followed, also the links of /proc, to which /dev/stderr leads. Opening never
 * waits, and has no effect on what is refused. Keeps no state; any thread may use it.
 */
#ifndef CLROUTER_BASE_FILE_SAFE_OPEN_H
#define CLROUTER_BASE_FILE_SAFE_OPEN_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "base/file/path-walk.h"

/* How the file is opened, besides for writing. Its contents always stay: a caller empties it. */
enum safe_open {
	SAFE_OPEN_CREATE = 1,	/* a file that does not exist is created, with mode 0600 */
	SAFE_OPEN_NEW = 2,	/* the same, but it must not exist: EEXIST */
	SAFE_OPEN_APPEND = 4,	/* each write goes to the end */
	SAFE_OPEN_READ = 8,	/* also for reading */
	SAFE_OPEN_REGULAR = 16,	/* only a regular file: EOPNOTSUPP */
};

/*
 * Opens PATH; the descriptor is the caller's to close. A write may wait, as a reader of a FIFO can
 * be slow. -1 with errno: what open(2) has; ELOOP for a link that is not followed (or too many of
 * them); EPERM for a file of another user or with a second name; EOPNOTSUPP for a socket; ENXIO for
 * a FIFO that no process reads.
 */
int safe_open(const char *path, unsigned flags);

/*
 * Opens the regular file PATH for reading; links are followed. -1 with errno: what stat(2) and open(2)
 * have, or EOPNOTSUPP.
 */
int safe_open_read(const char *path);

/*
 * Reads the first bytes of PATH once, at most SIZE of them; links are followed, and nothing is
 * waited for. Returns their number, or -errno.
 */
ssize_t safe_read_start(const char *path, void *bytes, size_t size);

/* Opens the new file NAME of the open DIRECTORY for writing, with mode 0600; -1 with errno. */
int safe_open_at(int directory, const char *name);

/*
 * Goes along PATH, as safe_open() with FLAGS does, for a caller that makes, renames or removes what
 * has the name at its end (path-walk.h). False with errno, as safe_open() has it.
 */
bool safe_open_walk(struct path_walk *walk, const char *path, unsigned flags);

/* Removes the regular file PATH if it is empty, and safe_open() would open it. False: it is still there. */
bool safe_remove_empty(const char *path);

/* What ERROR, the errno of safe_open(), means: a sentence without its period. */
const char *safe_open_error(int error);

#endif
