/* SPDX-License-Identifier: Apache-2.0 */
/* library-search: see library-search.h. */
#include "tool/probe/library-search.h"

#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "base/array.h"
#include "base/text.h"
#include "tool/output/format.h"
#include "tool/probe/child.h"
#include "tool/probe/library-file.h"

#define LDCONFIG "/sbin/ldconfig"

struct search {
	struct library_hit *first;
	const char *name;
	unsigned limit;
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
static void add_path(struct search *search, const char *path, enum library_place place)
{
	struct library_hit *hit = arena_alloc(search->arena, sizeof(*hit));
	struct library_hit **end = &search->first;

	if (!hit || !path || !may_exist(path, place))
		return;
	hit->path = path;
	hit->real = follow_links(path, search->arena);
	hit->place = place;
	hit->error = elf_header_read(path, &hit->header);
	for (; *end; end = &(*end)->next)
		if (strcmp((*end)->real, hit->real) == 0)
			return;
	*end = hit;
}

static void search_variable(struct search *search)
{
	const char *rest = getenv("LD_LIBRARY_PATH");

	if (rest && !*rest)
		rest = NULL;
	while (rest) {
		size_t length = strcspn(rest, ":;");
		const char *directory = length ? arena_copy(search->arena, rest, length) : ".";

		if (directory)
			add_path(search, arena_path(search->arena, directory, search->name),
				 LIBRARY_IN_VARIABLE);
		rest = rest[length] ? rest + length + 1 : NULL;
	}
}

static void print_cache(int report, void *argument)
{
	(void)report;
	(void)argument;
	execl(LDCONFIG, LDCONFIG, "-p", (char *)NULL);
}

/* "\tlibOpenCL.so.1 (libc6,x86-64) => /lib/x86_64-linux-gnu/libOpenCL.so.1" */
static void search_cache(struct search *search)
{
	struct child child;
	const char *rest;
	const char *line;

	child_run(&child, print_cache, NULL, search->limit, search->arena);
	rest = child.output;
	while ((line = child_next_line(&rest, search->arena))) {
		const char *arrow = strstr(line, " => ");
		const char *end = *line == '\t' ? text_skip_prefix(line + 1, search->name) : NULL;

		if (arrow && end && text_skip_prefix(end, " ("))
			add_path(search, arrow + strlen(" => "), LIBRARY_IN_CACHE);
	}
}

static bool contains_nocase(const char *text, const char *part)
{
	size_t length = strlen(part);

	for (; *text; text++)
		if (strncasecmp(text, part, length) == 0)
			return true;
	return false;
}

const char *library_search_driver(const char *stem, unsigned limit, struct arena *arena)
{
	struct child child;
	const char *driver = NULL;
	const char *rest;
	const char *line;

	child_run(&child, print_cache, NULL, limit, arena);
	rest = child.output;
	while ((line = child_next_line(&rest, arena))) {
		const char *arrow = strstr(line, " => ");
		struct library_file file;
		const char *name;

		if (!arrow || *line != '\t' || !strstr(line, ".so."))
			continue;
		name = arena_copy(arena, line + 1, strcspn(line + 1, " "));
		if (!name || !contains_nocase(name, stem))
			continue;
		library_file_read(&file, arrow + strlen(" => "), arena);
		if (file.kind != LIBRARY_FILE_GOOD || !file.is_driver)
			continue;
		if (driver && strcmp(driver, name) != 0)
			return NULL;
		driver = name;
	}
	return driver;
}

/* For example after a build from source; for musl, which has no cache, all that there is. */
static void search_directories(struct search *search)
{
	static const char *const directories[] = {
		"/lib64", "/usr/lib64", "/lib", "/usr/lib", "/usr/local/lib64", "/usr/local/lib",
	};

	for (size_t i = 0; i < ARRAY_SIZE(directories); i++)
		add_path(search, arena_path(search->arena, directories[i], search->name),
			 LIBRARY_ELSEWHERE);
}

struct library_hit *library_search(const char *name, unsigned limit, struct arena *arena)
{
	struct search search = { .name = name, .limit = limit, .arena = arena };

	search_variable(&search);
	search_cache(&search);
	search_directories(&search);
	return search.first;
}

const struct library_hit *library_search_good(const struct library_hit *hit)
{
	while (hit && (hit->error || hit->header != ELF_HEADER_GOOD))
		hit = hit->next;
	return hit;
}
