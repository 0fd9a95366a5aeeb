/* SPDX-License-Identifier: Apache-2.0 */
/*
 * process-maps: which files are mapped into this process. Tells where the dynamic
 * linker found a library, and what came with it. What was read stays as it is:
 * a file that is mapped later is found by reading again.
 */
#ifndef CLROUTER_TOOL_PROBE_PROCESS_MAPS_H
#define CLROUTER_TOOL_PROBE_PROCESS_MAPS_H

#include <stdint.h>

#include "base/arena.h"

#define PROCESS_MAPS_SELF "/proc/self/maps"

struct process_mapping {
	struct process_mapping *next;
	uintptr_t start;
	uintptr_t end;		/* the first byte after it */
	const char *path;
};

struct process_maps {
	struct process_mapping *first;	/* in the order of their addresses */
};

/*
 * Reads FILE, of the form of PROCESS_MAPS_SELF, into ARENA. Mappings without a path are
 * left out; a file that cannot be read has none.
 */
void process_maps_read(struct process_maps *maps, const char *file, struct arena *arena);

/* The file that ADDRESS belongs to; NULL: not known. */
const char *process_maps_file_at(const struct process_maps *maps, const void *address);

/* The first mapped file whose base name begins with PREFIX; NULL: none. */
const char *process_maps_file_named(const struct process_maps *maps, const char *prefix);

#endif
