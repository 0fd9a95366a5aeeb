/* SPDX-License-Identifier: Apache-2.0 */
/* unit-headers: see unit-headers.h. */
#include "rewriter/unit-headers.h"

#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <unistd.h>

#include "base/os.h"

#define MOST_HEADERS 40 /* descriptors are limited */
#define LEAST_PIPE 4096

/* A pipe that has the LENGTH bytes at TEXT and no writer; -1: it does not take so many. */
static int open_text(const char *text, size_t length)
{
	int ends[2];
	bool is_written;

	if (length > INT_MAX || pipe2(ends, O_NONBLOCK) != 0)
		return -1;
	is_written =
		fcntl(ends[1], F_SETPIPE_SZ, (int)(length < LEAST_PIPE ? LEAST_PIPE : length)) >= 0;
	while (is_written && length > 0) {
		const ssize_t count = write(ends[1], text, length);

		is_written = count > 0;
		text += is_written ? count : 0;
		length -= is_written ? (size_t)count : 0;
	}
	close(ends[1]);
	/* clang waits for what is there, and then sees the end. */
	if (is_written && fcntl(ends[0], F_SETFL, 0) == 0)
		return ends[0];
	close(ends[0]);
	return -1;
}

/* A text of JSON. */
static void add_quoted(struct growing_text *text, const char *directory, const char *name)
{
	growing_text_add(text, "\"");
	for (const char *part = directory; part; part = part == directory ? name : NULL)
		for (const char *at = part; *at; at++)
			if (*at == '"' || *at == '\\')
				growing_text_add(text, "\\%c", *at);
			else if ((unsigned char)*at < ' ')
				growing_text_add(text, "\\u%04x", (unsigned)*at);
			else
				growing_text_add_bytes(text, at, 1);
	growing_text_add(text, "\"");
}

/* Can a source include it? One of two headers of a name is the first one; clang 21 dies of a
 * directory that is a file. */
static bool is_included(const struct source_unit *unit, size_t index)
{
	const size_t length = strlen(unit->headers[index].name);

	if (length == 0 || unit->headers[index].name[length - 1] == '/')
		return false;
	for (size_t i = 0; i < index; i++)
		if (strcmp(unit->headers[i].name, unit->headers[index].name) == 0)
			return false;
	return true;
}

/* "NAME" is looked up in the working directory first, and <NAME> is not. */
static void add_names(struct growing_text *text, const struct source_unit *unit, size_t index,
		      int file, const char *working)
{
	const char *const directories[] = { UNIT_HEADERS_DIRECTORY, working };

	for (size_t i = 0; i < 2; i++) {
		growing_text_add(text, "%s{\"type\":\"file\",\"name\":",
				 text->text[text->length - 1] == '[' ? "" : ",");
		add_quoted(text, directories[i], unit->headers[index].name);
		growing_text_add(text, ",\"external-contents\":\"/proc/self/fd/%d\"}", file);
	}
}

static int add_file(struct unit_headers *headers, int file)
{
	if (file >= 0)
		headers->files[headers->count++] = file;
	return file;
}

static const char *open_all(struct unit_headers *headers, struct arena *arena,
			    const struct source_unit *unit, const char *working)
{
	struct growing_text text = { 0 }, name = { 0 };
	int file = 0;

	growing_text_add(&text, "{\"version\":0,\"use-external-names\":false,\"roots\":[");
	for (size_t i = 0; i < unit->header_count && file >= 0; i++) {
		if (!is_included(unit, i))
			continue;
		file = add_file(headers,
				open_text(unit->headers[i].text, strlen(unit->headers[i].text)));
		add_names(&text, unit, i, file, working);
	}
	growing_text_add(&text, "]}");
	if (file >= 0)
		file = add_file(headers, open_text(text.text, text.length));
	growing_text_add(&name, "/proc/self/fd/%d", file);
	headers->overlay = growing_text_copy(arena, name.text, name.length);
	growing_text_done(&name);
	growing_text_done(&text);
	return file >= 0 ? NULL : "its headers are too large";
}

bool unit_headers_open(struct unit_headers *headers, struct arena *arena,
		       const struct source_unit *unit, const char **reason)
{
	char working[OS_PATH_SIZE] = "";
	size_t length;

	*headers = (struct unit_headers){ 0 };
	if (unit->header_count == 0)
		return true;
	if (unit->header_count > MOST_HEADERS) {
		*reason = "it is compiled with too many headers";
		return false;
	}
	if (!os_working_directory(working, sizeof(working) - 1))
		working[0] = '\0';
	length = strlen(working);
	memcpy(&working[length], "/", 2);
	headers->files = growing_text_alloc(arena, (unit->header_count + 1) * sizeof(int));
	*reason = open_all(headers, arena, unit, working);
	return !*reason;
}

void unit_headers_close(struct unit_headers *headers)
{
	for (size_t i = 0; i < headers->count; i++)
		close(headers->files[i]);
	*headers = (struct unit_headers){ 0 };
}
