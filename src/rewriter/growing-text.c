/* SPDX-License-Identifier: Apache-2.0 */
/* growing-text: see growing-text.h. */
#include "rewriter/growing-text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void make_space(struct growing_text *text, size_t more)
{
	size_t size = text->size > 0 ? text->size : 256;
	char *bytes;

	while (size - text->length <= more)
		size *= 2;
	if (size == text->size)
		return;
	bytes = realloc(text->text, size);
	if (!bytes)
		exit(1);
	text->text = bytes;
	text->size = size;
}

void growing_text_add_bytes(struct growing_text *text, const char *bytes, size_t length)
{
	make_space(text, length);
	memcpy(text->text + text->length, bytes, length);
	text->length += length;
	text->text[text->length] = '\0';
}

void growing_text_add(struct growing_text *text, const char *format, ...)
{
	va_list arguments;
	int length;

	va_start(arguments, format);
	length = vsnprintf(NULL, 0, format, arguments);
	va_end(arguments);
	if (length < 0)
		exit(1);
	make_space(text, (size_t)length);
	va_start(arguments, format);
	vsnprintf(text->text + text->length, (size_t)length + 1, format, arguments);
	va_end(arguments);
	text->length += (size_t)length;
}

void growing_text_done(struct growing_text *text)
{
	free(text->text);
	*text = (struct growing_text){ 0 };
}

void *growing_text_alloc(struct arena *arena, size_t size)
{
	void *memory = arena_alloc(arena, size);

	if (!memory)
		exit(1);
	return memory;
}

char *growing_text_copy(struct arena *arena, const char *bytes, size_t length)
{
	char *copy = arena_copy(arena, bytes, length);

	if (!copy)
		exit(1);
	return copy;
}
