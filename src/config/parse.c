/* SPDX-License-Identifier: Apache-2.0 */
/*
 * parse: see parse.h. inih does the splitting, but cuts what is too
 * long for it, goes on after errors and keeps the old section after a broken
 * header. So it is fed line by line, and a line that it would not read as
 * written refuses the file before inih sees it.
 *
 * What inih gets is a shadow of the line in which every byte above ASCII is an
 * "x": its isspace() follows the locale of the application, and an 8-bit locale
 * may call other bytes blanks. Positions are the same in both, so what it finds
 * in the shadow is then taken from the line itself.
 */
#include "config/parse.h"

#include <ini.h>
#include <stdint.h>
#include <string.h>

#include "base/text.h"

#define LINE_LIMIT ((size_t)199)	/* bytes; inih cuts such a line and longer ones */
#define SECTION_LIMIT ((size_t)49)	/* bytes; inih cuts more */
#define KEY_LIMIT ((size_t)50)		/* bytes; inih cuts such a key and longer ones */
#define SHOWN 60			/* bytes of a line that a message repeats */
#define DETAIL_SIZE 320			/* bytes of "line N: expected ..., found ..." */

struct reader {
	struct draft *draft;
	char *at;		/* what is still to be read */
	char *end;
	const char *nul;	/* the first NUL byte; END if there is none */
	unsigned line;		/* number of the line that inih has */
	char *real;		/* that line */
	size_t length;
	const char *shadow;	/* inih's copy */
	bool is_indented;
	bool is_refused;
	const char *detail;
};

static void refuse(struct reader *reader, const char *expected)
{
	struct settings *settings = reader->draft->settings;
	struct origin origin = { reader->draft->path, reader->line };
	int shown = reader->length < SHOWN ? (int)reader->length : SHOWN;
	const char *more = reader->length > SHOWN ? "..." : "";
	char text[DETAIL_SIZE];

	if (reader->is_refused)
		return;
	reader->is_refused = true;
	settings_add_problem(settings, LOG_ERROR, origin,
			     "expected %s, found \"%.*s%s\"; the whole file is refused",
			     expected, shown, reader->real, more);
	text_format(text, sizeof(text), "line %u: expected %s, found \"%.*s%s\"", reader->line,
		    expected, shown, reader->real, more);
	reader->detail = arena_copy(settings->arena, text, strlen(text));
}

/*
 * Where inih ends its search for one of two characters: there, at a ";" after
 * a blank, which begins a comment, or at the end of the line.
 */
static size_t find_or_comment(const struct reader *reader, size_t from, char one, char other)
{
	bool was_space = false;
	size_t i;

	for (i = from; i < reader->length; i++) {
		char c = reader->real[i];

		if (c == one || c == other || (was_space && c == ';'))
			break;
		was_space = text_is_space(c);
	}
	return i;
}

/* Nothing but blanks and perhaps a comment from AT on? */
static bool ends_well(const struct reader *reader, size_t at)
{
	size_t i = at;

	while (i < reader->length && text_is_space(reader->real[i]))
		i++;
	return i == reader->length || (i > at && reader->real[i] == ';');
}

static void check_header(struct reader *reader)
{
	const char *line = reader->real;
	size_t end = find_or_comment(reader, 1, ']', ']');

	if (end == reader->length || line[end] != ']')
		refuse(reader, "\"]\" behind the section's name");
	else if (memchr(line + 1, '[', end - 1))
		refuse(reader, "a section's name without brackets in it");
	else if (!ends_well(reader, end + 1))
		refuse(reader, "nothing or \" ; a comment\" behind \"]\"");
	else if (end - 1 > SECTION_LIMIT)
		refuse(reader, "a section's name of at most 49 bytes (\"match\" takes more globs)");
	else
		draft_add_section(reader->draft, reader->line, line + 1, end - 1);
}

