/* SPDX-License-Identifier: Apache-2.0 */
/*
 * merge: see merge.h. Each line is applied once, the weakest first, and replaces the value before
 * it. So no code compares the strength of two lines: precedence is the order of the two loops in
 * merge_draft().
 */
#include "config/merge.h"

#include <stdlib.h>
#include <string.h>

#include "base/glob.h"

static struct setting *setting_of(void *target, const struct key *key)
{
	return (struct setting *)((char *)target + key->field);
}

static struct setting_list *list_of(void *target, const struct key *key)
{
	return (struct setting_list *)((char *)target + key->field);
}

/* -- lists ------------------------------------------------------------------- */

static void append(struct draft_list *list, struct draft_item *first, struct draft_item *last)
{
	if (!first)
		return;
	if (list->last)
		list->last->next = first;
	else
		list->first = first;
	list->last = last;
}

/*
 * Replaces *LIST (NULL stands for an empty list) by STRONGER, in which the old list takes the
 * place of the first element that inherits. The items of both lists are moved.
 */
static void merge_list(struct settings *settings, struct draft_list **list,
		       const struct draft_list *stronger)
{
	struct draft_list merged = { NULL, NULL, false };
	struct draft_item *item = stronger->first;

	if (!*list)
		*list = arena_alloc(settings->arena, sizeof(**list));
	if (!*list) {
		settings_add_no_memory(settings);
		return;
	}
	while (item) {
		struct draft_item *next = item->next;

		item->next = NULL;
		if (item->text) {
			append(&merged, item, item);
		} else {
			append(&merged, (*list)->first, (*list)->last);
			(*list)->first = NULL;
		}
		item = next;
	}
	if (stronger->ends_empty)
		append(&merged, (*list)->first, (*list)->last);
	**list = merged;
}

void merge_finish_list(const struct draft_list *list, struct setting_list *array,
		       struct settings *settings)
{
	size_t count = 0;

	for (const struct draft_item *item = list->first; item; item = item->next)
		count += item->text != NULL;
	array->count = 0;
	array->items = count ? arena_alloc(settings->arena, count * sizeof(*array->items)) : NULL;
	if (count && !array->items) {
		settings_add_no_memory(settings);
		return;
	}
	for (const struct draft_item *item = list->first; item; item = item->next)
		if (item->text)
			array->items[array->count++] = (struct setting_item){
				item->text, item->origin, false };
}

static void finish_lists(struct settings *settings, enum settings_section section, void *target)
{
	const struct key *key = NULL;

	while ((key = keys_next(section, key)))
		if (keys_is_list(key) && list_of(target, key)->draft)
			merge_finish_list(list_of(target, key)->draft, list_of(target, key),
					  settings);
}

/* -- built-in values --------------------------------------------------------- */

static void apply_built_in(struct settings *settings, enum settings_section section, void *target)
{
	const struct origin built_in = { NULL, 0 };
	const struct key *key = NULL;

	while ((key = keys_next(section, key))) {
		struct draft_list list = { NULL, NULL, false };

		if (!key->built_in)
			continue;
		if (!keys_is_list(key)) {
			keys_parse(key, key->built_in, setting_of(target, key));
			continue;
		}
		draft_list_add(&list, key->built_in, keys_separator(key), built_in, settings);
		merge_list(settings, &list_of(target, key)->draft, &list);
	}
}

void merge_built_in(struct settings *settings)
{
	for (enum settings_section section = 0; section < SECTION_UNKNOWN; section++)
		if (!keys_section_has_argument(section))
			apply_built_in(settings, section, settings);
}

/* -- sections ---------------------------------------------------------------- */

static bool names_program(const struct draft_section *section, const char *program)
{
	if (glob_matches_path(section->argument, program))
		return true;
	if (!section->match)
		return false;
	for (const struct draft_item *item = section->match->first; item; item = item->next)
		if (item->text && glob_matches_path(item->text, program))
			return true;
	return false;
}

/* Plain sections, and [program] sections that match this program, fill the settings. */
static void find_targets(struct settings *settings, struct draft *draft)
{
	for (struct draft_line *line = draft->first_line; line; line = line->next)
		if (line->key->type == KEY_MATCH)
			merge_list(settings, &line->section->match, &line->list);
	for (struct draft_section *s = draft->first_section; s; s = s->next)
		if (!keys_section_has_argument(s->kind) ||
		    (s->kind == SECTION_PROGRAM && settings->program &&
		     names_program(s, settings->program)))
			s->target = settings;
}

static size_t count_sections(const struct draft *draft, enum settings_section kind)
{
	size_t count = 0;

	for (const struct draft_section *s = draft->first_section; s; s = s->next)
		count += s->kind == kind;
	return count;
}

