/* SPDX-License-Identifier: Apache-2.0 */
/*
 * file-name: see file-name.h.
 */
#include "base/common/file-name.h"

#include <string.h>
#include <unistd.h>

#include "base/common/job.h"
#include "base/common/system.h"
#include "base/os.h"
#include "base/text.h"

#define HOST_SIZE 256
#define VARIABLE_SIZE 64 /* no name is longer */

/* The bytes of the placeholder at TEXT, 0 if there is none. */
static size_t placeholder_length(const char *text)
{
	const char *end;

	if (text[0] != '%' || text[1] == '\0')
		return 0;
	if (strchr("phrj", text[1]))
		return 2;
	end = text[1] == 'q' && text[2] == '{' ? strchr(text, '}') : NULL;
	return end && end > text + 3 && end - text < VARIABLE_SIZE
		       ? (size_t)(end + 1 - text)
		       : 0;
}

const char *file_name_find(const char *pattern)
{
	while (*pattern != '\0' && placeholder_length(pattern) == 0)
		pattern++;
	return pattern;
}

static bool is_kept(char c)
{
	return !os_is_separator(c) && (unsigned char)c >= ' ' && c != '\x7f';
}

/* VALUE as a part of a name. */
static void add_value(struct line *line, const char *value)
{
	const bool is_directory = strcmp(value, ".") == 0 || strcmp(value, "..") == 0;

	for (; *value != '\0'; value++)
		line_add_bytes(line, is_kept(*value) && !is_directory ? value : "_", 1);
}

static void add_variable(struct line *line, const char *placeholder, size_t length)
{
	char name[VARIABLE_SIZE];
	const char *value;

	text_format(name, sizeof(name), "%.*s", (int)(length - strlen("%q{}")),
		    placeholder + strlen("%q{"));
	value = os_variable(name);
	add_value(line, value ? value : "");
}

static void add_placeholder(struct line *line, const char *placeholder, size_t length)
{
	char host[HOST_SIZE];

	switch (placeholder[1]) {
	case 'p':
		line_add(line, "%ld", (long)getpid());
		break;
	case 'h':
		system_host_name(host, sizeof(host));
		add_value(line, host);
		break;
	case 'r':
		line_add(line, "%s", job_rank() ? job_rank() : "0");
		break;
	case 'j':
		add_value(line, job_id() ? job_id() : "0");
		break;
	default:
		add_variable(line, placeholder, length);
		break;
	}
}

void file_name_add(struct line *line, const char *pattern)
{
	while (*pattern != '\0') {
		const char *next = file_name_find(pattern);
		const size_t length = placeholder_length(next);

		line_add_bytes(line, pattern, (size_t)(next - pattern));
		if (length > 0)
			add_placeholder(line, next, length);
		pattern = next + length;
	}
}