static void check_key(struct reader *reader)
{
	size_t end = find_or_comment(reader, 0, '=', ':');

	if (end == reader->length || reader->real[end] == ';') {
		refuse(reader, "\"key = value\" or \"[section]\"");
		return;
	}
	while (end && text_is_space(reader->real[end - 1]))
		end--;
	if (end >= KEY_LIMIT)
		refuse(reader, "a key of less than 50 bytes");
}

/* A word and "=" is an indented key, which inih would take for a value. */
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

/* The comment is taken off here: some releases of inih (r55) leave it in the value. */
static void check_indented(struct reader *reader, size_t indent)
{
	reader->length = find_or_comment(reader, indent, '\n', '\n');
	if (!reader->draft->may_continue)
		refuse(reader, "an indented line only to continue a list");
	else if (looks_like_key(reader->real + indent, reader->length - indent))
		refuse(reader, "a key at the beginning of its line");
}

/* Moves to the next line: into real and length, without its end. */
static bool take_line(struct reader *reader)
{
	char *end;

	if (reader->is_refused || reader->at == reader->end)
		return false;
	end = memchr(reader->at, '\n', (size_t)(reader->end - reader->at));
	if (!end)
		end = reader->end;
	reader->line++;
	reader->real = reader->at;
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

static void make_shadow(struct reader *reader, char *shadow)
{
	for (size_t i = 0; i < reader->length; i++)
		shadow[i] = (reader->real[i] & 0x80) ? 'x' : reader->real[i];
	shadow[reader->length] = '\n';
	shadow[reader->length + 1] = '\0';
	reader->shadow = shadow;
}

/* inih's source of lines: gets those only that it has something to do for. */
static char *next_line(char *shadow, int size, void *user)
{
	struct reader *reader = user;

	while (take_line(reader)) {
		size_t indent = 0;

		while (indent < reader->length && text_is_space(reader->real[indent]))
			indent++;
		if (indent == reader->length || reader->real[indent] == '#' ||
		    reader->real[indent] == ';')
			continue;
		reader->is_indented = indent > 0;
		if (indent > 0)
			check_indented(reader, indent);
		else if (reader->real[0] == '[')
			check_header(reader);
		else
			check_key(reader);
		/* An inih built with a shorter line would cut. */
		if (reader->length + 2 > (size_t)size)
			refuse(reader, "a line that is not so long");
		if (reader->is_refused)
			return NULL;
		make_shadow(reader, shadow);
		return shadow;
	}
	return NULL;
}

/* What stands in the line itself where inih found TEXT in its shadow. */
static const char *real_text(struct reader *reader, const char *text)
{
	uintptr_t at = (uintptr_t)text - (uintptr_t)reader->shadow;
	size_t length = strlen(text);

	if (at > reader->length || length > reader->length - at)
		return text;
	reader->real[at + length] = '\0';
	return reader->real + at;
}

/*
 * The section is not asked for: inih's is the last good one, the reader's is
 * the one that stands there, with its line.
 */
static int take_value(void *user, const char *section, const char *name, const char *value)
{
	struct reader *reader = user;
	const char *text = real_text(reader, value);

	(void)section;
	if (reader->is_indented)
		draft_continue_list(reader->draft, reader->line, text);
	else
		draft_add_key(reader->draft, reader->line, real_text(reader, name), text);
	return 1;
}

bool parse_text(struct draft *draft, char *text, size_t size, const char **detail)
{
	struct reader reader = { .draft = draft, .at = text, .end = text + size, .real = text };
	int error;

	reader.nul = text + strlen(text);
	if (size >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0)
		reader.at += 3;
	error = ini_parse_stream(next_line, &reader, take_value, &reader);
	if (error > 0) {
		/* It does not stop at an error, so which line it was is not known. */
		reader.line = 0;
		reader.length = 0;
		refuse(&reader, "lines that this build of inih accepts");
	} else if (error < 0) {
		settings_note_no_memory(draft->settings);
		reader.is_refused = true;
	}
	*detail = reader.detail;
	return !reader.is_refused;
}