static void add_driver(struct settings *settings, struct draft_section *section)
{
	struct settings_driver *driver = &settings->drivers[settings->driver_count++];

	driver->glob = section->argument;
	driver->origin = section->origin;
	apply_built_in(settings, SECTION_DRIVER, driver);
	section->target = driver;
}

static bool make_drivers(struct settings *settings, struct draft *draft)
{
	size_t count = count_sections(draft, SECTION_DRIVER);

	if (count == 0)
		return true;
	settings->drivers = arena_alloc(settings->arena, count * sizeof(*settings->drivers));
	if (!settings->drivers)
		return false;
	for (struct draft_section *s = draft->first_section; s; s = s->next)
		if (s->kind == SECTION_DRIVER)
			add_driver(settings, s);
	return true;
}

static int compare_names(const void *a, const void *b)
{
	const struct draft_section *one = *(struct draft_section *const *)a;
	const struct draft_section *other = *(struct draft_section *const *)b;
	int order = strcmp(one->argument, other->argument);

	return order ? order : (one->index > other->index) - (one->index < other->index);
}

/*
 * Sets first_of_name of each [layer] section. The sections are sorted by name, because a file may
 * have tens of thousands of them, and comparing all pairs would take too long.
 */
static bool find_first_of_names(struct settings *settings, struct draft *draft, size_t count)
{
	struct draft_section **sorted = arena_alloc(settings->arena, count * sizeof(*sorted));
	size_t index = 0;

	if (!sorted)
		return false;
	for (struct draft_section *s = draft->first_section; s; s = s->next)
		if (s->kind == SECTION_LAYER) {
			s->index = index;
			sorted[index++] = s;
		}
	qsort(sorted, count, sizeof(struct draft_section *), compare_names);
	for (size_t i = 0; i < count; i++) {
		bool is_first = i == 0 || strcmp(sorted[i]->argument, sorted[i - 1]->argument) != 0;

		sorted[i]->first_of_name = is_first ? sorted[i] : sorted[i - 1]->first_of_name;
	}
	return true;
}

/* All sections of one name fill one layer, even if they are in different files. */
static void add_layer(struct settings *settings, struct draft_section *section)
{
	struct settings_layer *layer;

	if (section->first_of_name != section) {
		section->target = section->first_of_name->target;
		return;
	}
	layer = &settings->layer_sections[settings->layer_count++];
	layer->name = section->argument;
	layer->origin = section->origin;
	apply_built_in(settings, SECTION_LAYER, layer);
	section->target = layer;
}

static bool make_layers(struct settings *settings, struct draft *draft)
{
	size_t count = count_sections(draft, SECTION_LAYER);

	if (count == 0)
		return true;
	settings->layer_sections = arena_alloc(settings->arena,
					       count * sizeof(*settings->layer_sections));
	if (!settings->layer_sections || !find_first_of_names(settings, draft, count))
		return false;
	for (struct draft_section *s = draft->first_section; s; s = s->next)
		if (s->kind == SECTION_LAYER)
			add_layer(settings, s);
	return true;
}

/* -- lines ------------------------------------------------------------------- */

static bool inherits(const struct draft_list *list)
{
	const struct draft_item *item = list->first;

	while (item && item->text)
		item = item->next;
	return item || list->ends_empty;
}

static void apply_list(struct settings *settings, const struct draft_line *line,
		       struct setting_list *list)
{
	if (!inherits(&line->list))
		list->replaced_by = line->value.origin;
	merge_list(settings, &list->draft, &line->list);
}

static void apply_line(struct settings *settings, const struct draft_line *line)
{
	void *target = line->section->target;

	if (!target || line->key->type == KEY_MATCH)
		return;
	if (keys_is_list(line->key))
		apply_list(settings, line, list_of(target, line->key));
	else
		*setting_of(target, line->key) = line->value;
}

void merge_source_keys(struct settings *settings, const struct draft *draft)
{
	for (const struct draft_line *line = draft->first_line; line; line = line->next)
		if (line->key->type == KEY_USE)
			*setting_of(settings, line->key) = line->value;
}

void merge_draft(struct settings *settings, struct draft *draft)
{
	find_targets(settings, draft);
	if (make_drivers(settings, draft) && make_layers(settings, draft)) {
		for (struct draft_line *line = draft->first_line; line; line = line->next)
			if (line->section->kind != SECTION_PROGRAM)
				apply_line(settings, line);
		for (struct draft_line *line = draft->first_line; line; line = line->next)
			if (line->section->kind == SECTION_PROGRAM)
				apply_line(settings, line);
	} else {
		settings->driver_count = 0;
		settings->layer_count = 0;
		settings_add_no_memory(settings);
	}
	for (enum settings_section section = 0; section < SECTION_UNKNOWN; section++)
		if (!keys_section_has_argument(section))
			finish_lists(settings, section, settings);
	for (size_t i = 0; i < settings->layer_count; i++)
		finish_lists(settings, SECTION_LAYER, &settings->layer_sections[i]);
}
