/* SPDX-License-Identifier: Apache-2.0 */
/*
 * cache-dir: a directory of clrouter's in the user's cache directory, of bounded size. Only this
 * user may have made it and write to it: what is read there is believed. It is opened for each
 * file, so a program that closes all descriptors loses nothing. Any thread, and any process, may
 * use it at the same time.
 */
#ifndef CLROUTER_BASE_COMMON_CACHE_DIR_H
#define CLROUTER_BASE_COMMON_CACHE_DIR_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct cache_dir {
	char path[PATH_MAX]; /* empty: there is none */
	uint64_t most;	     /* bytes of all files; the oldest ones go */
	size_t most_of_one;  /* a larger file is neither written nor read */
};

/*
 * CACHE becomes the directory clrouter/NAME in $XDG_CACHE_HOME, or in ~/.cache, for a program's
 * start: reads the environment. False: neither is known.
 */
bool cache_dir_init(struct cache_dir *cache, const char *name, uint64_t most, size_t most_of_one);

/*
 * Makes the file NAME, or replaces it, and then removes the oldest files if they are too large
 * together. Makes the directories that lack. False with errno: EPERM if somebody else can write
 * there.
 */
bool cache_dir_put(const struct cache_dir *cache, const char *name, const void *bytes, size_t size);

/*
 * The bytes of the file NAME, which is one of the newest then; free() them. A NUL byte that *SIZE
 * does not count is after them. NULL with errno: there is none that can be believed.
 */
char *cache_dir_get(const struct cache_dir *cache, const char *name, size_t *size);

#endif
