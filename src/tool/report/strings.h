/* SPDX-License-Identifier: Apache-2.0 */
/* strings: texts, each of which is kept once and has a number. */
#ifndef CLROUTER_TOOL_REPORT_STRINGS_H
#define CLROUTER_TOOL_REPORT_STRINGS_H

#include <stddef.h>
#include <stdio.h>

#include "base/arena.h"
#include "tool/report/numbers.h"

/* All zero: none, and any number of bytes. */
struct strings {
	struct arena arena;
	struct pointer_map map;	/* from a hash to the last text that has it, plus 1 */
	struct string *list;
	size_t count;
	size_t bytes;		/* of all */
	size_t most;		/* no text is added beyond so many bytes; 0: there is no limit */
};

struct string {
	const char *text;
	size_t next;		/* another text with the same hash, plus 1; 0: none */
};

#define STRINGS_NONE ((size_t)-1) /* there is no memory, which has its message */
#define STRINGS_FULL ((size_t)-2) /* there are too many bytes */

/* The number of TEXT, which is added if it is new. */
size_t strings_add(struct strings *names, const char *text);

/* Writes all as an array of JSON. */
void strings_put(FILE *file, const struct strings *names);

void strings_done(struct strings *names);

#endif
