/* SPDX-License-Identifier: Apache-2.0 */
/*
 * word-list: comma lists by which a setting of a layer selects things, for example functions or
 * devices. A word with `!` excludes what it fits. Keeps no state; any thread may call.
 */
#ifndef CLROUTER_BASE_COMMON_WORD_LIST_H
#define CLROUTER_BASE_COMMON_WORD_LIST_H

#include <stdbool.h>
#include <stddef.h>

#define WORD_LIST_SIZE 256	/* bytes of a word, with the terminator; longer words are cut */

/* Does the word WORD of a list fit the thing WHAT? */
typedef bool word_list_fits(const char *word, const void *what);

/*
 * Copies the next word of the list *REST into WORD, without the blanks around it and the `!`
 * before it, and moves *REST after it; NULL after the last word. True: the word had a `!`.
 */
bool word_list_next(const char **rest, char word[WORD_LIST_SIZE]);

/* Stores the next word of *REST that is not empty and that FITS refuses; false: there is none. */
bool word_list_next_unfit(const char **rest, char word[WORD_LIST_SIZE], word_list_fits *fits,
			  const void *what);

/*
 * Does the list LIST select WHAT? FITS is asked for each word; the last one that fits decides. A
 * list that starts with an exclusion starts from everything, another from nothing.
 */
bool word_list_selects(const char *list, word_list_fits *fits, const void *what);

/* The same for a list of globs on names. */
bool word_list_selects_name(const char *list, const char *name);

#endif
