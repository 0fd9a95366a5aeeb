/* SPDX-License-Identifier: Apache-2.0 */
/*
 * dependencies: asks the dynamic linker what a library lacks, as ldd -r does: the
 * linker of this very program maps the library in a child, follows what it
 * needs, and tells what is not found. No code of the library runs.
 *
 * glibc's linker can do that; with another one the answer is empty.
 */
#ifndef CLROUTER_TOOL_PROBE_FILE_DEPENDENCIES_H
#define CLROUTER_TOOL_PROBE_FILE_DEPENDENCIES_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"

struct dependency {
	struct dependency *next;
	const char *text;
	const char *path;	/* of a library that is found, its file; else NULL */
};

/*
 * The word in LIST that has the LENGTH bytes at TEXT; a new one at its end, if it has fewer than
 * MOST words. NULL: there is none.
 */
struct dependency *dependencies_add(struct dependency **list, const char *text, size_t length,
				    size_t most, struct arena *arena);

struct dependencies {
	struct dependency *missing;	/* libraries that are not found, by name */
	struct dependency *undefined;	/* symbols, "name (file that needs it)" */
	struct dependency *versions;	/* "version `GLIBC_2.99' not found ..." */
	struct dependency *found;	/* libraries by name, with their files */
};

/*
 * LIBRARY as dlopen gets it. SEARCH_PATH replaces the value of LD_LIBRARY_PATH; NULL: as it is
 * set. ANSWER is filled; its words live in ARENA. LIMIT: seconds.
 */
void dependencies_ask(struct dependencies *answer, const char *library, const char *search_path,
		      unsigned limit, struct arena *arena);

/* Is there nothing that the linker misses? An answer that is empty as a whole says nothing. */
bool dependencies_are_complete(const struct dependencies *answer);

/* The file that was found for the library NAME; NULL: none. */
const char *dependencies_file_of(const struct dependencies *answer, const char *name);

/* The same from what the linker printed, without asking it. */
void dependencies_parse(struct dependencies *answer, const char *output, struct arena *arena);

#endif
