/* SPDX-License-Identifier: Apache-2.0 */
/*
 * parse: see parse.h. inih splits the lines, but it truncates what is too long for it, continues
 * after errors, and stays in the old section after a broken header. So it gets one line at a time.
 * If it would not read a line as it is written, the file is refused before inih gets that line.
 *
 * inih gets a copy of the line in which each byte above ASCII is an "x". Its isspace() depends on
 * the locale of the application, and in a locale with 8-bit characters some of these bytes may be
 * blanks. Positions are the same in both, so the texts that inih finds in the copy are taken from
 * the line.
 */
#include "config/parse.h"

#include <ini.h>
#include <stdint.h>
#include <string.h>

#include "base/text.h"

#define LINE_LIMIT ((size_t)199)	/* bytes; inih truncates a line of this length */
#define SECTION_LIMIT ((size_t)49)	/* bytes; inih truncates a longer name */
#define KEY_LIMIT ((size_t)50)		/* bytes; inih truncates a key of this length */
#define SHOWN 60			/* bytes of a line that a message quotes */
#define DETAIL_SIZE 320			/* bytes of "line N: expected ..., found ..." */

struct config_reader {
	struct draft *draft;
	char *at;		/* the next line */
	char *end;
	const char *nul;	/* the first NUL byte; END if there is none */
	char *line;		/* the current line; NUL bytes are added to it as it is split */
	size_t length;		/* of that line, without its end */
	unsigned line_number;
	const char *copy;	/* the copy of that line that inih has */
	bool is_indented;
	bool is_refused;
	const char *detail;	/* why it is refused; NULL: not refused, or no memory */
};

static void refuse(struct config_reader *reader, const char *expected)
{
	struct settings *settings = reader->draft->settings;
	struct origin origin = { reader->draft->path, reader->line_number };
	int shown = reader->length < SHOWN ? (int)reader->length : SHOWN;
	const char *more = reader->length > SHOWN ? "..." : "";
	char text[DETAIL_SIZE];

	if (reader->is_refused)
		return;
	reader->is_refused = true;
	settings_add_problem(settings, LOG_ERROR, origin,
			     "expected %s, found \"%.*s%s\"; the whole file is refused",
			     expected, shown, reader->line, more);
	text_format(text, sizeof(text), "line %u: expected %s, found \"%.*s%s\"",
		    reader->line_number, expected, shown, reader->line, more);
	reader->detail = arena_copy(settings->arena, text, strlen(text));
}

/*
 * Searches the line for one of two characters, as inih does. Returns the index of the character, or
 * of a ";" after a blank, which starts a comment, or the length of the line.
 */
static size_t find_char_or_comment(const struct config_reader *reader, size_t from, char one, char other)
{
	bool was_space = false;
	size_t i;

	for (i = from; i < reader->length; i++) {
		char c = reader->line[i];

		if (c == one || c == other || (was_space && c == ';'))
			break;
		was_space = text_is_space(c);
	}
	return i;
}

/* Is there nothing but white space, and perhaps a comment after it, from AT on? */
static bool is_blank_or_comment(const struct config_reader *reader, size_t at)
{
	size_t i = at;

	while (i < reader->length && text_is_space(reader->line[i]))
		i++;
	return i == reader->length || (i > at && reader->line[i] == ';');
}

static void check_header(struct config_reader *reader)
{
	const char *line = reader->line;
	size_t end = find_char_or_comment(reader, 1, ']', ']');

	if (end == reader->length || line[end] != ']')
		refuse(reader, "\"]\" after the section's name");
	else if (memchr(line + 1, '[', end - 1))
		refuse(reader, "a section's name without brackets in it");
	else if (!is_blank_or_comment(reader, end + 1))
		refuse(reader, "nothing or \" ; a comment\" after \"]\"");
	else if (end - 1 > SECTION_LIMIT)
		refuse(reader, "a section's name of at most 49 bytes (\"match\" takes more globs)");
	else
		draft_add_section(reader->draft, reader->line_number, line + 1, end - 1);
}

static void check_key(struct config_reader *reader)
{
	size_t end = find_char_or_comment(reader, 0, '=', ':');

	if (end == reader->length || reader->line[end] == ';') {
		refuse(reader, "\"key = value\" or \"[section]\"");
		return;
	}
	while (end && text_is_space(reader->line[end - 1]))
		end--;
	if (end >= KEY_LIMIT)
		refuse(reader, "a key of less than 50 bytes");
}

