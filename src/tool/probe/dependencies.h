/* SPDX-License-Identifier: Apache-2.0 */
/*
 * dependencies: asks the dynamic linker what a library lacks, as ldd -r does: the
 * linker of this very program maps the library in a child, follows what it
 * needs, and tells what is not found. No code of the library runs.
 *
 * glibc's linker can do that; with another one the answer is empty.
 */
#ifndef CLROUTER_TOOL_PROBE_DEPENDENCIES_H
#define CLROUTER_TOOL_PROBE_DEPENDENCIES_H

#include "base/arena.h"

struct dependency {
	struct dependency *next;
	const char *text;
};

struct dependencies {
	struct dependency *missing;	/* libraries that are not found, by name */
	struct dependency *undefined;	/* symbols, "name (file that needs it)" */
	struct dependency *versions;	/* "version `GLIBC_2.99' not found ..." */
};

/* LIBRARY as dlopen gets it. ANSWER is filled; its words live in ARENA. */
void dependencies_ask(struct dependencies *answer, const char *library, unsigned limit,
		      struct arena *arena);

/* The same from what the linker printed, without asking it. */
void dependencies_parse(struct dependencies *answer, const char *output, struct arena *arena);

#endif
