/* SPDX-License-Identifier: Apache-2.0 */
/*
 * glob: one small matcher, the same in every locale (fnmatch follows the
 * application's): * ? [a-z] \, byte by byte, the case of ASCII letters
 * ignored; * matches slashes and leading dots too.
 */
#ifndef CLROUTER_BASE_GLOB_H
#define CLROUTER_BASE_GLOB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Does the whole of TEXT match PATTERN? Time is at most proportional to the
 * product of the lengths. A "[" without "]" stands for itself; "[!...]" and
 * "[^...]" match what is not in the set; a "]" that comes first is in the set.
 */
bool glob_matches(const char *pattern, const char *text);

/* The same for the first LENGTH bytes of TEXT. */
bool glob_matches_part(const char *pattern, const char *text, size_t length);

/*
 * The same for a file: a pattern with a slash means the whole PATH, another one
 * its base name.
 */
bool glob_matches_path(const char *pattern, const char *path);

/*
 * What every text has that a pattern without a slash matches: most of them can be
 * told from it by one comparison. All zero says nothing of any text.
 */
struct glob_key {
	uint64_t start;		/* the bytes it starts with, folded as glob_fold() does */
	uint64_t mask;		/* of those that are known; 0: a star comes first */
	char inside[8];		/* behind that star: what is somewhere in it, folded, terminated */
};

struct glob_key glob_key(const char *pattern);

/*
 * Letters that are equal but for their case differ in this bit. It makes other bytes
 * equal, too, so what is told by it is "no" or "perhaps".
 */
#define GLOB_CASE 0x20

static inline uint64_t glob_fold(uint64_t bytes)
{
	return bytes | UINT64_MAX / 255 * GLOB_CASE;
}

#endif
