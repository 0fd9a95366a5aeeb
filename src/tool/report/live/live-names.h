/* SPDX-License-Identifier: Apache-2.0 */
/* live-names: texts, each of which is kept once and has a number. */
#ifndef CLROUTER_TOOL_REPORT_LIVE_LIVE_NAMES_H
#define CLROUTER_TOOL_REPORT_LIVE_LIVE_NAMES_H

#include <stddef.h>

#include "base/arena.h"
#include "tool/report/live/live-map.h"

/* All zero: none. */
struct live_names {
	struct arena arena;
	struct pointer_map map;	/* from a hash to the last text that has it, plus 1 */
	struct live_name *list;
	size_t count;
};

struct live_name {
	const char *text;
	size_t next;		/* another text with the same hash, plus 1; 0: none */
};

#define LIVE_NAMES_NONE ((size_t)-1)

/* The number of TEXT, which is added if it is new; LIVE_NAMES_NONE: there is no memory. */
size_t live_names_add(struct live_names *names, const char *text);

void live_names_done(struct live_names *names);

#endif
