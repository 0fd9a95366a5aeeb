/* SPDX-License-Identifier: Apache-2.0 */
/*
 * json-text: reads values from a text of JSON (RFC 8259) that anybody may have written. The text is
 * checked once as a whole; after that a value is the address of its first character, and looking one
 * up only skips what is before it. So nothing is allocated but copies of strings, and no text takes
 * more memory or stack than another. Keeps no state; any thread may call.
 *
 * Numbers keep all of their 64 bits. A string is a sequence of bytes, as doc/capture-format.md
 * describes: U+00XX is the byte XX, and U+0000 and all above U+00FF are refused.
 */
#ifndef CLROUTER_CAPTURE_JSON_TEXT_H
#define CLROUTER_CAPTURE_JSON_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/arena.h"

/*
 * Is TEXT, which has SIZE bytes and a NUL byte after them, one value with at most LEVELS brackets
 * inside each other? The functions below want a text of which this is true. False: *PROBLEM says
 * what is wrong, at byte *WHERE.
 */
bool json_text_check(const char *text, size_t size, unsigned int levels, const char **problem,
		     size_t *where);

/* The value of the whole text. */
const char *json_text_value(const char *text);

bool json_text_is_object(const char *value);
bool json_text_is_array(const char *value);
bool json_text_is_string(const char *value);

/* Is VALUE the word null, true or false? */
bool json_text_is(const char *value, const char *word);

/* The member NAME of OBJECT; NULL: it has none, or more than one. */
const char *json_text_member(const char *object, const char *name);

/* The first element of ARRAY, and the one after ELEMENT; NULL: there is none. */
const char *json_text_first(const char *array);
const char *json_text_next(const char *element);

size_t json_text_count(const char *array);

/* False: VALUE is not such a number, or it is out of range. No fractions, and no exponents. */
bool json_text_unsigned(const char *value, uint64_t *number);
bool json_text_signed(const char *value, int64_t *number);

/* Any number of JSON that is finite as a double. */
bool json_text_real(const char *value, double *number);

/* A copy in ARENA; NULL: it is no such string, or there is no memory. */
const char *json_text_string(const char *value, struct arena *arena);

/*
 * The bytes that the hexadecimal digits of the string VALUE stand for, in ARENA, and their number
 * in *SIZE. NULL: it is no such string, has more than MOST bytes, or there is no memory.
 */
const unsigned char *json_text_bytes(const char *value, size_t most, size_t *size,
				     struct arena *arena);

/* Writes TEXT as a string that json_text_string() reads: U+00XX stands for the byte XX. */
void json_text_put(FILE *file, const char *text);

#endif
