/* SPDX-License-Identifier: Apache-2.0 */
/*
 * line: text that grows in a buffer of fixed size. What does not fit is left out, and the text
 * then ends with "...", so callers need not check each step. Keeps no state.
 */
#ifndef CLROUTER_BASE_COMMON_LINE_H
#define CLROUTER_BASE_COMMON_LINE_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct line {
	char *text;	/* always ended by a NUL byte */
	size_t size;	/* of the buffer */
	size_t length;
	bool is_truncated;
};

/* An empty line in BUFFER of SIZE bytes. */
static inline struct line line_in(char *buffer, size_t size)
{
	buffer[0] = '\0';
	return (struct line){ .text = buffer, .size = size };
}

void line_add(struct line *line, const char *format, ...) __attribute__((format(__printf__, 2, 3)));
void line_add_list(struct line *line, const char *format, va_list arguments);

/* As line_add() with %s, with %llu in DIGITS digits at least, and with 0x%llx, but faster. */
void line_add_text(struct line *line, const char *text);
void line_add_decimal(struct line *line, uint64_t number, unsigned int digits);
void line_add_hex(struct line *line, uint64_t number);

/* Adds LENGTH bytes as they are. */
void line_add_bytes(struct line *line, const char *bytes, size_t length);

/*
 * Adds at most LIMIT of LENGTH bytes, or a few more if a character would be cut, as a string of C:
 * "a\n" or "abc"... Characters that are not harmless (text_is_harmless()) and bytes that are no
 * UTF-8 become escape sequences.
 */
void line_add_quoted(struct line *line, const char *bytes, size_t length, size_t limit);

/* Adds TEXT as text_take_shown() has it, for example a path that a file name may spoil. */
void line_add_escaped(struct line *line, const char *text);

/* Adds TEXT as a string of JSON. */
void line_add_json(struct line *line, const char *text);

#endif
