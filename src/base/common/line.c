/* SPDX-License-Identifier: Apache-2.0 */
/*
 * line: see line.h.
 */
#include "base/common/line.h"

#include <stdio.h>
#include <string.h>

static const char cut_mark[] = "...";

static void cut(struct line *line)
{
	line->is_truncated = true;
	line->length = line->size - sizeof(cut_mark);
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

/* Always three digits: a digit that follows must not count. */
static void add_escaped(struct line *line, char c)
{
	static const char plain[] = "\n\t\r\"\\", letter[] = "ntr\"\\";
	const unsigned char byte = (unsigned char)c;
	const char *at = c ? strchr(plain, c) : NULL;

	if (at != NULL)
		line_add(line, "\\%c", letter[at - plain]);
	else if (byte < ' ' || byte > '~')
		line_add(line, "\\%03o", byte);
	else
		line_add_bytes(line, &c, 1);
}

void line_add_quoted(struct line *line, const char *bytes, size_t length, size_t limit)
{
	line_add(line, "\"");
	for (size_t i = 0; i < length && i < limit; i++)
		add_escaped(line, bytes[i]);
	line_add(line, length > limit ? "\"..." : "\"");
}

void line_add_escaped(struct line *line, const char *text)
{
	for (; *text; text++)
		add_escaped(line, *text);
}

void line_add_json(struct line *line, const char *text)
{
	line_add(line, "\"");
	for (; *text; text++) {
		if (*text == '"' || *text == '\\')
			line_add_bytes(line, "\\", 1);
		line_add_bytes(line, text, 1);
	}
	line_add(line, "\"");
}
