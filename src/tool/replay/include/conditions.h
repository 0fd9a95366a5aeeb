/* SPDX-License-Identifier: Apache-2.0 */
/*
 * conditions: which lines of a source count, as far as that is certain from its options and its own
 * lines. What the driver defines is not known, so most lines in an #if may count or not.
 */
#ifndef CLROUTER_TOOL_REPLAY_INCLUDE_CONDITIONS_H
#define CLROUTER_TOOL_REPLAY_INCLUDE_CONDITIONS_H

#include <stdbool.h>
#include <stddef.h>

#include "tool/replay/include/option-macros.h"

#define CONDITIONS_MOST 256	/* #if in #if */

enum condition_state { CONDITION_TAKEN, CONDITION_UNKNOWN, CONDITION_NOT_TAKEN };

struct condition {
	enum condition_state state;	/* also because of those around it */
	enum condition_state outer;
	bool was_taken;			/* a part before this one */
	bool was_unknown;
	unsigned int region;		/* see option_macros_define() */
	unsigned int outer_region;
};

/* All zero but for the macros: no #if. */
struct conditions {
	struct option_macros *macros;
	struct condition stack[CONDITIONS_MOST];
	size_t count;
	unsigned int regions;
	const char *guard;	/* the name in an #ifndef that was the last directive; NULL: none */
};

/* Takes a DIRECTIVE, as lines_directive() returns it. False: there are too many in each other. */
bool conditions_take(struct conditions *conditions, const char *directive);

enum condition_state conditions_now(const struct conditions *conditions);

#endif
