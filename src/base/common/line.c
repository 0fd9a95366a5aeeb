/* SPDX-License-Identifier: Apache-2.0 */
/*
 * line: see line.h.
 */
#include "base/common/line.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"

static const char cut_mark[] = "...";

static void cut(struct line *line)
{
	line->is_truncated = true;
	line->length = line->size - sizeof(cut_mark);
	/* Half a character of UTF-8 is none. */
	while (line->length > 0 && ((unsigned char)line->text[line->length] & 0xC0) == 0x80)
		line->length--;
	memcpy(line->text + line->length, cut_mark, sizeof(cut_mark));
	line->length += sizeof(cut_mark) - 1;
}

void line_add_bytes(struct line *line, const char *bytes, size_t length)
{
	if (line->is_truncated)
		return;
	if (length >= line->size - line->length) {
		memcpy(line->text + line->length, bytes, line->size - line->length);
		cut(line);
		return;
	}
	memcpy(line->text + line->length, bytes, length);
	line->length += length;
	line->text[line->length] = '\0';
}

void line_add_list(struct line *line, const char *format, va_list arguments)
{
	size_t left = line->size - line->length;
	int length;

	if (line->is_truncated)
		return;
	length = vsnprintf(line->text + line->length, left, format, arguments);
	if (length < 0 || (size_t)length >= left)
		cut(line);
	else
		line->length += (size_t)length;
}

void line_add(struct line *line, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	line_add_list(line, format, arguments);
	va_end(arguments);
}

void line_add_text(struct line *line, const char *text)
{
	line_add_bytes(line, text, strlen(text));
}

#define NUMBER_SIZE 20 /* the decimal digits of 64 bits */

void line_add_decimal(struct line *line, uint64_t number, unsigned int digits)
{
	char text[NUMBER_SIZE];
	char *first = text + sizeof(text);

	do
		*--first = (char)('0' + number % 10);
	while ((number /= 10) != 0);
	while (first > text && (size_t)(text + sizeof(text) - first) < digits)
		*--first = '0';
	line_add_bytes(line, first, (size_t)(text + sizeof(text) - first));
}

void line_add_hex(struct line *line, uint64_t number)
{
	char text[NUMBER_SIZE];
	char *first = text + sizeof(text);

	do
		*--first = "0123456789abcdef"[number % 16];
	while ((number /= 16) != 0);
	*--first = 'x';
	*--first = '0';
	line_add_bytes(line, first, (size_t)(text + sizeof(text) - first));
}

/* The character at BYTES, of which SIZE may be read, or its first byte; returns how many were
 * added. */
static size_t add_character(struct line *line, const char *bytes, size_t size)
{
	static const char plain[] = "\n\t\r\"\\", letter[] = "ntr\"\\";
	const char *at = *bytes ? strchr(plain, *bytes) : NULL;
	uint32_t code;
	const size_t length = text_character(bytes, size, &code);

	if (!at && length > 0 && text_is_harmless(code)) {
		line_add_bytes(line, bytes, length);
		return length;
	}
	/* Always three digits: a digit that follows must not count. */
	if (at)
		line_add(line, "\\%c", letter[at - plain]);
	else
		line_add(line, "\\%03o", (unsigned char)*bytes);
	return 1;
}

void line_add_quoted(struct line *line, const char *bytes, size_t length, size_t limit)
{
	line_add_text(line, "\"");
	for (size_t i = 0; i < length && i < limit;)
		i += add_character(line, bytes + i, length - i);
	line_add_text(line, length > limit ? "\"..." : "\"");
}

void line_add_escaped(struct line *line, const char *text)
{
	char shown[TEXT_SHOWN_SIZE];

	while (*text)
		line_add_bytes(line, shown, text_take_shown(&text, shown));
}

void line_add_json(struct line *line, const char *text)
{
	char shown[TEXT_JSON_SIZE];

	line_add_text(line, "\"");
	while (*text)
		line_add_bytes(line, shown, text_take_json(&text, shown));
	line_add_text(line, "\"");
}
