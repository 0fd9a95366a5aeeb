/* SPDX-License-Identifier: Apache-2.0 */
/* source-lines: from places in a preprocessed text to the files and lines that the user has. */
#ifndef CLROUTER_REWRITER_SOURCE_LINES_H
#define CLROUTER_REWRITER_SOURCE_LINES_H

#include <stddef.h>

#include "rewriter/growing-text.h"

struct source_line {
	size_t start; /* in the text */
	const char *file;
	unsigned number;
};

struct source_lines {
	struct arena arena;
	struct source_line *list;
	size_t count;
};

/* Reads the line markers of the LENGTH bytes at TEXT; source_lines_done() frees them. */
void source_lines_read(struct source_lines *lines, const char *text, size_t length);
void source_lines_done(struct source_lines *lines);

/* The line with the place AT. The name of the program's own text, which has none, is empty. */
const struct source_line *source_lines_find(const struct source_lines *lines, size_t at);

/* Is LINE, which ends at END, a line marker? */
int source_lines_is_marker(const char *line, const char *end);

#endif
