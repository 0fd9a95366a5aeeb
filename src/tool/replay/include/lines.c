/* SPDX-License-Identifier: Apache-2.0 */
/* lines: see lines.h. */
#include "tool/replay/include/lines.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "tool/replay/include/option-macros.h"

/* What a character is in; a quote is in itself. */
#define CODE '\0'
#define COMMENT '*'
#define LINE_COMMENT '/'

bool lines_start(struct lines *lines, const char *source, size_t size)
{
	*lines = (struct lines){ .start = source, .at = source, .end = source + size, .number = 1,
				 .text = malloc(size + 1) };
	return lines->text != NULL;
}

void lines_done(struct lines *lines)
{
	free(lines->text);
	lines->text = NULL;
}

static char peek(const struct lines *lines)
{
	return lines->at < lines->end ? *lines->at : '\0';
}

/* Is there a backslash with a line end? It is skipped. */
static bool skip_splice(struct lines *lines)
{
	const size_t left = (size_t)(lines->end - lines->at);

	if (left >= 2 && memcmp(lines->at, "\\\n", 2) == 0)
		lines->at += 2;
	else if (left >= 3 && memcmp(lines->at, "\\\r\n", 3) == 0)
		lines->at += 3;
	else
		return false;
	lines->count++;
	return true;
}

/* C, outside of comments and quotes. */
static char take_code(struct lines *lines, char c, char **out)
{
	if (c == '/' && (peek(lines) == '*' || peek(lines) == '/')) {
		*(*out)++ = ' ';
		return *lines->at++;
	}
	*(*out)++ = c;
	return c == '"' || c == '\'' ? c : CODE;
}

/* Takes C, and returns what the next character is in. */
static char take(struct lines *lines, char state, char c, char **out)
{
	switch (state) {
	case CODE:
		return take_code(lines, c, out);
	case COMMENT:
		if (c != '*' || peek(lines) != '/')
			return state;
		lines->at++;
		return CODE;
	case LINE_COMMENT:
		return state;
	default:
		*(*out)++ = c;
		if (c == '\\' && peek(lines) != '\n' && lines->at < lines->end)
			*(*out)++ = *lines->at++;
		return c == state ? CODE : state;
	}
}

bool lines_next(struct lines *lines)
{
	char *out = lines->text;
	char state = CODE;

	lines->number += lines->count;
	lines->count = 0;
	lines->start = lines->at;
	while (lines->at < lines->end) {
		char c;

		if (skip_splice(lines))
			continue;
		c = *lines->at++;
		lines->count += c == '\n';
		if (c == '\n' && state != COMMENT)
			break;
		state = take(lines, state, c, &out);
	}
	while (out > lines->text && text_is_space(out[-1]))
		out--;
	*out = '\0';
	return lines->at > lines->start;
}

const char *lines_directive(const struct lines *lines)
{
	const char *at = lines->text;

	while (text_is_space(*at))
		at++;
	if (*at++ != '#')
		return NULL;
	while (text_is_space(*at))
		at++;
	return at;
}

const char *lines_after(const char *directive, const char *word)
{
	const char *rest = text_skip_prefix(directive, word);

	if (!rest || text_is_name(*rest))
		return NULL;
	while (text_is_space(*rest))
		rest++;
	return rest;
}
