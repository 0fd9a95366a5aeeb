/* SPDX-License-Identifier: Apache-2.0 */
/*
 * option: the environment variables of the layers. In secure execution there are
 * none: nobody may make a privileged program write files or hide its devices.
 */
#ifndef CLROUTER_LAYERS_COMMON_OPTION_H
#define CLROUTER_LAYERS_COMMON_OPTION_H

#include <stdbool.h>
#include <stddef.h>

/* The value of the variable NAME, NULL if it is not set. */
const char *option_text(const char *name);

/* The same; empty counts as not set, and then it is FALLBACK. */
const char *option_word(const char *name, const char *fallback);

/* yes, true, on or 1 in any case? FALLBACK if it is not set or another word. */
bool option_flag(const char *name, bool fallback);

/* Does the word WORD of a list fit the thing WHAT? */
typedef bool option_fits(const char *word, const void *what);

/*
 * Does the comma list LIST select WHAT? FITS is asked for each word, without the blanks around
 * it and the `!` before it: a word with `!` excludes what it fits, and the last one that fits
 * decides. A list that starts with an exclusion starts from everything, another from nothing.
 * Words are cut after 255 bytes.
 */
bool option_selects(const char *list, option_fits *fits, const void *what);

/* The same for a list of globs on names. */
bool option_selects_name(const char *list, const char *name);

#endif
