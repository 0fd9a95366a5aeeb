/* SPDX-License-Identifier: Apache-2.0 */
/*
 * text: functions on strings of bytes. They know neither files nor OpenCL, and do not depend on the
 * locale of the application: the same bytes give the same result in every program.
 *
 * Strings end with a NUL byte. Pointers that are returned point into an argument. Any thread may
 * call these functions.
 */
#ifndef CLROUTER_BASE_TEXT_H
#define CLROUTER_BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The part of TEXT after PREFIX. NULL if TEXT does not start with PREFIX. */
const char *text_skip_prefix(const char *text, const char *prefix);

/* Does TEXT end in SUFFIX? Every text ends in "". */
bool text_has_suffix(const char *text, const char *suffix);

/* The part of TEXT after its last slash. TEXT itself if it has no slash. */
const char *text_base_name(const char *text);

/* Is C a blank or a tab? */
static inline bool text_is_blank(char c)
{
	return c == ' ' || c == '\t';
}

/* Is C white space, as isspace() has it in the C locale? */
static inline bool text_is_space(char c)
{
	return c == ' ' || (c >= '\t' && c <= '\r');
}

/* Can C be in a name of C, such as "A_1"? */
static inline bool text_is_name(char c)
{
	return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* Converts A to Z into a to z. Other bytes stay as they are. */
static inline char text_lower(char c)
{
	return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

/* Are A and B equal, if the case of ASCII letters is ignored? */
bool text_equal_nocase(const char *a, const char *b);

/*
 * Parses TEXT as yes, true, on or 1, or as no, false, off or 0, in any case. Returns false, and
 * does not change *VALUE, if TEXT is none of these.
 */
bool text_parse_bool(const char *text, bool *value);

/* Is TEXT a word that Khronos' loader accepts as true: True, true, T or 1? */
bool text_means_true(const char *text);

/*
 * Parses TEXT as a decimal number of 1 to 9 digits without a sign. Returns false, and does not
 * change *VALUE, if TEXT is anything else.
 */
bool text_parse_number(const char *text, unsigned *value);

/*
 * Formats into BUFFER of SIZE bytes as snprintf() does, but returns the length of the text that is
 * in BUFFER, even if it was truncated. Returns 0 if formatting fails or SIZE is 0.
 */
__attribute__((format(__printf__, 3, 4)))
size_t text_format(char *buffer, size_t size, const char *format, ...);

/*
 * Takes the first element from *REST, a list separated by SEPARATOR. Returns the start of the
 * element and stores its length in *LENGTH; *REST becomes the list after the separator, or NULL if
 * there was none. The empty list has one empty element.
 */
const char *text_next_element(const char **rest, char separator, size_t *length);

/* Is WORD one of WORDS, which have single blanks between them, as names of extensions have? */
bool text_has_word(const char *words, const char *word);

/*
 * The character of UTF-8 (RFC 3629) at TEXT, of which at most SIZE bytes are read: how many bytes
 * it has, and its number in *CODE. 0: there is none. A NUL byte in TEXT ends it.
 */
size_t text_character(const char *text, size_t size, uint32_t *code);

/*
 * May the character CODE be shown to people as it is? Not if it changes what a terminal does or
 * what a reader sees of the text around it: controls (C0 and C1), marks of direction, separators of
 * lines, and characters that nobody sees. All that writes texts of drivers, files and programs asks
 * this.
 */
bool text_is_harmless(uint32_t code);

#define TEXT_SHOWN_SIZE 5 /* bytes: "\x1B" */
#define TEXT_JSON_SIZE 13 /* bytes: two of "\u001B" */

/*
 * Stores in SHOWN the first character of *TEXT, which is not empty, as people may see it, and moves
 * *TEXT after it: the character itself, or if it is not harmless or no UTF-8 its first byte as
 * "\x1B". Returns the length of SHOWN.
 */
size_t text_take_shown(const char **text, char shown[TEXT_SHOWN_SIZE]);

/* The same in a string of JSON, with "\u001B" for the character; what is no UTF-8 becomes U+FFFD.
 */
size_t text_take_json(const char **text, char shown[TEXT_JSON_SIZE]);

/* A number by which texts can be spread over a table (FNV-1a). */
uint32_t text_hash(const char *text);

#endif
