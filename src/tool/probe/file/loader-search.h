/* SPDX-License-Identifier: Apache-2.0 */
/*
 * loader-search: which libOpenCL.so.1 the dynamic linker would give to a program, found by
 * reading files as ld.so(8) describes its search: LD_PRELOAD, RPATH, LD_LIBRARY_PATH, RUNPATH,
 * the linker's cache, its directories. Nothing is run or loaded.
 *
 * A library that a program opens by a path of its own, as Python packages do that bring a loader
 * along, cannot be found so. Of the words that the linker replaces only $ORIGIN is known.
 */
#ifndef CLROUTER_TOOL_PROBE_FILE_LOADER_SEARCH_H
#define CLROUTER_TOOL_PROBE_FILE_LOADER_SEARCH_H

#include <stdbool.h>

#include "base/arena.h"
#include "tool/probe/file/elf-file.h"

struct found_loader {
	const char *path;	/* NULL: none is found */
	const char *place;	/* what led to it: "LD_LIBRARY_PATH", "RUNPATH of FILE", ... */
	bool is_linked;		/* the program, or a library that it needs, is linked to it */
	bool is_ours;		/* it reads the variables of clrouter */
	bool knows_layers;	/* it reads OPENCL_LAYERS */
};

/*
 * What the program PATH gets, whose headers are ELF; a privileged one does not heed variables.
 * PATH NULL: what programs get that have no search path of their own. Strings live in ARENA.
 */
void loader_search(struct found_loader *loader, const char *path, const struct elf_file *elf,
		   bool is_privileged, struct arena *arena);

/* Is LOADER what the system has for all programs, so that no variable and no program has chosen it?
 */
bool loader_search_is_default(const struct found_loader *loader);

#endif