/* Is the line a word and "="? That is an indented key, which inih would take for a list element. */
static bool looks_like_key(const char *line, size_t length)
{
	size_t i = 0;

	while (i < length && ((line[i] >= '0' && line[i] <= '9') || line[i] == '_' ||
			      line[i] == '-' || ((line[i] | 32) >= 'a' && (line[i] | 32) <= 'z')))
		i++;
	if (i == 0)
		return false;
	while (i < length && text_is_space(line[i]))
		i++;
	return i < length && line[i] == '=';
}

/* A comment is removed here, because some releases of inih (r55) leave it in the value. */
static void check_indented(struct config_reader *reader, size_t indent)
{
	reader->length = find_char_or_comment(reader, indent, '\n', '\n');
	if (!reader->draft->may_continue)
		refuse(reader, "an indented line only to continue a list");
	else if (looks_like_key(reader->line + indent, reader->length - indent))
		refuse(reader, "a key at the beginning of its line");
}

/* Moves to the next line. False at the end of the text, or if the file is refused. */
static bool take_line(struct config_reader *reader)
{
	char *end;

	if (reader->is_refused || reader->at == reader->end)
		return false;
	end = memchr(reader->at, '\n', (size_t)(reader->end - reader->at));
	if (!end)
		end = reader->end;
	reader->line_number++;
	reader->line = reader->at;
	reader->length = (size_t)(end - reader->at);
	reader->at = end < reader->end ? end + 1 : end;
	if (reader->nul < end) {
		refuse(reader, "text, without NUL bytes");
		return false;
	}
	if (reader->length && end[-1] == '\r')
		reader->length--;
	if (reader->length >= LINE_LIMIT)
		refuse(reader, "a line of less than 199 bytes");
	return !reader->is_refused;
}

static void make_ascii_copy(struct config_reader *reader, char *copy)
{
	for (size_t i = 0; i < reader->length; i++)
		copy[i] = (reader->line[i] & 0x80) ? 'x' : reader->line[i];
	copy[reader->length] = '\n';
	copy[reader->length + 1] = '\0';
	reader->copy = copy;
}

/*
 * Called by inih to get a line of at most SIZE bytes in COPY. Empty lines and comments are skipped.
 */
static char *next_line(char *copy, int size, void *user)
{
	struct config_reader *reader = user;

	while (take_line(reader)) {
		size_t indent = 0;

		while (indent < reader->length && text_is_space(reader->line[indent]))
			indent++;
		if (indent == reader->length || reader->line[indent] == '#' ||
		    reader->line[indent] == ';')
			continue;
		reader->is_indented = indent > 0;
		if (indent > 0)
			check_indented(reader, indent);
		else if (reader->line[0] == '[')
			check_header(reader);
		else
			check_key(reader);
		/* inih may be built with a smaller buffer, and would truncate the line. */
		if (reader->length + 2 > (size_t)size)
			refuse(reader, "a shorter line");
		if (reader->is_refused)
			return NULL;
		make_ascii_copy(reader, copy);
		return copy;
	}
	return NULL;
}

/* The part of the line at the position of TEXT, which inih found in the copy. */
static const char *original_text(struct config_reader *reader, const char *text)
{
	uintptr_t at = (uintptr_t)text - (uintptr_t)reader->copy;
	size_t length = strlen(text);

	if (at > reader->length || length > reader->length - at)
		return text;
	reader->line[at + length] = '\0';
	return reader->line + at;
}

/*
 * Called by inih for each value. The parameter SECTION is not used: the draft has the section
 * already, with its line.
 */
static int take_value(void *user, const char *section, const char *name, const char *value)
{
	struct config_reader *reader = user;
	const char *text = original_text(reader, value);

	(void)section;
	if (reader->is_indented)
		draft_continue_list(reader->draft, reader->line_number, text);
	else
		draft_add_key(reader->draft, reader->line_number, original_text(reader, name),
			      text);
	return 1;
}

bool parse_text(struct draft *draft, char *text, size_t size, const char **detail)
{
	struct config_reader reader = { .draft = draft, .at = text, .end = text + size, .line = text };
	int error;

	reader.nul = text + strlen(text);
	if (size >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0)
		reader.at += 3;
	error = ini_parse_stream(next_line, &reader, take_value, &reader);
	if (error > 0) {
		/* inih continues after an error, so reader.line_number is not its line. */
		reader.line_number = 0;
		reader.length = 0;
		refuse(&reader, "lines that this build of inih accepts");
	} else if (error < 0) {
		settings_add_no_memory(draft->settings);
		reader.is_refused = true;
	}
	*detail = reader.detail;
	return !reader.is_refused;
}
