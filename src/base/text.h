/* SPDX-License-Identifier: Apache-2.0 */
/*
 * text: questions about strings of bytes. Knows no files and no OpenCL, and
 * never asks the locale: the same bytes give the same answer in every program.
 */
#ifndef CLROUTER_BASE_TEXT_H
#define CLROUTER_BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>

/* What follows PREFIX in TEXT, NULL if TEXT does not start with it. */
const char *text_skip_prefix(const char *text, const char *prefix);

/* Does TEXT end in SUFFIX? Every text ends in the empty suffix. */
bool text_has_suffix(const char *text, const char *suffix);

/* The part after the last slash; TEXT itself if there is none. */
const char *text_base_name(const char *text);

/* A blank or a tab. */
static inline bool text_is_blank(char c)
{
	return c == ' ' || c == '\t';
}

/* What isspace() says in the C locale. */
static inline bool text_is_space(char c)
{
	return c == ' ' || (c >= '\t' && c <= '\r');
}

/* A..Z to a..z, other bytes as they are. */
static inline char text_lower(char c)
{
	return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

/* Equal but for the case of ASCII letters? */
bool text_equal_nocase(const char *a, const char *b);

/*
 * Reads yes/no, true/false, on/off, 1/0 in any case into *VALUE. False, and
 * *VALUE untouched, if TEXT is none of them.
 */
bool text_parse_bool(const char *text, bool *value);

/* One of the words that Khronos' loader takes for true: True, true, T, 1. */
bool text_means_true(const char *text);

/*
 * Reads a decimal number of at most 9 digits, the whole of TEXT, into *VALUE.
 * False, and *VALUE untouched, if TEXT is anything else.
 */
bool text_parse_number(const char *text, unsigned *value);

/*
 * Formats into BUFFER as snprintf() does, and returns the length of what was written, also if the
 * text was cut.
 */
__attribute__((format(printf, 3, 4)))
size_t text_format(char *buffer, size_t size, const char *format, ...);

/*
 * The next element of a list separated by SEPARATOR: its start is returned,
 * its length put into *LENGTH, and *REST moved after the separator, or set to
 * NULL after the last element. An empty list has one empty element.
 */
const char *text_next_element(const char **rest, char separator, size_t *length);

#endif
