/* SPDX-License-Identifier: Apache-2.0 */
/*
 * trusted-path: can only root decide what a file says? Root must be the one who may replace or write
 * the file, every directory above it and every link on the way. A directory that others may write is
 * good enough if it is root's and sticky, as /tmp is, and what the path names in it is root's: nobody
 * else can replace that. For a process of root; any thread may use it.
 */
#ifndef CLROUTER_BASE_FILE_TRUSTED_PATH_H
#define CLROUTER_BASE_FILE_TRUSTED_PATH_H

#include "base/arena.h"

/*
 * NULL if only root decides what the file PATH says. Otherwise a sentence in ARENA, without its
 * period, that names the file, directory or link which is to blame and says why.
 */
const char *trusted_path_blame(const char *path, struct arena *arena);

#endif
