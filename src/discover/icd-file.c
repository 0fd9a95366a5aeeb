/* SPDX-License-Identifier: Apache-2.0 */
/*
 * icd-file: see icd-file.h. Reading a file takes three system calls: openat, read and close.
 * Without IS_REGULAR a stat comes first.
 */
#include "discover/icd-file.h"

#include <string.h>
#include <unistd.h>

#include "base/file/io.h"
#include "base/os.h"
#include "base/text.h"

/* Moves *AT past white space. Returns the length up to END, without white space at the end. */
static size_t trim(const char **at, const char *end)
{
	while (*at < end && text_is_space(**at))
		(*at)++;
	while (end > *at && text_is_space(end[-1]))
		end--;
	return (size_t)(end - *at);
}

/* The end of LINE, which may contain NUL bytes. If no newline ends it, that is END. */
static const char *find_line_end(const char *line, const char *end)
{
	const char *found = memchr(line, '\n', (size_t)(end - line));

	return found ? found : end;
}

enum reason icd_file_parse(const char *bytes, size_t size, const char **name, size_t *length)
{
	const char *at = bytes;
	const char *end = bytes + size;

	if (size == 0)
		return REASON_EMPTY_FILE;
	if (size >= 3 && memcmp(at, "\xEF\xBB\xBF", 3) == 0)
		at += 3;
	while (at < end) {
		const char *line = at;
		const char *end_of_text = strchr(line, '\n');

		at = end_of_text ? end_of_text : find_line_end(line, end);
		*length = trim(&line, at);
		if (*length > 0 && *line != '#') {
			*name = line;
			if (!end_of_text && memchr(line, '\0', *length))
				return REASON_NOT_TEXT;
			/*
			 * A line at the end of the bytes that were read may continue in the file.
			 */
			if (*length >= OS_PATH_SIZE || (at == end && size >= ICD_FILE_SIZE))
				return REASON_TOO_LONG;
			return REASON_OK;
		}
		at++;
	}
	return REASON_NO_LIBRARY_NAME;
}

/* Reads the file PATH into BYTES. Returns the number of bytes, or -errno. */
static ssize_t read_file(const char *path, char *bytes)
{
	int file = os_open(path, OS_READ, NULL);
	ssize_t size;

	if (file < 0)
		return file;
	size = io_read(file, bytes, ICD_FILE_SIZE);
	close(file);
	return size;
}

/* A relative path with a slash is relative to the directory of the file. NULL: no memory. */
static const char *resolve(const struct candidate *candidate, struct arena *arena)
{
	const char *parts[] = { "", candidate->written };
	const char *base;

	if (text_base_name(candidate->written) == candidate->written)
		return candidate->written;
	base = text_base_name(candidate->path);
	if (base == candidate->path)
		parts[0] = "./";
	else
		parts[0] = arena_copy(arena, candidate->path, (size_t)(base - candidate->path));
	return parts[0] ? arena_join(arena, parts, 2) : NULL;
}

static void set_library(struct candidate *candidate, enum log_topic topic, const char *bytes,
			size_t size, struct arena *arena)
{
	const char *name = bytes;
	size_t length = 0;
	enum reason reason = icd_file_parse(bytes, size, &name, &length);

	if (reason != REASON_OK) {
		candidate_refuse(candidate, topic, reason, 0, NULL);
		return;
	}
	candidate->written = arena_copy(arena, name, length);
	if (candidate->written)
		candidate->library = os_is_absolute(candidate->written)
					     ? candidate->written : resolve(candidate, arena);
	if (!candidate->library)
		candidate_refuse(candidate, topic, REASON_NO_MEMORY, 0, NULL);
}

/* Returns 0 if PATH is a regular file, 1 if it is something else, or -errno. */
static int check_regular(const char *path)
{
	struct os_status status;
	int error = os_path_status(path, &status);

	return error ? error : status.kind != OS_REGULAR;
}

void icd_file_read(struct candidate *candidate, enum log_topic topic, const char *root,
		   bool is_regular, struct arena *arena)
{
	const char *path = arena_under_root(arena, root, candidate->path);
	char bytes[ICD_FILE_SIZE + 1];
	ssize_t size;
	int error;

	if (!path) {
		candidate_refuse(candidate, topic, REASON_NO_MEMORY, 0, NULL);
		return;
	}
	error = is_regular ? 0 : check_regular(path);
	if (error > 0) {
		candidate_refuse(candidate, topic, REASON_NOT_REGULAR, 0, NULL);
		return;
	}
	size = error ? error : read_file(path, bytes);
	if (size < 0) {
		candidate_refuse(candidate, topic, REASON_UNREADABLE, (int)-size, NULL);
		return;
	}
	bytes[size] = '\0';
	set_library(candidate, topic, bytes, (size_t)size, arena);
}
