/* SPDX-License-Identifier: Apache-2.0 */
/*
 * process-maps: which files are mapped into a process. Tells where the dynamic linker found a
 * library, and what came with it. What was read stays as it is: a file that is mapped later is
 * found by reading again. The names are those that the process chose, so they may be anything.
 */
#ifndef CLROUTER_TOOL_PROBE_PROCESS_PROCESS_MAPS_H
#define CLROUTER_TOOL_PROBE_PROCESS_PROCESS_MAPS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/stat.h>

#include "base/arena.h"

#define PROCESS_MAPS_SELF "/proc/self/maps"

struct process_mapping {
	struct process_mapping *next;
	uint64_t start;
	uint64_t end;		/* the first byte after it */
	bool is_executable;
	unsigned major;		/* of the device */
	unsigned minor;
	uint64_t inode;
	const char *path;	/* ends in " (deleted)" if the file is no longer there */
};

struct process_maps {
	struct process_mapping *first;	/* in the order of their addresses */
	size_t count;
	bool is_cut;		/* there were more than can be kept */
};

/*
 * Reads FILE, of the form of PROCESS_MAPS_SELF, into ARENA. Mappings without a path are
 * left out; a file that cannot be read has none. 0, or -errno if reading fails.
 */
int process_maps_read(struct process_maps *maps, const char *file, struct arena *arena);

/* The same from an open file. */
int process_maps_read_stream(struct process_maps *maps, FILE *stream, struct arena *arena);

/*
 * Is STATUS the status of MAPPING's file? Some file systems give another device than their mappings
 * have; then it counts as that file.
 */
bool process_maps_has_file(const struct process_mapping *mapping, const struct stat *status);

/* The file that ADDRESS belongs to; NULL: not known. */
const char *process_maps_file_at(const struct process_maps *maps, const void *address);

/* The first mapped file whose base name begins with PREFIX; NULL: none. */
const char *process_maps_file_named(const struct process_maps *maps, const char *prefix);

#endif
