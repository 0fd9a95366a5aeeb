/* SPDX-License-Identifier: Apache-2.0 */
/*
 * library-search: which files the dynamic linker finds for the name of a library, in the order of
 * ld.so(8): RPATH, LD_LIBRARY_PATH, RUNPATH, its cache, its own directories; and those that it does
 * not find because they are elsewhere. Files are only read. Of the words that the linker replaces
 * only $ORIGIN is known.
 */
#ifndef CLROUTER_TOOL_PROBE_FILE_LIBRARY_SEARCH_H
#define CLROUTER_TOOL_PROBE_FILE_LIBRARY_SEARCH_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/file/elf-header.h"
#include "tool/probe/file/elf-file.h"

#define LINKER_CACHE "/etc/ld.so.cache"

struct linker_cache {
	char *bytes;		/* NULL: there is no cache, for example with musl */
	size_t size;
	size_t start;		/* of the header in the form that is read */
	size_t count;		/* of entries in the file */
};

/* Reads FILE. A file that is damaged, or of another form, has no entries. */
void linker_cache_read(struct linker_cache *cache, const char *file);

/*
 * The path and the *NAME of the entry *NEXT, which is 0 at first and moved; NULL after the last
 * one. Both are valid until linker_cache_done().
 */
const char *linker_cache_next(const struct linker_cache *cache, const char **name, size_t *next);

/*
 * The path of the next library called NAME, from the entry *NEXT on, which begins with 0; NULL
 * after the last one. Libraries of all machines are in one cache. Valid until the end.
 */
const char *linker_cache_find(const struct linker_cache *cache, const char *name, size_t *next);

void linker_cache_done(struct linker_cache *cache);

enum library_place {
	LIBRARY_IN_RPATH,	/* DT_RPATH of hit->user */
	LIBRARY_IN_VARIABLE,	/* LD_LIBRARY_PATH */
	LIBRARY_IN_RUNPATH,	/* DT_RUNPATH of hit->user */
	LIBRARY_IN_CACHE,	/* /etc/ld.so.cache */
	LIBRARY_IN_DIRECTORY,	/* a directory that most linkers search, and not in the cache */
	LIBRARY_ELSEWHERE,	/* in /usr/local, and not in the cache */
};

/* A program or library that needs others. */
struct library_user {
	const struct library_user *parent;	/* that needs it; NULL: the program */
	const char *path;			/* absolute; NULL: not known, nor is elf then */
	struct elf_file elf;
};

struct library_hit {
	struct library_hit *next;
	const char *path;
	const char *real;	/* with all links followed; PATH if that fails */
	enum library_place place;
	const struct library_user *user;	/* of RPATH and RUNPATH; else NULL */
	int error;		/* -errno if it cannot be read */
	enum elf_header header;	/* if it can be read */
};

struct library_query {
	const char *name;			/* without a slash */
	const struct library_user *user;	/* NULL: one without a search path of its own */
	const struct linker_cache *cache;
	bool is_privileged;			/* LD_LIBRARY_PATH does not count */
};

/* Every file that answers QUERY, in the order of the search; each once. In ARENA. */
struct library_hit *library_search_query(const struct library_query *query, struct arena *arena);

/* The same for the file NAME, without a user, with the cache of this system. */
struct library_hit *library_search(const char *name, struct arena *arena);

/*
 * The name of the one OpenCL driver in the linker's cache whose name contains STEM, in any case;
 * NULL if there is none, or more than one.
 */
const char *library_search_driver(const char *stem, struct arena *arena);

/* The first hit that this program can load; NULL if there is none. */
bool library_search_is_good(const struct library_hit *hit);
const struct library_hit *library_search_good(const struct library_hit *hit);

#endif
