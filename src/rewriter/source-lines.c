/* SPDX-License-Identifier: Apache-2.0 */
/* source-lines: see source-lines.h. */
#include "rewriter/source-lines.h"

#include <stdlib.h>
#include <string.h>

#include "base/common/list.h"
#include "base/text.h"
#include "rewriter/unit-headers.h"

/* The name that the compiler gives to what it reads from a pipe. */
#define UNNAMED "<stdin>"

int source_lines_is_marker(const char *line, const char *end)
{
	return end - line > 2 && line[0] == '#' && line[1] == ' ' && line[2] >= '0' &&
	       line[2] <= '9';
}

static int octal_digit(const char *at, const char *end)
{
	return at < end && *at >= '0' && *at <= '7' ? *at - '0' : -1;
}

/* The character after a backslash at *AT, as the compiler writes it; *AT is moved after it. */
static char take_escape(const char **at, const char *end)
{
	int number = 0, digit, count = 0;

	while (count < 3 && (digit = octal_digit(*at, end)) >= 0) {
		number = 8 * number + digit;
		(*at)++;
		count++;
	}
	if (count > 0)
		return (char)number;
	switch (*(*at)++) {
	case 't':
		return '\t';
	case 'n':
		return '\n';
	default:
		return (*at)[-1];
	}
}

/* The name between the quotation marks of a line marker. */
static const char *read_name(struct source_lines *lines, const char *at, const char *end)
{
	struct growing_text name = { 0 };
	const char *copy = "";

	while (at < end && *at != '"')
		at++;
	for (at++; at < end && *at != '"';) {
		char c = *at++;

		if (c == '\\' && at < end)
			c = take_escape(&at, end);
		if (c != '\0')
			growing_text_add_bytes(&name, &c, 1);
	}
	if (name.length > 0 && strcmp(name.text, UNNAMED) != 0) {
		const char *shown = unit_headers_name(name.text);

		copy = growing_text_copy(&lines->arena, shown, strlen(shown));
	}
	growing_text_done(&name);
	return copy;
}

static unsigned read_number(const char *at, const char *end)
{
	unsigned number = 0;

	for (at += 2; at < end && *at >= '0' && *at <= '9'; at++)
		number = 10 * number + (unsigned)(*at - '0');
	return number;
}

void source_lines_read(struct source_lines *lines, const char *text, size_t length)
{
	const char *const end = text + length;
	struct source_line next = { 0, "", 1 };

	*lines = (struct source_lines){ .arena = ARENA_INIT };
	for (const char *line = text; line < end;) {
		const char *after = memchr(line, '\n', (size_t)(end - line));

		after = after ? after : end;
		next.start = (size_t)(line - text);
		if (!list_make_space(&lines->list, lines->count, sizeof(lines->list[0])))
			exit(1);
		lines->list[lines->count++] = next;
		next.number++;
		if (source_lines_is_marker(line, after)) {
			next.number = read_number(line, after);
			next.file = read_name(lines, line, after);
		}
		line = after + 1;
	}
}

void source_lines_done(struct source_lines *lines)
{
	free(lines->list);
	arena_done(&lines->arena);
	*lines = (struct source_lines){ .arena = ARENA_INIT };
}

const struct source_line *source_lines_find(const struct source_lines *lines, size_t at)
{
	static const struct source_line none = { 0, "", 0 };
	size_t first = 0, after = lines->count;

	while (after - first > 1) {
		const size_t middle = first + (after - first) / 2;

		if (lines->list[middle].start <= at)
			first = middle;
		else
			after = middle;
	}
	return after > first ? &lines->list[first] : &none;
}
