/* SPDX-License-Identifier: Apache-2.0 */
/*
 * fuzz-ini: our stand-in for inih (src/config/ini.c) and inih itself get the same lines. Both must
 * call their handler with the same texts, and return the same number of a line.
 *
 * Releases of inih differ in two cases that parse.c keeps from them: lines that are longer than
 * their buffer, and a comment in a line that continues a value. The lines are cut accordingly.
 */
#include <ini.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"

/* src/config/ini.c, compiled with another name of its function. */
int own_ini_parse_stream(ini_reader reader, void *stream, ini_handler handler, void *user);

typedef int parse_fn(ini_reader reader, void *stream, ini_handler handler, void *user);

#define LINE_LIMIT 198	/* bytes, without the newline */

const char fuzz_target[] = "ini";

struct run {
	const char *at;
	const char *end;
	char *calls;		/* what the handler got: "section|name|value" and a newline each */
	size_t size;
	unsigned refused;	/* the handler refuses each call whose number is odd */
	int result;
};

static bool is_space(char c)
{
	return c == ' ' || (c >= '\t' && c <= '\r');
}

/* The length of the line without a comment, if it is indented. */
static size_t cut_comment(const char *line, size_t length)
{
	if (length == 0 || !is_space(line[0]))
		return length;
	for (size_t i = 1; i < length; i++)
		if (line[i] == ';' && is_space(line[i - 1]))
			return i;
	return length;
}

static char *next_line(char *line, int size, void *stream)
{
	struct run *run = stream;
	const char *newline = memchr(run->at, '\n', (size_t)(run->end - run->at));
	const char *end = newline ? newline : run->end;
	size_t length = (size_t)(end - run->at);

	if (run->at == run->end)
		return NULL;
	FUZZ_CHECK(size > LINE_LIMIT + 1);
	if (length > LINE_LIMIT)
		length = LINE_LIMIT;
	length = cut_comment(run->at, length);
	memcpy(line, run->at, length);
	memcpy(line + length, "\n", 2);
	run->at = newline ? newline + 1 : run->end;
	return line;
}

static int take_value(void *user, const char *section, const char *name, const char *value)
{
	struct run *run = user;
	size_t more = strlen(section) + strlen(name) + strlen(value) + 4;
	char *calls = realloc(run->calls, run->size + more);

	FUZZ_CHECK(calls);
	run->calls = calls;
	run->size += (size_t)sprintf(calls + run->size, "%s|%s|%s\n", section, name, value);
	return ++run->refused % 2 == 0;
}

static void parse(struct run *run, parse_fn *function, const uint8_t *data, size_t size)
{
	memset(run, 0, sizeof(*run));
	run->at = (const char *)data;
	run->end = run->at + size;
	run->result = function(next_line, run, take_value, run);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct run own;
	struct run inih;

	parse(&own, own_ini_parse_stream, data, size);
	parse(&inih, ini_parse_stream, data, size);
	FUZZ_CHECK(own.result == inih.result);
	FUZZ_CHECK(own.size == inih.size);
	FUZZ_CHECK(own.size == 0 || memcmp(own.calls, inih.calls, own.size) == 0);
	free(own.calls);
	free(inih.calls);
	return 0;
}
