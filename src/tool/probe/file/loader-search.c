/* SPDX-License-Identifier: Apache-2.0 */
/*
 * loader-search: which libOpenCL.so.1 the dynamic linker would give to a program, found by
 * reading files as ld.so(8) describes its search: LD_PRELOAD, RPATH, LD_LIBRARY_PATH, RUNPATH,
 * the linker's cache, its directories. Nothing is run or loaded.
 *
 * A library that a program opens by a path of its own, as Python packages do that bring a loader
 * along, cannot be found so. Of the words that the linker replaces only $ORIGIN is known.
 */
#include "tool/probe/file/program.h"

#include <stdlib.h>
#include <string.h>

#include "base/env.h"
#include "base/text.h"
#include "tool/output/format.h"
#include "tool/probe/file/library-search.h"
#include "tool/probe/file/whole-file.h"

#define LOADER "libOpenCL.so"
#define LOADER_NAME LOADER ".1"
#define LINKER_DIRECTORIES "the linker's directories"
#define MOST_OBJECTS 1000			/* that a program loads */
#define MOST_BYTES ((size_t)16 << 20)		/* of a loader; ours has 200 KB */

/* The program, or a library that it needs. */
struct linked_object {
	struct linked_object *next;
	const char *name;		/* as it is needed; NULL: the program */
	struct library_user user;
};

struct link_search {
	struct linker_cache cache;
	struct linked_object *first;
	bool is_privileged;
	const char *place;		/* where the last library was found */
	struct arena *arena;
};

/* -- one library -------------------------------------------------------------- */

static const char *if_loadable(const char *path)
{
	enum elf_header header;

	return elf_header_read(path, &header) == 0 && header == ELF_HEADER_GOOD ? path : NULL;
}

static const char *name_place(const struct library_hit *hit, struct arena *arena)
{
	switch (hit->place) {
	case LIBRARY_IN_RPATH:
		return format_into(arena, "RPATH of %s", hit->user->path);
	case LIBRARY_IN_VARIABLE:
		return "LD_LIBRARY_PATH";
	case LIBRARY_IN_RUNPATH:
		return format_into(arena, "RUNPATH of %s", hit->user->path);
	case LIBRARY_IN_CACHE:
		return LINKER_CACHE;
	case LIBRARY_IN_DIRECTORY:
	case LIBRARY_ELSEWHERE:
		break;
	}
	return LINKER_DIRECTORIES;
}

/* The file that USER gets for NAME; NULL: none. */
static const char *find_library(struct link_search *search, const struct library_user *user,
				const char *name)
{
	const struct library_query query = {
		.name = name, .user = user, .cache = &search->cache,
		.is_privileged = search->is_privileged,
	};
	const struct library_hit *hit;

	if (strchr(name, '/')) {
		search->place = format_into(search->arena, "a path in %s", user->path);
		return if_loadable(name);
	}
	hit = library_search_good(library_search_query(&query, search->arena));
	if (!hit || hit->place == LIBRARY_ELSEWHERE)
		return NULL;
	search->place = name_place(hit, search->arena);
	return hit->path;
}

/* -- all that a program loads ------------------------------------------------- */

static bool is_loader_name(const char *name)
{
	const char *rest = text_skip_prefix(text_base_name(name), LOADER);

	return rest && (*rest == '\0' || *rest == '.');
}

static bool is_known(const struct link_search *search, const char *name)
{
	LIST_EACH(const struct linked_object, object, search->first)
		if (object->name && strcmp(object->name, name) == 0)
			return true;
	return false;
}

static struct linked_object *add_needed(struct link_search *search,
					const struct library_user *parent, const char *name)
{
	struct linked_object *object = arena_alloc(search->arena, sizeof(*object));

	if (!object)
		return NULL;
	object->name = name;
	object->user.parent = parent;
	object->user.path = find_library(search, parent, name);
	if (object->user.path)
		elf_file_read(&object->user.elf, object->user.path, search->arena);
	return object;
}

/* Breadth first, as the linker does; stops at the loader. */
static struct linked_object *find_linked(struct link_search *search)
{
	struct linked_object *last = search->first;
	size_t count = 1;

	LIST_EACH(struct linked_object, object, search->first)
		LIST_EACH(const struct dependency, needed, object->user.elf.needed) {
			if (is_known(search, needed->text) || count++ >= MOST_OBJECTS)
				continue;
			last->next = add_needed(search, &object->user, needed->text);
			if (!last->next)
				return NULL;
			last = last->next;
			if (is_loader_name(needed->text))
				return last;
		}
	return NULL;
}

static const char *find_preloaded(struct link_search *search)
{
	const char *list = search->is_privileged ? NULL : getenv("LD_PRELOAD");

	while (list) {
		size_t length = strcspn(list, " :");
		const char *name = arena_copy(search->arena, list, length);

		list = list[length] ? list + length + 1 : NULL;
		if (!name || !is_loader_name(name))
			continue;
		name = strchr(name, '/') ? if_loadable(name)
					 : find_library(search, &search->first->user, name);
		search->place = "LD_PRELOAD";
		if (name)
			return name;
	}
	return NULL;
}

static void find_loader(struct link_search *search, struct found_loader *loader)
{
	const struct linked_object *linked = find_linked(search);

	loader->is_linked = linked != NULL;
	loader->path = linked ? linked->user.path : NULL;
	loader->place = search->place;
	if (!linked) {
		loader->path = find_library(search, &search->first->user, LOADER_NAME);
		loader->place = search->place;
	}
	search->place = NULL;
	if (getenv("LD_PRELOAD")) {
		const char *preloaded = find_preloaded(search);

		loader->path = preloaded ? preloaded : loader->path;
		loader->place = preloaded ? search->place : loader->place;
	}
}

/* -- what it is --------------------------------------------------------------- */

/* A library that reads a variable has its name. */
static bool has_name(const char *bytes, size_t size, enum env_variable variable)
{
	const char *name = env_name(variable);

	return memmem(bytes, size, name, strlen(name) + 1) != NULL;
}

static void identify(struct found_loader *loader)
{
	size_t size;
	char *bytes = whole_file_read(loader->path, MOST_BYTES, &size);

	if (!bytes)
		return;
	loader->is_ours = has_name(bytes, size, ENV_OPENCL_LOADER_DRIVERS_ENABLE);
	loader->knows_layers = has_name(bytes, size, ENV_OPENCL_LAYERS);
	free(bytes);
}

/* clrouter itself, for example, is no program that loads a loader: it is one. */
static bool has_built_in(struct found_loader *loader, const char *path)
{
	loader->path = path;
	loader->place = "built in";
	identify(loader);
	if (!loader->is_ours)
		memset(loader, 0, sizeof(*loader));
	return loader->is_ours;
}

void loader_search(struct found_loader *loader, const char *path, const struct elf_file *elf,
		   bool is_privileged, struct arena *arena)
{
	struct linked_object program = { .user.path = path };
	struct link_search search = { .first = &program,
				      .is_privileged = is_privileged,
				      .arena = arena };

	memset(loader, 0, sizeof(*loader));
	if (path && has_built_in(loader, path))
		return;
	if (path)
		program.user.elf = *elf;
	if (path && !elf->linker && !elf->needed)
		return;
	linker_cache_read(&search.cache, LINKER_CACHE);
	find_loader(&search, loader);
	linker_cache_done(&search.cache);
	if (loader->path)
		identify(loader);
}

bool loader_search_is_default(const struct found_loader *loader)
{
	return loader->path && (strcmp(loader->place, LINKER_CACHE) == 0 ||
				strcmp(loader->place, LINKER_DIRECTORIES) == 0);
}
