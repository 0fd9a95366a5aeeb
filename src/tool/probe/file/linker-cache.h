/* SPDX-License-Identifier: Apache-2.0 */
/*
 * linker-cache: reads /etc/ld.so.cache, the list in which glibc's dynamic linker looks for
 * libraries. The form is that of glibc 2.2 and later, "glibc-ld.so.cache1.1".
 */
#ifndef CLROUTER_TOOL_PROBE_FILE_LINKER_CACHE_H
#define CLROUTER_TOOL_PROBE_FILE_LINKER_CACHE_H

#include <stddef.h>

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

#endif
