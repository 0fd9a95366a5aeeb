/* SPDX-License-Identifier: Apache-2.0 */
/* excerpt: see excerpt.h. */
#include "tool/output/excerpt.h"

#include <stdbool.h>

#include "tool/output/format.h"

#define MOST_CONTINUED 3	/* bytes of a character of UTF-8 after its first one */

static bool is_continued(char byte)
{
	return ((unsigned char)byte & 0xC0) == 0x80;
}

/* How many of the LENGTH bytes at TEXT are whole characters, at most EXCERPT_BYTES. */
static size_t whole_length(const char *text, size_t length)
{
	if (length <= EXCERPT_BYTES)
		return length;
	for (size_t size = EXCERPT_BYTES; size >= EXCERPT_BYTES - MOST_CONTINUED; size--)
		if (!is_continued(text[size]))
			return size;
	return EXCERPT_BYTES;	/* it is no UTF-8 */
}

/* The rest of a character that began before TEXT. */
static size_t rest_length(const char *text, size_t length)
{
	size_t rest = 0;

	while (rest < MOST_CONTINUED && rest < length && is_continued(text[rest]))
		rest++;
	return rest;
}

static const char *copy_without_nul(const char *text, size_t length, struct arena *arena)
{
	char *copy = arena_copy(arena, text, length);

	for (size_t i = 0; copy && i < length; i++)
		if (copy[i] == '\0')
			copy[i] = '?';
	return format_or(copy, "(no memory)");
}

const char *excerpt_of_line(const char *line, size_t length, size_t lost, struct arena *arena)
{
	const size_t first = lost > 0 ? rest_length(line, length) : 0;
	const size_t shown = whole_length(line + first, length - first);
	const char *text = copy_without_nul(line + first, shown, arena);

	if (lost + length == shown)
		return text;
	return format_into(arena, "%s%s%s (%zu bytes are left out)", lost > 0 ? "..." : "", text,
			   first + shown < length ? "..." : "", lost + length - shown);
}
