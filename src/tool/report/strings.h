/* SPDX-License-Identifier: Apache-2.0 */
/* strings: texts, each of which is kept once and has a number. */
#ifndef CLROUTER_TOOL_REPORT_STRINGS_H
#define CLROUTER_TOOL_REPORT_STRINGS_H

#include <stddef.h>

#include "base/arena.h"
#include "tool/report/number-map.h"

/* All zero: none. */
struct strings {
	struct arena arena;
	struct pointer_map map;	/* from a hash to the last text that has it, plus 1 */
	struct string *list;
	size_t count;
};

struct string {
	const char *text;
	size_t next;		/* another text with the same hash, plus 1; 0: none */
};

#define STRINGS_NONE ((size_t)-1)

/* The number of TEXT, which is added if it is new; STRINGS_NONE: there is no memory. */
size_t strings_add(struct strings *names, const char *text);

void strings_done(struct strings *names);

#endif
