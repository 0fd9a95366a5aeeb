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

#endif
