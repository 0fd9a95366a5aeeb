/* SPDX-License-Identifier: Apache-2.0 */
/*
 * suggest: what may have been meant by a name that is not known: the nearest of the names that
 * are.
 */
#ifndef CLROUTER_TOOL_OUTPUT_SUGGEST_H
#define CLROUTER_TOOL_OUTPUT_SUGGEST_H

#include <stddef.h>

#include "base/arena.h"
#include "config/settings.h"

/* A search for the nearest name. */
struct suggestion {
	const char *name;	/* what was found */
	const char *best;	/* the nearest name so far; NULL: none is near enough */
	size_t limit;		/* a name with fewer differences is better */
};

/* Begins to look for NAME. */
void suggest_begin(struct suggestion *suggestion, const char *name);

/* Compares a name that is known, and which must live until the end. */
void suggest_consider(struct suggestion *suggestion, const char *known);

/* "; did you mean "PREFIXbest"?" in ARENA; "" if no name is near. */
const char *suggest_end(const struct suggestion *suggestion, const char *prefix,
			struct arena *arena);

/*
 * The text of a configuration's problem, with "; did you mean ...?" if it is about an unknown key
 * or section and a known one is near. Lives in ARENA or with PROBLEM; never NULL.
 */
const char *suggest_text(const struct settings_problem *problem, struct arena *arena);

#endif
