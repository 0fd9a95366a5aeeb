/* SPDX-License-Identifier: Apache-2.0 */
/* include-search: see include-search.h. */
#include "tool/replay/include/include-search.h"

#include <string.h>
#include <unistd.h>

#include "base/text.h"
#include "launch/build-options.h"
#include "tool/output/format.h"

/* -- options --------------------------------------------------------------------------------- */

static struct include_place *add_place(struct include_search *search, const char *path)
{
	struct arena *arena = search->tree->arena;
	struct include_place **end = &search->places;

	while (*end)
		end = &(*end)->next;
	if (*path != '/')
		path = format_into(arena, "%s/%s", search->working.folder, path);
	*end = arena_alloc(arena, sizeof(**end));
	if (*end)
		(*end)->folder = path;
	return *end;
}

/* OPTION is what -D defines; it is the last one between START and END. */
static void add_definition(struct include_search *search, const char *option, const char *start,
			   const char *end)
{
	struct arena *arena = search->tree->arena;
	const char *value = option + strcspn(option, "=");
	struct include_place *place;
	const char *at = NULL;
	size_t length;

	value += strspn(value, "=\"<");
	length = strcspn(value, "\">");
	while (length > 0 && value[length - 1] == '/')
		length--;
	value = format_into(arena, "%.*s", (int)length, value);
	if (*value != '/')
		return;
	/* If it is not there, the options have it with quotes or backslashes in it. */
	for (const char *next = strstr(start, value); next && next < end;
	     next = strstr(next + 1, value))
		at = next;
	length = (size_t)(text_base_name(value) - value);
	place = at ? add_place(search, format_into(arena, "%.*s", (int)length, value)) : NULL;
	if (!place)
		return;
	place->value = value;
	place->at = at;
	place->cut = length;
}

void include_search_start(struct include_search *search, struct include_tree *tree,
			  const char *options, const char *working_directory)
{
	const char *rest = options;
	const char *start = options;
	const char *option;

	*search = (struct include_search){ .tree = tree, .options = options };
	search->working.folder = working_directory;
	while ((option = build_options_next(&rest, 'I', tree->arena)))
		if (*option)
			add_place(search, option);
	for (rest = options; (option = build_options_next(&rest, 'D', tree->arena)); start = rest)
		add_definition(search, option, start, rest);
}

/* -- files ----------------------------------------------------------------------------------- */

static struct include_file *add(struct include_search *search, struct include_place *place,
				const char *name, int descriptor)
{
	struct include_file *file = include_tree_add(search->tree, place->folder, name, descriptor);

	if (file) {
		place->is_used = true;
		include_tree_add_folder(search->tree, place->folder);
	}
	return file;
}

static const char *place_of(const struct include_search *search, const char *folder,
			    const char *name)
{
	const char *path = format_into(search->tree->arena, "%s/%s", folder, name);

	return include_tree_place(search->tree, path);
}

struct include_file *include_search_find(struct include_search *search, const char *name,
					 bool is_quoted, const char *from)
{
	const char *working = search->working.folder;
	struct include_place *place = search->places;
	int own = is_quoted ? include_tree_open(from ? from : working, name) : -1;
	int descriptor = -1;

	if (from && own >= 0)
		return include_tree_add(search->tree, from, name, own);
	while (place && (place->value || (descriptor = include_tree_open(place->folder, name)) < 0))
		place = place->next;
	if (own >= 0 && place &&
	    strcmp(place_of(search, place->folder, name), place_of(search, working, name)) != 0) {
		search->is_working_first = true;
		close(descriptor);
		place = NULL;
	}
	if (!place && own < 0)
		own = include_tree_open(working, name);
	if (!place)
		return own >= 0 ? add(search, &search->working, name, own) : NULL;
	if (own >= 0)
		close(own);
	return add(search, place, name, descriptor);
}

struct include_file *include_search_find_made(struct include_search *search, const char *name)
{
	struct include_file *file = NULL;

	/* If several options begin like that, any of them may have made it. */
	for (struct include_place *place = search->places; place; place = place->next) {
		int descriptor;

		if (!place->value || !text_skip_prefix(name, place->value))
			continue;
		descriptor = include_tree_open(place->folder, name + place->cut);
		if (descriptor >= 0)
			file = add(search, place, name + place->cut, descriptor);
	}
	return file;
}

/* -- the options of the capture -------------------------------------------------------------- */

static const char *join(struct arena *arena, const char *first, const char *second)
{
	if (!first || !*first || !*second)
		return first && *first ? first : second;
	return format_into(arena, "%s %s", first, second);
}

static const char *join_folder(const struct include_search *search, const char *text,
			       const struct include_place *place)
{
	struct arena *arena = search->tree->arena;
	const char *path = include_tree_folder(search->tree, place->folder);
	const char *quote = strchr(path, ' ') ? "\"" : "";

	return place->is_used
		       ? join(arena, text, format_into(arena, "-I %s%s%s", quote, path, quote))
		       : text;
}

void include_search_set_options(const struct include_search *search, struct launch_program *program)
{
	struct arena *arena = search->tree->arena;
	const char *folders =
		search->is_working_first ? join_folder(search, "", &search->working) : "";
	const char *options = "";
	const char *rest = format_or(search->options, "");
	const char *portable;

	for (const struct include_place *place = search->places; place; place = place->next) {
		if (!place->value)
			folders = join_folder(search, folders, place);
		if (!place->value || !place->is_used)
			continue;
		options = format_into(arena, "%s%.*s%s/", options, (int)(place->at - rest), rest,
				      include_tree_folder(search->tree, place->folder));
		rest = place->at + place->cut;
	}
	if (!search->is_working_first)
		folders = join_folder(search, folders, &search->working);
	folders = join(arena, folders, *options ? "-I ." : "");
	options = format_into(arena, "%s%s", options, rest);
	portable = join(arena, build_options_portable(options, arena), folders);
	options = join(arena, build_options_without_folders(options, arena), folders);
	program->here = strcmp(options, format_or(search->options, "")) == 0 ? NULL : options;
	program->portable = strcmp(portable, options) == 0 ? NULL : portable;
}
