/* SPDX-License-Identifier: Apache-2.0 */
/* units: see units.h. */
#include "sanitize/units.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/common/list.h"
#include "base/text.h"

enum units_word {
	UNITS_LINK,
	UNITS_SOURCE,
	UNITS_EXPANDED,
	UNITS_OPTIONS,
	UNITS_NAME,
	UNITS_HEADER,
	UNITS_WORDS
};

static const char *const words[UNITS_WORDS] = { "link",	   "source", "expanded",
						"options", "name",   "header" };

/* === reading ================================================================ */

struct units_reader {
	struct units *units;
	char *at, *end;
	const char *name; /* of the header that comes next; NULL: none */
};

/* The word of the item at AT; UNITS_WORDS: none. */
static enum units_word take_word(struct units_reader *reader)
{
	for (unsigned i = 0; i < UNITS_WORDS; i++) {
		const char *rest = text_skip_prefix(reader->at, words[i]);

		if (!rest || *rest != ' ')
			continue;
		reader->at += strlen(words[i]) + 1;
		return (enum units_word)i;
	}
	return UNITS_WORDS;
}

/* A decimal number and a line feed. */
static bool take_length(struct units_reader *reader, size_t *length)
{
	const char *start = reader->at;

	for (*length = 0; *reader->at >= '0' && *reader->at <= '9'; reader->at++) {
		if (*length > (size_t)(reader->end - reader->at))
			return false;
		*length = 10 * *length + (size_t)(*reader->at - '0');
	}
	return reader->at > start && *reader->at++ == '\n';
}

/* The text, whose line feed becomes its end. */
static const char *take_text(struct units_reader *reader)
{
	char *text;
	size_t length;

	if (!take_length(reader, &length) || length >= (size_t)(reader->end - reader->at) ||
	    reader->at[length] != '\n')
		return NULL;
	text = reader->at;
	text[length] = '\0';
	reader->at += length + 1;
	return text;
}

static bool add_unit(struct units *units, const char *source, bool is_expanded)
{
	if (units->count >= UNITS_MOST || (!units->link && units->count > 0) ||
	    !list_make_space(&units->list, units->count, sizeof(units->list[0])))
		return false;
	units->list[units->count++] =
		(struct source_unit){ .source = source, .is_expanded = is_expanded, .options = "" };
	return true;
}

static bool add_header(struct units_reader *reader, struct source_unit *unit, const char *text)
{
	if (!unit || !reader->name || unit->header_count >= UNITS_MOST_HEADERS ||
	    !list_make_space(&unit->headers, unit->header_count, sizeof(unit->headers[0])))
		return false;
	unit->headers[unit->header_count++] = (struct unit_header){ reader->name, text };
	reader->name = NULL;
	return true;
}

static bool add_item(struct units_reader *reader, enum units_word word, const char *text)
{
	struct units *units = reader->units;
	struct source_unit *unit = units->count > 0 ? &units->list[units->count - 1] : NULL;

	if ((word == UNITS_HEADER) != (reader->name != NULL))
		return false;
	switch (word) {
	case UNITS_LINK:
		units->link = text;
		return !unit;
	case UNITS_SOURCE:
	case UNITS_EXPANDED:
		return add_unit(units, text, word == UNITS_EXPANDED);
	case UNITS_OPTIONS:
		if (unit)
			unit->options = text;
		return unit != NULL;
	case UNITS_NAME:
		reader->name = text;
		return unit != NULL;
	default:
		return add_header(reader, unit, text);
	}
}

static bool read_items(struct units_reader *reader)
{
	while (reader->at < reader->end) {
		const enum units_word word = take_word(reader);
		const char *text = word == UNITS_WORDS ? NULL : take_text(reader);

		if (!text || !add_item(reader, word, text))
			return false;
	}
	return reader->units->count > 0 && !reader->name;
}

bool units_read(struct units *units, const char *text, size_t length)
{
	struct units_reader reader = { .units = units };

	*units = (struct units){ 0 };
	units->memory = memchr(text, '\0', length) ? NULL : malloc(length + 1);
	if (!units->memory)
		return false;
	memcpy(units->memory, text, length);
	units->memory[length] = '\0';
	reader.at = units->memory;
	reader.end = units->memory + length;
	if (read_items(&reader))
		return true;
	units_done(units);
	return false;
}

void units_done(struct units *units)
{
	for (size_t i = 0; i < units->count; i++)
		free(units->list[i].headers);
	free(units->list);
	free(units->memory);
	*units = (struct units){ 0 };
}

/* === writing ================================================================ */

/* Adds an item at *AT, if that is not NULL. Returns its bytes. */
static size_t put(char **at, enum units_word word, const char *text)
{
	const size_t length = strlen(text);
	char head[64];
	const int used = snprintf(head, sizeof(head), "%s %zu\n", words[word], length);

	if (*at) {
		memcpy(*at, head, (size_t)used);
		memcpy(*at + used, text, length);
		(*at)[(size_t)used + length] = '\n';
		*at += (size_t)used + length + 1;
	}
	return (size_t)used + length + 1;
}

static size_t put_all(char *at, const struct units *units)
{
	size_t size = units->link ? put(&at, UNITS_LINK, units->link) : 0;

	for (size_t i = 0; i < units->count; i++) {
		const struct source_unit *unit = &units->list[i];

		size += put(&at, unit->is_expanded ? UNITS_EXPANDED : UNITS_SOURCE, unit->source);
		size += put(&at, UNITS_OPTIONS, unit->options);
		for (size_t j = 0; j < unit->header_count; j++) {
			size += put(&at, UNITS_NAME, unit->headers[j].name);
			size += put(&at, UNITS_HEADER, unit->headers[j].text);
		}
	}
	return size;
}

char *units_write(const struct units *units)
{
	const size_t size = put_all(NULL, units);
	char *text = malloc(size + 1);

	if (!text)
		return NULL;
	put_all(text, units);
	text[size] = '\0';
	return text;
}
