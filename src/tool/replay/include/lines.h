/* SPDX-License-Identifier: Apache-2.0 */
/*
 * lines: the lines of a source of OpenCL C as a preprocessor has them: a comment is a blank, and what a
 * backslash continues is one line.
 */
#ifndef CLROUTER_TOOL_REPLAY_INCLUDE_LINES_H
#define CLROUTER_TOOL_REPLAY_INCLUDE_LINES_H

#include <stdbool.h>
#include <stddef.h>

struct lines {
	const char *start;	/* of this line in the source */
	const char *at;		/* its end: the next one */
	const char *end;	/* of the source */
	size_t number;		/* of its first line for people, from 1 */
	size_t count;		/* of lines for people */
	char *text;		/* it, without comments */
};

/* SOURCE stays the caller's, and must last. False: there is no memory. */
bool lines_start(struct lines *lines, const char *source, size_t size);

/* False: there is none. */
bool lines_next(struct lines *lines);

/* If the line is a directive: what follows "#", without blanks around it. Otherwise NULL. */
const char *lines_directive(const struct lines *lines);

/* What follows WORD, the first one of DIRECTIVE, and blanks; NULL: it is another one. */
const char *lines_after(const char *directive, const char *word);

void lines_done(struct lines *lines);

#endif
