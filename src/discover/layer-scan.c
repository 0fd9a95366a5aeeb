/* SPDX-License-Identifier: Apache-2.0 */
/* layer-scan: see layer-scan.h. */
#include "discover/layer-scan.h"

#include <string.h>

#include "base/glob.h"
#include "base/os.h"
#include "base/text.h"
#include "config/choice.h"
#include "discover/scan.h"

const struct settings_layer *layer_scan_section(const struct settings *settings,
						const char *name)
{
	for (size_t i = 0; i < settings->layer_count; i++)
		if (strcmp(settings->layer_sections[i].name, name) == 0)
			return &settings->layer_sections[i];
	return NULL;
}

static bool has_base_name(const struct settings_layer *section, const char *name)
{
	return section->library.text &&
	       text_equal_nocase(text_base_name(section->library.text), name);
}

const struct setting *layer_scan_place(const struct settings *settings,
				       const struct candidate *candidate)
{
	const char *library = candidate->library ? text_base_name(candidate->library) : NULL;
	const struct settings_layer *named =
		candidate->section ? layer_scan_section(settings, candidate->section) : NULL;

	if (named && named->at_driver.is_set)
		return &named->at_driver;
	for (size_t i = library ? settings->layer_count : 0; i-- > 0;) {
		const struct settings_layer *section = &settings->layer_sections[i];

		if (section->at_driver.is_set && has_base_name(section, library))
			return &section->at_driver;
	}
	return NULL;
}

static bool is_library(const char *name)
{
	return text_base_name(name) != name || strstr(name, OS_LIBRARY_WORD);
}

static bool matches_program(const struct settings_layer *section, const char *program)
{
	if (section->programs.count == 0)
		return true;
	for (size_t i = 0; program && i < section->programs.count; i++)
		if (glob_matches_path(section->programs.items[i].text, program))
			return true;
	/* "*" matches a program whose path is not known, too. */
	return !program && strcmp(section->programs.items[0].text, "*") == 0;
}

bool layer_scan_names(const char *glob, const struct candidate *candidate, struct arena *arena)
{
	const char *file = candidate->path ? text_base_name(candidate->path) : NULL;
	const char *stem = NULL;

	if (file && text_has_suffix(file, ".lay"))
		stem = arena_copy(arena, file, strlen(file) - strlen(".lay"));
	return (candidate->section && glob_matches(glob, candidate->section)) ||
	       (file && glob_matches(glob, file)) || (stem && glob_matches(glob, stem)) ||
	       (candidate->library && glob_matches(glob, text_base_name(candidate->library)));
}

static void apply_disable(struct candidate *candidate, const struct setting_list *globs,
			  struct arena *arena)
{
	for (size_t i = 0; i < globs->count && candidate->verdict.reason == REASON_OK; i++)
		if (layer_scan_names(globs->items[i].text, candidate, arena))
			candidate_refuse(candidate, LOG_TOPIC_LAYER, REASON_DISABLED, 0,
					 origin_text(&globs->items[i].origin, arena));
}

/* Applies SECTION to a candidate that was named by the section. */
static void apply_section(struct candidate *candidate, const struct settings_layer *section,
			  const char *program, struct arena *arena)
{
	candidate->section = section->name;
	candidate->library = section->library.text;
	if (section->enabled.is_set && !section->enabled.value)
		candidate_refuse(candidate, LOG_TOPIC_LAYER, REASON_DISABLED, 0,
				 origin_text(&section->enabled.origin, arena));
	else if (!matches_program(section, program))
		candidate_refuse(candidate, LOG_TOPIC_LAYER, REASON_DISABLED, 0,
				 origin_text(&section->programs.items[0].origin, arena));
	else if (!candidate->library)
		candidate_refuse(candidate, LOG_TOPIC_LAYER, REASON_NO_LIBRARY_NAME, 0,
				 origin_text(&section->origin, arena));
}

/* Adds the layer NAME, which is a [layer] section or a library. */
static void add_named(struct candidate_list *list, enum candidate_origin origin, const char *name,
		      const struct settings *settings, struct arena *arena)
{
	const struct settings_layer *section = layer_scan_section(settings, name);
	struct candidate *candidate = candidate_list_add(list, arena, origin);

	if (!candidate)
		return;
	candidate->written = name;
	if (section && !is_library(name)) {
		apply_section(candidate, section, settings->program, arena);
		return;
	}
	candidate->library = name;
	if (origin == CANDIDATE_FROM_CONFIG && !is_library(name))
		candidate_refuse(candidate, LOG_TOPIC_LAYER, REASON_NO_LIBRARY_NAME, 0,
				 "there is no such [layer] section");
}

static size_t count_elements(const char *path)
{
	size_t count = 1;

	for (; *path; path++)
		count += *path == OS_LIST_SEPARATOR;
	return count;
}

