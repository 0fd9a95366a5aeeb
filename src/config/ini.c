/* SPDX-License-Identifier: Apache-2.0 */
/* ini: see ini.h. The sizes are the ones of inih's default options. */
#include "config/ini.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "base/text.h"

#define LINE_SIZE 200	/* bytes, with the terminator; as the next two */
#define NAME_SIZE 50

struct parser {
	ini_handler handler;
	void *user;
	char section[NAME_SIZE];
	char name[NAME_SIZE];	/* of the last value; "": a line cannot continue it */
};

/* The text without white space at both ends; what follows it is cut off. */
static char *trim(char *text)
{
	char *end = text + strlen(text);

	while (end > text && text_is_space(end[-1]))
		end--;
	*end = '\0';
	while (text_is_space(*text))
		text++;
	return text;
}

/* Where one of the characters STOPS or a comment begins in TEXT, or its end. */
static char *find(char *text, const char *stops)
{
	bool follows_space = false;

	for (; *text && !strchr(stops, *text); text++) {
		if (follows_space && *text == ';')
			return text;
		follows_space = text_is_space(*text);
	}
	return text;
}

/* Copies as much of TEXT as fits. */
static void keep(char *copy, const char *text)
{
	size_t length = strlen(text);

	if (length >= NAME_SIZE)
		length = NAME_SIZE - 1;
	memcpy(copy, text, length);
	copy[length] = '\0';
}

static bool parse_header(struct parser *parser, char *text)
{
	char *end = find(text, "]");

	if (*end != ']')
		return false;
	*end = '\0';
	keep(parser->section, text);
	parser->name[0] = '\0';
	return true;
}

static bool parse_value(struct parser *parser, const char *name, char *text)
{
	*find(text, "") = '\0';
	return parser->handler(parser->user, parser->section, name, trim(text)) != 0;
}

static bool parse_key(struct parser *parser, char *text)
{
	char *end = find(text, "=:");
	const char *name;

	if (*end != '=' && *end != ':')
		return false;
	*end = '\0';
	name = trim(text);
	keep(parser->name, name);
	return parse_value(parser, name, end + 1);
}

/* False if the line is wrong. */
static bool parse_line(struct parser *parser, char *line, bool is_first)
{
	bool has_mark = is_first && text_skip_prefix(line, "\xEF\xBB\xBF");
	char *text = trim(has_mark ? line + 3 : line);

	if (*text == '\0' || *text == ';' || *text == '#')
		return true;
	if (parser->name[0] && text > line)
		return parse_value(parser, parser->name, text);
	return *text == '[' ? parse_header(parser, text + 1) : parse_key(parser, text);
}

int ini_parse_stream(ini_reader reader, void *stream, ini_handler handler, void *user)
{
	struct parser parser = { .handler = handler, .user = user };
	char line[LINE_SIZE];
	int first_error = 0;

	for (int number = 1; reader(line, sizeof(line), stream); number++)
		if (!parse_line(&parser, line, number == 1) && !first_error)
			first_error = number;
	return first_error;
}
