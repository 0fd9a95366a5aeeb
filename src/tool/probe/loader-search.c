/* SPDX-License-Identifier: Apache-2.0 */
/* loader-search: see loader-search.h. */
#include "tool/probe/loader-search.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/env.h"
#include "base/text.h"
#include "driver/elf-header.h"
#include "tool/output/format.h"
#include "tool/probe/linker-cache.h"
#include "tool/probe/whole-file.h"

#define LOADER "libOpenCL.so"
#define LOADER_NAME LOADER ".1"
#define ORIGIN "$ORIGIN"
#define ORIGIN_IN_BRACES "${ORIGIN}"
#define MOST_OBJECTS 1000			/* that a program loads */
#define MOST_BYTES ((size_t)16 << 20)		/* of a loader; ours has 200 KB */

/* The program, or a library that it needs. */
struct object {
	struct object *next;
	const struct object *parent;	/* that needs it; NULL: the program */
	const char *name;		/* as it is needed */
	const char *path;
	struct elf_file elf;
};

struct search {
	struct linker_cache cache;
	struct object *first;
	bool is_privileged;
	const char *place;		/* where the last library was found */
	struct arena *arena;
};

/* -- one library -------------------------------------------------------------- */

static const char *if_loadable(const char *path)
{
	enum elf_header header;

	return path && elf_header_read(path, &header) == 0 && header == ELF_HEADER_GOOD ? path
											 : NULL;
}

/* The directory with $ORIGIN replaced; NULL if it has another such word. */
static const char *expand(const char *directory, const struct object *object, struct arena *arena)
{
	const char *rest = text_skip_prefix(directory, ORIGIN_IN_BRACES);
	const char *base = object->path ? text_base_name(object->path) : "";

	if (!rest)
		rest = text_skip_prefix(directory, ORIGIN);
	if (!rest)
		return strchr(directory, '$') ? NULL : directory;
	if (!object->path || strchr(rest, '$'))
		return NULL;
	return format_into(arena, "%.*s%s", (int)(base - object->path - 1), object->path, rest);
}

/* A list of directories, an empty one of which is the working directory. */
static const char *search_list(struct search *search, const char *list, const char *separators,
			       const struct object *object, const char *name)
{
	const char *found = NULL;

	while (list && !found) {
		size_t length = strcspn(list, separators);
		const char *directory = arena_copy(search->arena, list, length);

		if (directory && length > 0)
			directory = expand(directory, object, search->arena);
		else
			directory = ".";
		if (directory)
			found = if_loadable(arena_path(search->arena, directory, name));
		list = list[length] ? list + length + 1 : NULL;
	}
	return found;
}

/* An RPATH holds for all that is needed below it, unless the object has a RUNPATH. */
static const char *search_rpath(struct search *search, const struct object *object,
				const char *name)
{
	const char *found = NULL;

	if (object->elf.runpath)
		return NULL;
	for (; object && !found; object = object->parent) {
		found = search_list(search, object->elf.rpath, ":", object, name);
		if (found)
			search->place = format_into(search->arena, "RPATH of %s", object->path);
	}
	return found;
}

static const char *search_variable(struct search *search, const struct object *object,
				   const char *name)
{
	const char *list = search->is_privileged ? NULL : getenv("LD_LIBRARY_PATH");

	search->place = "LD_LIBRARY_PATH";
	return list && *list ? search_list(search, list, ":;", object, name) : NULL;
}

static const char *search_runpath(struct search *search, const struct object *object,
				  const char *name)
{
	const char *found = search_list(search, object->elf.runpath, ":", object, name);

	if (found)
		search->place = format_into(search->arena, "RUNPATH of %s", object->path);
	return found;
}

static const char *search_system(struct search *search, const char *name)
{
	static const char *const directories[] = { "/lib64", "/usr/lib64", "/lib", "/usr/lib" };
	const char *path;
	size_t next = 0;

	search->place = LINKER_CACHE;
	while ((path = linker_cache_find(&search->cache, name, &next)))
		if (if_loadable(path))
			return arena_copy(search->arena, path, strlen(path));
	search->place = "the linker's directories";
	for (size_t i = 0; i < ARRAY_SIZE(directories); i++) {
		path = if_loadable(arena_path(search->arena, directories[i], name));
		if (path)
			return path;
	}
	return NULL;
}

/* The file that OBJECT gets for NAME; NULL: none. */
static const char *find_library(struct search *search, const struct object *object,
				const char *name)
{
	const char *found;

	if (strchr(name, '/')) {
		search->place = format_into(search->arena, "a path in %s", object->path);
		return if_loadable(name);
	}
	found = search_rpath(search, object, name);
	if (!found)
		found = search_variable(search, object, name);
	if (!found)
		found = search_runpath(search, object, name);
	return found ? found : search_system(search, name);
}

/* -- all that a program loads ------------------------------------------------- */

static bool is_loader_name(const char *name)
{
	const char *rest = text_skip_prefix(text_base_name(name), LOADER);

	return rest && (*rest == '\0' || *rest == '.');
}

static bool is_known(const struct search *search, const char *name)
{
	for (const struct object *object = search->first; object; object = object->next)
		if (object->name && strcmp(object->name, name) == 0)
			return true;
	return false;
}

static struct object *add_needed(struct search *search, const struct object *parent,
				 const char *name)
{
	struct object *object = arena_alloc(search->arena, sizeof(*object));

	if (!object)
		return NULL;
	object->parent = parent;
	object->name = name;
	object->path = find_library(search, parent, name);
	if (object->path)
		elf_file_read(&object->elf, object->path, search->arena);
	return object;
}

/* Breadth first, as the linker does; stops at the loader. */
static struct object *find_linked(struct search *search)
{
	struct object *last = search->first;
	size_t count = 1;

	for (struct object *object = search->first; object; object = object->next)
		for (const struct elf_needed *needed = object->elf.needed; needed;
		     needed = needed->next) {
			if (is_known(search, needed->name) || count++ >= MOST_OBJECTS)
				continue;
			last->next = add_needed(search, object, needed->name);
			if (!last->next)
				return NULL;
			last = last->next;
			if (is_loader_name(needed->name))
				return last;
		}
	return NULL;
}

static const char *find_preloaded(struct search *search)
{
	const char *list = search->is_privileged ? NULL : getenv("LD_PRELOAD");

	while (list) {
		size_t length = strcspn(list, " :");
		const char *name = arena_copy(search->arena, list, length);

		list = list[length] ? list + length + 1 : NULL;
		if (!name || !is_loader_name(name))
			continue;
		name = strchr(name, '/') ? if_loadable(name)
					 : find_library(search, search->first, name);
		search->place = "LD_PRELOAD";
		if (name)
			return name;
	}
	return NULL;
}

static void find_loader(struct search *search, struct found_loader *loader)
{
	const struct object *linked = find_linked(search);

	loader->is_linked = linked != NULL;
	loader->path = linked ? linked->path : NULL;
	loader->place = search->place;
	if (!linked) {
		loader->path = find_library(search, search->first, LOADER_NAME);
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
	struct object program = { .path = path };
	struct search search = { .first = &program, .is_privileged = is_privileged,
				 .arena = arena };

	memset(loader, 0, sizeof(*loader));
	if (path && has_built_in(loader, path))
		return;
	if (path)
		program.elf = *elf;
	if (path && !elf->linker && !elf->needed)
		return;
	linker_cache_read(&search.cache, LINKER_CACHE);
	find_loader(&search, loader);
	linker_cache_done(&search.cache);
	if (loader->path)
		identify(loader);
}