/* Scans the directories in PATH. An empty element stands for the directories in layer_dirs. */
static void scan_path(struct candidate_list *list, const char *path,
		      const struct settings *settings, const char *root, struct arena *arena)
{
	const struct setting_list *layer_dirs = &settings->layer_dirs;
	size_t limit = count_elements(path) * (layer_dirs->count + 1);
	struct setting_list dirs = { .items = arena_alloc(arena, limit * sizeof(*dirs.items)) };
	const char *rest = dirs.items ? path : NULL;

	while (rest) {
		size_t length;
		const char *element = text_next_element(&rest, OS_LIST_SEPARATOR, &length);
		const char *copy = arena_copy(arena, element, length);

		if (length == 0) {
			for (size_t i = 0; i < layer_dirs->count; i++)
				dirs.items[dirs.count++] = layer_dirs->items[i];
		} else if (copy) {
			dirs.items[dirs.count++].text = copy;
		}
	}
	scan_directories(list, &dirs, ".lay", root, arena);
}

/* Adds the layers in REST, a list as in OPENCL_LAYERS; NULL: none. */
static void add_list(struct candidate_list *list, enum candidate_origin origin, const char *rest,
		     const struct settings *settings, struct arena *arena)
{
	while (rest) {
		size_t length;
		const char *element = text_next_element(&rest, OS_LIST_SEPARATOR, &length);
		const char *name = arena_copy(arena, element, length);

		if (name && length)
			add_named(list, origin, name, settings, arena);
	}
}

/* What the user names for one run is not subject to the files; what the program names is. */
static void apply_rules(struct candidate *candidate, const struct settings *settings,
			struct arena *arena)
{
	if (candidate->origin == CANDIDATE_FROM_PROGRAM && !settings->program_layers.value) {
		candidate_refuse(candidate, LOG_TOPIC_LAYER, REASON_DISABLED, 0,
				 origin_text(&settings->program_layers.origin, arena));
		return;
	}
	if (candidate->origin != CANDIDATE_FROM_LAYERS)
		apply_disable(candidate, &settings->layers_disable, arena);
	apply_disable(candidate, &settings->env_layers_disable, arena);
}

/*
 * Where a candidate with PLACE is put into the list FIRST, which ends at END: after those whose
 * sections are before its own, or are the same. The sections are an array.
 */
static struct candidate **find_position(struct candidate **first, struct candidate **end,
					const struct setting *place,
					const struct settings *settings)
{
	while (first != end && layer_scan_place(settings, *first) <= place)
		first = &(*first)->next;
	return first;
}

/*
 * Moves the layers with "place = driver" to the front, unless they are refused, in the order of the
 * sections that say so: however a layer is loaded, its section has one place. All others keep their
 * order.
 */
static void apply_places(struct candidate_list *list, const struct settings *settings)
{
	struct candidate *others = NULL;
	struct candidate **end_of_front = &list->first;
	struct candidate **end_of_others = &others;

	for (struct candidate *candidate = list->first, *next; candidate; candidate = next) {
		const struct setting *place = candidate->verdict.reason == REASON_OK ?
					      layer_scan_place(settings, candidate) : NULL;

		next = candidate->next;
		if (place && place->value) {
			struct candidate **position = find_position(&list->first, end_of_front,
								    place, settings);

			if (position == end_of_front)
				end_of_front = &candidate->next;
			else
				candidate->next = *position;
			*position = candidate;
		} else {
			*end_of_others = candidate;
			end_of_others = &candidate->next;
		}
	}
	*end_of_others = NULL;
	*end_of_front = others;
	list->last = others ? end_of_others : end_of_front;
}

static void scan_system_layers(struct candidate_list *list, const struct settings *settings,
			       const char *root, struct arena *arena)
{
	if (OS_HAS_REGISTER)
		scan_registered(list, OS_LAYERS, arena);
	scan_directories(list, &settings->layer_dirs, ".lay", root, arena);
}

void layer_scan(struct candidate_list *list, const struct settings *settings, const char *root,
		struct arena *arena)
{
	const char *path = settings->env.value[ENV_OPENCL_LAYER_PATH];

	if (path)
		scan_path(list, path, settings, root, arena);
	else
		scan_system_layers(list, settings, root, arena);
	for (size_t i = 0; i < settings->layers.count; i++)
		add_named(list, CANDIDATE_FROM_CONFIG, settings->layers.items[i].text, settings,
			  arena);
	add_list(list, CANDIDATE_FROM_LAYERS, settings->env.value[ENV_OPENCL_LAYERS], settings,
		 arena);
	add_list(list, CANDIDATE_FROM_PROGRAM, choice_find(settings->choices, "", ""), settings,
		 arena);
	for (struct candidate *candidate = list->first; candidate; candidate = candidate->next)
		if (candidate->verdict.reason == REASON_OK)
			apply_rules(candidate, settings, arena);
	apply_places(list, settings);
	candidate_list_resolve(list, arena);
}
