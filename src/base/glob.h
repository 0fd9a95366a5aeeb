/* SPDX-License-Identifier: Apache-2.0 */
/*
 * glob: matches texts against patterns. fnmatch() follows the locale of the application; this
 * matcher works on bytes and gives the same result in every locale.
 *
 *   *		any bytes, or none; slashes and leading dots too
 *   ?		any one byte
 *   [a-z]	one byte of the set; [!a-z] and [^a-z] one that is not in it. A "]" that comes first
 *		is in the set. A "[" without a "]" after it stands for itself.
 *   \x		the byte x itself, in a set too; a "\" at the end stands for itself
 *
 * The case of ASCII letters does not matter. On Windows "\" stands for "/", in pattern and text.
 * Any thread may call these functions.
 */
#ifndef CLROUTER_BASE_GLOB_H
#define CLROUTER_BASE_GLOB_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Does PATTERN match the whole of TEXT? The time is at most proportional to the product of the two
 * lengths.
 */
bool glob_matches(const char *pattern, const char *text);

/* The same for the first LENGTH bytes of TEXT, which must not contain a NUL byte. */
bool glob_matches_part(const char *pattern, const char *text, size_t length);

/*
 * The same for a file: a pattern that contains a slash is compared with the whole PATH, any other
 * pattern with the base name of PATH.
 */
bool glob_matches_path(const char *pattern, const char *path);

#endif
