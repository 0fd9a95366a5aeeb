/* SPDX-License-Identifier: Apache-2.0 */
/*
 * suggest: finds the known name that is most similar to an unknown one, for "did you mean". The
 * module prints nothing.
 */
#ifndef CLROUTER_TOOL_OUTPUT_SUGGEST_H
#define CLROUTER_TOOL_OUTPUT_SUGGEST_H

#include <stddef.h>

#include "base/arena.h"
#include "config/settings.h"

/* A search for the nearest name. */
struct suggestion {
	const char *name;	/* the unknown name */
	const char *best;	/* the most similar name so far; NULL: none is similar enough */
	size_t limit;		/* a name needs fewer changed characters than this */
};

/* Begins a search. NAME must live until its end. */
void suggest_begin(struct suggestion *suggestion, const char *name);

/* Compares KNOWN, which must live until the end of the search. */
void suggest_consider(struct suggestion *suggestion, const char *known);

/* The text '; did you mean "PREFIXbest"?' in ARENA, or "" if no name is similar enough. */
const char *suggest_end(const struct suggestion *suggestion, const char *prefix,
			struct arena *arena);

/*
 * The text of PROBLEM, with "; did you mean ...?" if it is about an unknown key or section and a
 * known one is similar. It is in ARENA, or as long-lived as PROBLEM. Never NULL.
 */
const char *suggest_text(const struct settings_problem *problem, struct arena *arena);

#endif
