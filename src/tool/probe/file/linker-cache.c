/* SPDX-License-Identifier: Apache-2.0 */
/* linker-cache: see linker-cache.h. */
#include "tool/probe/file/linker-cache.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "tool/probe/file/whole-file.h"

#define MAGIC "glibc-ld.so.cache1.1"
#define MOST_BYTES ((size_t)64 << 20)

struct cache_header {
	char magic[sizeof(MAGIC) - 1];
	uint32_t count;
	uint32_t strings;
	uint32_t other[5];	/* flags, the offset of extensions */
};

/* Offsets are from the start of the header. */
struct cache_entry {
	int32_t flags;
	uint32_t name;
	uint32_t path;
	uint32_t system;
	uint64_t hardware;
};

/* ldconfig may put the list of an older form before this one. */
static const char *find_header(const struct linker_cache *cache)
{
	return cache->bytes ? memmem(cache->bytes, cache->size, MAGIC, strlen(MAGIC)) : NULL;
}

void linker_cache_read(struct linker_cache *cache, const char *file)
{
	struct cache_header header;
	const char *start;
	size_t most;

	memset(cache, 0, sizeof(*cache));
	cache->bytes = whole_file_read(file, MOST_BYTES, &cache->size);
	start = find_header(cache);
	if (!start || cache->size - (size_t)(start - cache->bytes) < sizeof(header))
		return;
	cache->start = (size_t)(start - cache->bytes);
	memcpy(&header, start, sizeof(header));
	most = (cache->size - cache->start - sizeof(header)) / sizeof(struct cache_entry);
	cache->count = header.count < most ? header.count : most;
}

/* The bytes end with a NUL byte that is not the file's, so each string ends. */
static const char *text_at(const struct linker_cache *cache, uint32_t offset)
{
	return offset < cache->size - cache->start ? cache->bytes + cache->start + offset : "";
}

const char *linker_cache_next(const struct linker_cache *cache, const char **name, size_t *next)
{
	struct cache_entry entry;

	if (*next >= cache->count)
		return NULL;
	memcpy(&entry,
	       cache->bytes + cache->start + sizeof(struct cache_header) +
		       (*next)++ * sizeof(entry),
	       sizeof(entry));
	*name = text_at(cache, entry.name);
	return text_at(cache, entry.path);
}

const char *linker_cache_find(const struct linker_cache *cache, const char *name, size_t *next)
{
	const char *path;
	const char *other;

	while ((path = linker_cache_next(cache, &other, next)))
		if (strcmp(other, name) == 0)
			return path;
	return NULL;
}

void linker_cache_done(struct linker_cache *cache)
{
	free(cache->bytes);
	memset(cache, 0, sizeof(*cache));
}
