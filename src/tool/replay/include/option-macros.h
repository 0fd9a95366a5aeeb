/* SPDX-License-Identifier: Apache-2.0 */
/*
 * option-macros: the macros of a program that can be in its lines "#include": those of -D and of
 * "#define", with parameters, and "#" before these; "##" is not understood.
 */
#ifndef CLROUTER_TOOL_REPLAY_INCLUDE_OPTION_MACROS_H
#define CLROUTER_TOOL_REPLAY_INCLUDE_OPTION_MACROS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"

#define OPTION_MACROS_LISTS 1024

struct option_macro;

/* All zero but for the arena: there are none. */
struct option_macros {
	struct arena *arena;
	struct option_macro *lists[OPTION_MACROS_LISTS];	/* by the hash of the name */
};

/* The length of the name at TEXT; 0: there is none. */
size_t option_macros_name_length(const char *text);

/*
 * Defines a macro by TEXT, "NAME BODY" or "NAME(PARAMETERS) BODY". REGION is 0, or the number of the
 * innermost lines around it of which nobody knows whether they count.
 */
void option_macros_define(struct option_macros *macros, const char *text, unsigned int region);

/* The same for the text of an option -D: "NAME", which is 1, or "NAME=BODY". */
void option_macros_option(struct option_macros *macros, const char *text);

void option_macros_undefine(struct option_macros *macros, const char *text, unsigned int region);

/* The region has ended: from now on it is not certain what was defined in it. */
void option_macros_end_region(struct option_macros *macros, unsigned int region);

/* Is it certain that the macro whose name begins at TEXT is defined? */
bool option_macros_is_certain(const struct option_macros *macros, const char *text);

/* TEXT with macros replaced, in the arena; NULL: it is not certain what it is, or it is too long. */
const char *option_macros_expand(const struct option_macros *macros, const char *text);

#endif
