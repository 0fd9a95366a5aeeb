/* SPDX-License-Identifier: Apache-2.0 */
/* trace-reader: see trace-reader.h. A recursive-descent parser, in one pass over the text. */
#include "layers/trace-reader.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DEPTH 16

struct reader {
	const char *start;
	const char *at;
	struct trace_events *trace;
	struct trace_event event;	/* the event that is being read */
	unsigned int depth;
};

static bool fail(struct reader *reader, const char *expected)
{
	if (!*reader->trace->error)
		snprintf(reader->trace->error, sizeof(reader->trace->error),
			 "byte %zu: expected %s, found \"%.20s\"",
			 (size_t)(reader->at - reader->start), expected, reader->at);
	return false;
}

static void skip_blanks(struct reader *reader)
{
	while (*reader->at && strchr(" \t\r\n", *reader->at))
		reader->at++;
}

/* Moves to what follows C if C comes next. */
static bool take(struct reader *reader, char c)
{
	skip_blanks(reader);
	if (*reader->at != c)
		return false;
	reader->at++;
	return true;
}

static bool read_escape(struct reader *reader)
{
	if (strchr("\"\\/bfnrt", *reader->at) && *reader->at) {
		reader->at++;
		return true;
	}
	for (int i = 1; *reader->at == 'u' && i <= 4; i++)
		if (!isxdigit((unsigned char)reader->at[i]))
			return fail(reader, "four hexadecimal digits");
	if (*reader->at != 'u')
		return fail(reader, "an escape sequence");
	reader->at += 5;
	return true;
}

/* Copies the string, truncated to the buffer. Escape sequences are kept as they are. */
static bool read_string(struct reader *reader, char *text, size_t size)
{
	const char *start;
	size_t length;

	if (!take(reader, '"'))
		return fail(reader, "a string");
	start = reader->at;
	while (*reader->at != '"') {
		if ((unsigned char)*reader->at < ' ' || (unsigned char)*reader->at > '~')
			return fail(reader, "a printable character");
		if (*reader->at++ == '\\' && !read_escape(reader))
			return false;
	}
	length = (size_t)(reader->at++ - start);
	length = length < size ? length : size - 1;
	memcpy(text, start, length);
	text[length] = '\0';
	return true;
}

static bool read_number(struct reader *reader, double *number)
{
	char *end;

	skip_blanks(reader);
	if (*reader->at != '-' && !isdigit((unsigned char)*reader->at))
		return fail(reader, "a number");
	*number = strtod(reader->at, &end);
	reader->at = end;
	return true;
}

/* Stores a member of the event: at depth 1 its own, at depth 2 one of args. */
static void keep_text(struct reader *reader, const char *key, const char *text)
{
	struct trace_event *event = &reader->event;

	if (reader->depth == 2 && strcmp(key, "ph") == 0)
		event->phase = text[0];
	else if (reader->depth == 2 && strcmp(key, "cat") == 0)
		snprintf(event->category, sizeof(event->category), "%.15s", text);
	else if (reader->depth == 2 && strcmp(key, "name") == 0)
		snprintf(event->name, sizeof(event->name), "%.63s", text);
	else if (reader->depth == 3 && strcmp(key, "name") == 0)
		snprintf(event->label, sizeof(event->label), "%.63s", text);
}

static void keep_number(struct reader *reader, const char *key, double number)
{
	if (reader->depth != 2)
		return;
	if (strcmp(key, "tid") == 0)
		reader->event.row = number;
	else if (strcmp(key, "ts") == 0)
		reader->event.begin = number;
	else if (strcmp(key, "dur") == 0)
		reader->event.duration = number;
}

static bool read_object(struct reader *reader);

static bool read_member(struct reader *reader)
{
	char key[64];
	char text[4096];
	double number = 0;

	if (!read_string(reader, key, sizeof(key)))
		return false;
	if (!take(reader, ':'))
		return fail(reader, "a colon");
	skip_blanks(reader);
	if (*reader->at == '{')
		return read_object(reader);
	if (*reader->at == '"') {
		if (!read_string(reader, text, sizeof(text)))
			return false;
		keep_text(reader, key, text);
		return true;
	}
	if (!read_number(reader, &number))
		return false;
	keep_number(reader, key, number);
	return true;
}

static bool read_object(struct reader *reader)
{
	if (!take(reader, '{') || ++reader->depth > DEPTH)
		return fail(reader, "an object");
	do
		if (!read_member(reader))
			return false;
	while (take(reader, ','));
	reader->depth--;
	return take(reader, '}') || fail(reader, "a closing brace");
}

static void add_event(struct trace_events *trace, const struct trace_event *event)
{
	/* The capacity is doubled at each power of two. */
	if ((trace->count & (trace->count - 1)) == 0)
		trace->events = realloc(trace->events, (trace->count ? 2 * trace->count : 1) *
						       sizeof(*trace->events));
	if (trace->events == NULL)
		abort();
	trace->events[trace->count++] = *event;
}

void trace_events_read(struct trace_events *trace, const char *text)
{
	struct reader reader = { .start = text, .at = text, .trace = trace };

	memset(trace, 0, sizeof(*trace));
	if (!take(&reader, '[')) {
		fail(&reader, "an array");
		return;
	}
	do {
		memset(&reader.event, 0, sizeof(reader.event));
		reader.depth = 1;
		if (!read_object(&reader))
			return;
		add_event(trace, &reader.event);
	} while (take(&reader, ','));
	if (!take(&reader, ']'))
		fail(&reader, "a closing bracket");
	skip_blanks(&reader);
	if (*reader.at)
		fail(&reader, "the end");
}

/* By row, then by begin; of two that begin at the same time, the longer one first. */
static int compare(const void *left, const void *right)
{
	const struct trace_event *a = left;
	const struct trace_event *b = right;

	if (a->row != b->row)
		return a->row < b->row ? -1 : 1;
	if (a->begin != b->begin)
		return a->begin < b->begin ? -1 : 1;
	return a->duration > b->duration ? -1 : a->duration < b->duration;
}

/* Times have three decimals, in microseconds, and doubles are not exact. */
#define EXACTLY 0.0005

static bool is_over(const struct trace_event *outer, const struct trace_event *event)
{
	return outer->row != event->row ||
	       outer->begin + outer->duration <= event->begin + EXACTLY;
}

static bool contains(const struct trace_event *outer, const struct trace_event *inner)
{
	return inner->begin + inner->duration <= outer->begin + outer->duration + EXACTLY;
}

bool trace_events_nest(struct trace_events *trace)
{
	const struct trace_event *open[DEPTH];
	size_t depth = 0;

	qsort(trace->events, trace->count, sizeof(*trace->events), compare);
	for (size_t i = 0; i < trace->count; i++) {
		const struct trace_event *event = &trace->events[i];

		if (event->phase != 'X')
			continue;
		while (depth > 0 && is_over(open[depth - 1], event))
			depth--;
		if (depth == DEPTH || (depth > 0 && !contains(open[depth - 1], event)))
			return false;
		open[depth++] = event;
	}
	return true;
}

void trace_events_done(struct trace_events *trace)
{
	free(trace->events);
	trace->events = NULL;
	trace->count = 0;
}
