/* SPDX-License-Identifier: Apache-2.0 */
/*
 * mapped: which files are mapped into this process. Tells where the dynamic
 * linker found a library, and what came with it. What was read stays as it is:
 * a file that is mapped later is found by reading again.
 */
#ifndef CLROUTER_TOOL_PROBE_MAPPED_H
#define CLROUTER_TOOL_PROBE_MAPPED_H

#include <stdint.h>

#include "base/arena.h"

#define MAPPED_SELF "/proc/self/maps"

struct mapping {
	struct mapping *next;
	uintptr_t start;
	uintptr_t end;		/* the first byte after it */
	const char *path;
};

struct mapped {
	struct mapping *first;	/* in the order of their addresses */
};

/*
 * Reads FILE, of the form of MAPPED_SELF, into ARENA. Mappings without a path are
 * left out; a file that cannot be read has none.
 */
void mapped_read(struct mapped *mapped, const char *file, struct arena *arena);

/* The file that ADDRESS belongs to; NULL: not known. */
const char *mapped_file_at(const struct mapped *mapped, const void *address);

/* The first mapped file whose base name begins with PREFIX; NULL: none. */
const char *mapped_file_named(const struct mapped *mapped, const char *prefix);

#endif
