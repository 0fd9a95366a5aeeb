/* SPDX-License-Identifier: Apache-2.0 */
/*
 * include-macros: guesses what macros make of a line "#include": macros of -D and of "#define",
 * with one parameter or none. A wrong guess does no harm, since the driver reads the line again: a
 * file too many is copied, or one is named as missing. So "#" and "##" are left out, and a macro
 * has each body that a line gives it, whatever #if says.
 */
#ifndef CLROUTER_TOOL_REPLAY_INCLUDE_INCLUDE_MACROS_H
#define CLROUTER_TOOL_REPLAY_INCLUDE_INCLUDE_MACROS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"

#define INCLUDE_MACROS_LISTS 1024

struct include_macro;

/* All zero but for the arena: there are none. */
struct include_macros {
	struct arena *arena;
	struct include_macro *lists[INCLUDE_MACROS_LISTS]; /* by the hash of the name */
	size_t most;					   /* bodies of one macro, up to a limit */
};

/*
 * Defines a macro by TEXT, "NAME BODY" or "NAME(PARAMETER) BODY"; in an option -D, IS_OPTION, it is
 * "NAME=BODY", or "NAME", which is 1.
 */
void include_macros_define(struct include_macros *macros, const char *text, bool is_option);

/*
 * TEXT with macros replaced, in ARENA; NULL: it cannot be understood, or is too long. With each
 * ROUND from 0 to MOST - 1, macros have another one of their bodies.
 */
const char *include_macros_expand(const struct include_macros *macros, const char *text,
				  size_t round, struct arena *arena);

#endif
