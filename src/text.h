/* SPDX-License-Identifier: Apache-2.0 */
/*
 * text: questions about strings of bytes. Knows no files and no OpenCL, and
 * never asks the locale: the same bytes give the same answer in every program.
 */
#ifndef CLROUTER_TEXT_H
#define CLROUTER_TEXT_H

#include <stdbool.h>
#include <stddef.h>

/* Is WORD one of the words in LIST, which are separated by blanks? */
bool text_has_word(const char *list, const char *word);

/* Does TEXT end in SUFFIX? Every text ends in the empty suffix. */
bool text_has_suffix(const char *text, const char *suffix);

/* The part behind the last slash; TEXT itself where there is none. */
const char *text_base_name(const char *text);

/* A blank or a tab. */
bool text_is_blank(char c);

/* A..Z to a..z, other bytes as they are. */
char text_lower(char c);

/* Equal but for the case of ASCII letters? */
bool text_equal_nocase(const char *a, const char *b);

/*
 * Reads yes/no, true/false, on/off, 1/0 in any case into *VALUE. False, and
 * *VALUE untouched, when TEXT is none of them.
 */
bool text_parse_bool(const char *text, bool *value);

/* One of the words that Khronos' loader takes for true: True, true, T, 1. */
bool text_means_true(const char *text);

/*
 * Reads a decimal number of at most 9 digits, the whole of TEXT, into *VALUE.
 * False, and *VALUE untouched, when TEXT is anything else.
 */
bool text_parse_number(const char *text, unsigned *value);

/* Where PART first stands in TEXT, NULL if nowhere. */
const char *text_find(const char *text, const char *part);

/*
 * The next element of a list separated by SEPARATOR: its start is returned,
 * its length put into *LENGTH, and *REST moved behind the separator, or set to
 * NULL after the last element. An empty list has one empty element.
 */
const char *text_next_element(const char **rest, char separator, size_t *length);

#endif
