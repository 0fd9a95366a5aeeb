/* SPDX-License-Identifier: Apache-2.0 */
/*
 * option: the environment variables of the layers. In secure execution there are
 * none: nobody may make a privileged program write files or hide its devices. Takes no lock.
 */
#ifndef CLROUTER_LAYERS_COMMON_OPTION_H
#define CLROUTER_LAYERS_COMMON_OPTION_H

#include <stdbool.h>
#include <stddef.h>

#define OPTION_SHORT 1024

/*
 * The value of the variable NAME, NULL if it is not set. The text belongs to the environment,
 * which the program may change at any time: it is for the layer's start function only.
 */
const char *option_text(const char *name);

/* The same; empty counts as not set, and then it is FALLBACK. */
const char *option_word(const char *name, const char *fallback);

/* yes, true, on or 1 in any case? FALLBACK if it is not set or another word. */
bool option_flag(const char *name, bool fallback);

/*
 * What a layer keeps of a variable. The text is in static storage with it as a rule, so nothing
 * is lost if a layer whose functions other threads may be in never frees it. All zero is none.
 */
struct option_copy {
	const char *text;	/* NULL: none */
	char *longer;		/* allocated for a text that does not fit into short_text */
	char short_text[OPTION_SHORT];
};

/* Copies TEXT, which may be NULL, in place of what COPY had. False: no memory, it has none. */
bool option_keep(struct option_copy *copy, const char *text);

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
