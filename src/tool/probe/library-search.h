/* SPDX-License-Identifier: Apache-2.0 */
/*
 * library-search: which files the dynamic linker finds for the name of a library, in its order:
 * LD_LIBRARY_PATH, its cache, its own directories; and those that it does not find because they
 * are elsewhere. A program's own rpath is not known.
 */
#ifndef CLROUTER_TOOL_PROBE_LIBRARY_SEARCH_H
#define CLROUTER_TOOL_PROBE_LIBRARY_SEARCH_H

#include "base/arena.h"
#include "driver/elf-header.h"

enum library_place {
	LIBRARY_IN_VARIABLE,	/* LD_LIBRARY_PATH */
	LIBRARY_IN_CACHE,	/* /etc/ld.so.cache */
	LIBRARY_ELSEWHERE,	/* where libraries usually are, but not in the cache */
};

struct library_hit {
	struct library_hit *next;
	const char *path;
	const char *real;	/* with all links followed; PATH if that fails */
	enum library_place place;
	int error;		/* -errno if it cannot be read */
	enum elf_header header;	/* if it can be read */
};

/* Every file of that name, in the order of the search; in ARENA. LIMIT: seconds for ldconfig. */
struct library_hit *library_search(const char *name, unsigned limit, struct arena *arena);

/*
 * The name of the one OpenCL driver in the linker's cache whose name contains STEM, in any case;
 * NULL if there is none, or more than one.
 */
const char *library_search_driver(const char *stem, unsigned limit, struct arena *arena);

/* The first hit that this program can load; NULL if there is none. */
const struct library_hit *library_search_good(const struct library_hit *hit);

#endif
