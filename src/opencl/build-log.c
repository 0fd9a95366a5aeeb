/* SPDX-License-Identifier: Apache-2.0 */
/* build-log: see build-log.h. */
#include "opencl/build-log.h"

#include <string.h>

#include "base/text.h"

#define WORD ((size_t)5)	/* bytes of "error" */

/* -Werror, an option that some logs repeat, is no error. */
static const char *find_error(const char *text, size_t length)
{
	static const char word[] = "error";

	for (size_t i = 0; i + WORD <= length; i++) {
		size_t fits = 0;

		while (fits < WORD && text_lower(text[i + fits]) == word[fits])
			fits++;
		if (fits == WORD && (i == 0 || text[i - 1] != 'W'))
			return text + i;
	}
	return NULL;
}

/* The number of bytes of "12:" at the beginning of TEXT; 0: it begins with something else. */
static size_t number_length(const char *text, size_t length)
{
	size_t digits = 0;

	while (digits < length && text[digits] >= '0' && text[digits] <= '9')
		digits++;
	return digits > 0 && digits < length && text[digits] == ':' ? digits + 1 : 0;
}

/*
 * The length of FILE: before a place of the source; 0: there is none. A line without a column
 * counts only after a name that is no number: the file of "3:5: error" was left out already.
 */
static size_t file_length(const char *text, size_t length)
{
	const size_t first_number = number_length(text, length);
	size_t without_column = 0;

	for (size_t i = 1; i < length; i++) {
		size_t line = text[i] == ':' ? number_length(text + i + 1, length - i - 1) : 0;

		if (line == 0)
			continue;
		if (number_length(text + i + 1 + line, length - i - 1 - line) > 0)
			return i + 1;
		if (without_column == 0 && first_number != i + 1)
			without_column = i + 1;
	}
	return without_column;
}

/* PoCL writes "error: FILE:LINE:COLUMN: message": is FILE, which ends after SIZE bytes, a path? */
static bool is_after_word(const char *text, size_t size)
{
	return size > WORD + 2 && find_error(text, WORD) && text[WORD] == ':' &&
	       text[WORD + 1] == ' ' && text[WORD + 2] == '/';
}

static struct build_log_line judge_line(const char *text, size_t length)
{
	const char *word;
	size_t file;

	while (length > 0 && text_is_space(*text)) {
		text++;
		length--;
	}
	while (length > 0 && text_is_space(text[length - 1]))
		length--;
	file = file_length(text, length);
	/* The name of a file may have the word; a message that names a file begins with it. */
	if (file > 0 && (find_error(text + file, length - file) || is_after_word(text, file)))
		return (struct build_log_line){ text + file, length - file, true };
	word = find_error(text, file > 0 ? file : length);
	return (struct build_log_line){ text, length,
					word && (file == 0 || word == text || word[WORD] == ':') };
}

bool build_log_find(const char *log, size_t size, struct build_log_line *line)
{
	const char *const end = log + strnlen(log, size);

	*line = (struct build_log_line){ NULL, 0, false };
	while (log < end && !line->has_error) {
		const char *newline = memchr(log, '\n', (size_t)(end - log));
		const char *next = newline ? newline : end;
		struct build_log_line found = judge_line(log, (size_t)(next - log));

		if (found.has_error || (found.length > 0 && !line->text))
			*line = found;
		log = newline ? newline + 1 : end;
	}
	return line->text != NULL;
}
