/* SPDX-License-Identifier: Apache-2.0 */
/* library-search: see library-search.h. */
#include "tool/probe/file/library-search.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "base/array.h"
#include "base/text.h"
#include "tool/output/format.h"
#include "tool/probe/file/library-file.h"

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
