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

/*
 * The next word of a comma list, the blanks around it and the `!` before it taken off:
 * copied into WORD, which has SIZE bytes. *REST is NULL behind the last. True: it had a
 * `!`, which excludes.
 */
bool option_next(const char **rest, char *word, size_t size);

/*
 * Does NAME match the comma list LIST of globs? A glob behind `!` excludes; the last
 * that matches decides. A list that starts with an exclusion starts from all names.
 */
bool option_selects(const char *list, const char *name);

#endif
