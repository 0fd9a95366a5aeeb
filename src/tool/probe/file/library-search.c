/* SPDX-License-Identifier: Apache-2.0 */
/* library-search: see library-search.h. */
#include "tool/probe/file/library-search.h"

#include <errno.h>
#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "base/array.h"
#include "base/text.h"
#include "tool/output/format.h"
#include "tool/probe/file/library-file.h"
#include "tool/probe/file/whole-file.h"

/* -- the cache of the linker ------------------------------------------------------ */

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

/* -- the places, in the order of the linker ----------------------------------------- */

struct path_search {
	const struct library_query *query;
	struct library_hit *first;
	struct arena *arena;
};

static const char *follow_links(const char *path, struct arena *arena)
{
	char real[PATH_MAX];
	const char *copy = realpath(path, real) ? arena_copy(arena, real, strlen(real)) : NULL;

	return format_or(copy, path);
}

/* If a directory is closed to this user, only the linker's cache can tell. */
static bool may_exist(const char *path, enum library_place place)
{
	return access(path, F_OK) == 0 || (errno == EACCES && place == LIBRARY_IN_CACHE);
}

/* Each file once, where it is found first. */
static void add_path(struct path_search *search, const char *path, enum library_place place,
		     const struct library_user *user)
{
	struct library_hit *hit = arena_alloc(search->arena, sizeof(*hit));
	struct library_hit **end = &search->first;

	if (!hit || !path || !may_exist(path, place))
		return;
	hit->path = path;
	hit->real = follow_links(path, search->arena);
	hit->place = place;
	hit->user = user;
	hit->error = elf_header_read(path, &hit->header);
	for (; *end; end = &(*end)->next)
		if (strcmp((*end)->real, hit->real) == 0)
			return;
	*end = hit;
}

/* The directory with $ORIGIN replaced; NULL if it has another such word. */
static const char *expand(const char *directory, const struct library_user *user,
			  struct arena *arena)
{
	const char *rest = text_skip_prefix(directory, "${ORIGIN}");
	const char *path = user ? user->path : NULL;

	if (!rest)
		rest = text_skip_prefix(directory, "$ORIGIN");
	if (!rest)
		return strchr(directory, '$') ? NULL : directory;
	if (!path || strchr(rest, '$'))
		return NULL;
	return format_into(arena, "%.*s%s", (int)(text_base_name(path) - path - 1), path, rest);
}

/* LIST has directories, an empty one of which is the working directory. */
static void search_list(struct path_search *search, const char *list, enum library_place place,
			const struct library_user *user)
{
	const char *separators = place == LIBRARY_IN_VARIABLE ? ":;" : ":";

	while (list) {
		size_t length = strcspn(list, separators);
		const char *directory = length ? arena_copy(search->arena, list, length) : ".";

		if (directory)
			directory = expand(directory, user, search->arena);
		if (directory)
			add_path(search, arena_path(search->arena, directory, search->query->name),
				 place, place == LIBRARY_IN_VARIABLE ? NULL : user);
		list = list[length] ? list + length + 1 : NULL;
	}
}

/* An RPATH holds for all that is needed below it, unless the user has a RUNPATH. */
static void search_rpath(struct path_search *search)
{
	const struct library_user *user = search->query->user;

	if (user && user->elf.runpath)
		return;
	for (; user; user = user->parent)
		search_list(search, user->elf.rpath, LIBRARY_IN_RPATH, user);
}

static void search_variable(struct path_search *search)
{
	const char *list = search->query->is_privileged ? NULL : getenv("LD_LIBRARY_PATH");

	if (list && *list)
		search_list(search, list, LIBRARY_IN_VARIABLE, search->query->user);
}

static void search_cache(struct path_search *search)
{
	const char *path;
	size_t next = 0;

	while ((path = linker_cache_find(search->query->cache, search->query->name, &next)))
		add_path(search, arena_copy(search->arena, path, strlen(path)), LIBRARY_IN_CACHE,
			 NULL);
}

/* For example after a build from source; for musl, which has no cache, all that there is. */
static void search_directories(struct path_search *search)
{
	static const struct {
		const char *path;
		enum library_place place;
	} rows[] = {
		{ "/lib64", LIBRARY_IN_DIRECTORY }, { "/usr/lib64", LIBRARY_IN_DIRECTORY },
		{ "/lib", LIBRARY_IN_DIRECTORY }, { "/usr/lib", LIBRARY_IN_DIRECTORY },
		{ "/usr/local/lib64", LIBRARY_ELSEWHERE }, { "/usr/local/lib", LIBRARY_ELSEWHERE },
	};

	for (size_t i = 0; i < ARRAY_SIZE(rows); i++)
		add_path(search, arena_path(search->arena, rows[i].path, search->query->name),
			 rows[i].place, NULL);
}

struct library_hit *library_search_query(const struct library_query *query, struct arena *arena)
{
	struct path_search search = { .query = query, .arena = arena };

	search_rpath(&search);
	search_variable(&search);
	if (query->user)
		search_list(&search, query->user->elf.runpath, LIBRARY_IN_RUNPATH, query->user);
	search_cache(&search);
	search_directories(&search);
	return search.first;
}

struct library_hit *library_search(const char *name, struct arena *arena)
{
	struct linker_cache cache;
	struct library_query query = { .name = name, .cache = &cache };
	struct library_hit *first;

	linker_cache_read(&cache, LINKER_CACHE);
	first = library_search_query(&query, arena);
	linker_cache_done(&cache);
	return first;
}

bool library_search_is_good(const struct library_hit *hit)
{
	return !hit->error && hit->header == ELF_HEADER_GOOD;
}

const struct library_hit *library_search_good(const struct library_hit *hit)
{
	while (hit && !library_search_is_good(hit))
		hit = hit->next;
	return hit;
}

/* -- drivers by a part of their name ---------------------------------------------- */

static bool contains_nocase(const char *text, const char *part)
{
	size_t length = strlen(part);

	for (; *text; text++)
		if (strncasecmp(text, part, length) == 0)
			return true;
	return false;
}

static const char *find_driver(const struct linker_cache *cache, const char *stem,
			       struct arena *arena)
{
	const char *driver = NULL;
	const char *name;
	const char *path;
	size_t next = 0;

	while ((path = linker_cache_next(cache, &name, &next))) {
		if (!strstr(name, ".so.") || !contains_nocase(name, stem) ||
		    !library_file_is_driver(path))
			continue;
		if (driver && strcmp(driver, name) != 0)
			return NULL;
		driver = arena_copy(arena, name, strlen(name));
	}
	return driver;
}

const char *library_search_driver(const char *stem, struct arena *arena)
{
	struct linker_cache cache;
	const char *driver;

	linker_cache_read(&cache, LINKER_CACHE);
	driver = find_driver(&cache, stem, arena);
	linker_cache_done(&cache);
	return driver;
}
