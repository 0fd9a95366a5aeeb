/* SPDX-License-Identifier: Apache-2.0 */
/*
 * linker: asks the dynamic linker what a library lacks, as ldd -r does: the
 * linker of this very program maps the library in a child, follows what it
 * needs, and tells what is not found. No code of the library runs.
 *
 * glibc's linker can do that; with another one the answer is empty.
 */
#ifndef CLROUTER_TOOL_PROBE_LINKER_H
#define CLROUTER_TOOL_PROBE_LINKER_H

#include "base/arena.h"

struct linker_word {
	struct linker_word *next;
	const char *text;
};

struct linker_answer {
	struct linker_word *missing;	/* libraries that are not found, by name */
	struct linker_word *undefined;	/* symbols, "name (file that needs it)" */
	struct linker_word *versions;	/* "version `GLIBC_2.99' not found ..." */
};

/* LIBRARY as dlopen gets it. ANSWER is filled; its words live in ARENA. */
void linker_ask(struct linker_answer *answer, const char *library, unsigned limit,
		struct arena *arena);

/* The same from what the linker printed, without asking it. */
void linker_read(struct linker_answer *answer, const char *output, struct arena *arena);

#endif
