/* SPDX-License-Identifier: Apache-2.0 */
/*
 * merge: see merge.h. Every line is applied once, in the order of
 * strength, and replaces what was there; so precedence is nowhere compared, it
 * is the order of two loops.
 */
#include "config/merge.h"

#include <string.h>

#include "config/values.h"
#include "base/glob.h"
#include "base/text.h"

#define LISTS(X) \
	X(vendor_dirs) X(first) X(last) X(disable) X(enable) \
	X(layer_dirs) X(layers) X(layers_disable)

/* What [layer] sections need only while they are merged. */
struct layer_row {
	struct conf_list programs;
	size_t next;			/* row + 1 of the next in the bucket */
};

struct merge {
	struct settings *settings;
	struct conf_notes *notes;
#define X(name) struct conf_list name;
	LISTS(X)
#undef X
	struct layer_row *rows;
	size_t *buckets;	/* row + 1; 0: none; as many as [layer] sections */
	size_t bucket_count;
};

void conf_merge_defaults(struct settings *settings)
{
	settings->environment.value = true;
	settings->user_config.value = true;
	settings->log.text = "none";
	settings->log_file.text = "";
	settings->null_platform.text = "first";
	settings->sort.value = SETTINGS_SORT_FILE;
}

static void set_flag(struct setting_flag *flag, const struct conf_line *line, bool value)
{
	flag->value = value;
	flag->origin = line->origin;
	flag->is_set = true;
}

void conf_merge_policy(struct settings *settings, const struct conf_draft *draft)
{
	for (const struct conf_line *line = draft->first_line; line; line = line->next)
		if (line->key->type == CONF_TYPE_USE)
			set_flag((struct setting_flag *)((char *)settings + line->key->field),
				 line, line->number);
}

static struct conf_list *find_list(struct merge *merge, const struct conf_line *line)
{
	if (line->section->kind == CONF_KIND_LAYER)
		return &merge->rows[line->section->index].programs;
	switch (line->key->field) {
#define X(name) case offsetof(struct settings, name): return &merge->name;
	LISTS(X)
#undef X
	}
	return NULL;
}

/* What the section of LINE fills. */
static char *find_target(struct merge *merge, const struct conf_line *line)
{
	size_t index = line->section->index;

	switch (line->section->kind) {
	case CONF_KIND_DRIVER:
		return (char *)&merge->settings->drivers[index];
	case CONF_KIND_LAYER:
		return (char *)&merge->settings->layer_sections[index];
	default:
		return (char *)merge->settings;
	}
}

static void set_dlopen(struct settings_driver *driver, const struct conf_line *line)
{
	set_flag(&driver->dlopen_now, line, line->number & CONF_DLOPEN_NOW);
	set_flag(&driver->deepbind, line, line->number & CONF_DLOPEN_DEEPBIND);
}

static void apply_line(struct merge *merge, struct conf_line *line)
{
	char *target = find_target(merge, line);
	void *field = target + line->key->field;

	switch ((enum conf_type)line->key->type) {
	case CONF_TYPE_BOOL:
	case CONF_TYPE_UNLOAD:
		set_flag(field, line, line->number);
		break;
	case CONF_TYPE_DLOPEN:
		set_dlopen((struct settings_driver *)target, line);
		break;
	case CONF_TYPE_SORT:
		*(struct setting_sort *)field = (struct setting_sort){
			(enum settings_sort)line->number, line->origin };
		break;
	case CONF_TYPE_LEVEL:
	case CONF_TYPE_PLATFORM:
	case CONF_TYPE_FILE:
	case CONF_TYPE_LIBRARY:
		*(struct setting_text *)field = (struct setting_text){ line->text, line->origin };
		break;
	case CONF_TYPE_GLOBS:
	case CONF_TYPE_DIRS:
		conf_list_merge(find_list(merge, line), &line->list);
		break;
	case CONF_TYPE_USE:	/* conf_merge_policy() */
	case CONF_TYPE_MATCH:	/* find_programs() */
		break;
	}
}

static bool section_applies(const struct conf_section *section, const char *program)
{
	if (glob_matches_path(section->argument, program))
		return true;
	for (const struct conf_item *item = section->match.first; item; item = item->next)
		if (item->text && glob_matches_path(item->text, program))
			return true;
	return false;
}

/* Says of each [program] section whether it is about this program. */
static void find_programs(const struct merge *merge, struct conf_draft *draft)
{
	const char *program = merge->settings->program;

	if (!program)
		return;
	for (struct conf_line *line = draft->first_line; line; line = line->next)
		if (line->key->type == CONF_TYPE_MATCH)
			conf_list_merge(&line->section->match, &line->list);
	for (struct conf_section *s = draft->first_section; s; s = s->next)
		if (s->kind == CONF_KIND_PROGRAM)
			s->applies = section_applies(s, program);
}

static size_t count_sections(const struct conf_draft *draft, enum conf_kind kind)
{
	size_t count = 0;

	for (const struct conf_section *s = draft->first_section; s; s = s->next)
		count += s->kind == kind;
	return count;
}

static void add_driver(struct settings *settings, struct conf_section *section)
{
	struct settings_driver *driver = &settings->drivers[settings->driver_count];

	section->index = settings->driver_count++;
	driver->glob = section->argument;
	driver->origin = section->origin;
	driver->load.value = true;
}

static bool make_drivers(struct merge *merge, struct conf_draft *draft)
{
	struct settings *settings = merge->settings;
	size_t count = count_sections(draft, CONF_KIND_DRIVER);

	if (!count)
		return true;
	settings->drivers = arena_alloc(merge->notes->arena, count * sizeof(*settings->drivers));
	if (!settings->drivers)
		return false;
	for (struct conf_section *s = draft->first_section; s; s = s->next)
		if (s->kind == CONF_KIND_DRIVER)
			add_driver(settings, s);
	return true;
}

static size_t *find_bucket(const struct merge *merge, const char *name)
{
	size_t hash = 0;

	for (; *name; name++)
		hash = hash * 31 + (unsigned char)*name;
	return &merge->buckets[hash % merge->bucket_count];
}

/* Sections of one name are one layer, whatever files they stand in. */
static void add_layer(struct merge *merge, struct conf_section *section)
{
	struct settings *settings = merge->settings;
	size_t *bucket = find_bucket(merge, section->argument);
	struct settings_layer *layer;

	for (size_t row = *bucket; row; row = merge->rows[row - 1].next)
		if (strcmp(settings->layer_sections[row - 1].name, section->argument) == 0) {
			section->index = row - 1;
			return;
		}
	section->index = settings->layer_count++;
	merge->rows[section->index].next = *bucket;
	*bucket = settings->layer_count;
	layer = &settings->layer_sections[section->index];
	layer->name = section->argument;
	layer->origin = section->origin;
	layer->enabled.value = true;
}

static bool make_layers(struct merge *merge, struct conf_draft *draft)
{
	struct settings *settings = merge->settings;
	struct arena *arena = merge->notes->arena;
	size_t count = count_sections(draft, CONF_KIND_LAYER);

	if (!count)
		return true;
	settings->layer_sections = arena_alloc(arena, count * sizeof(*settings->layer_sections));
	merge->rows = arena_alloc(arena, count * sizeof(*merge->rows));
	merge->buckets = arena_alloc(arena, count * sizeof(*merge->buckets));
	merge->bucket_count = count;
	if (!settings->layer_sections || !merge->rows || !merge->buckets)
		return false;
	for (struct conf_section *s = draft->first_section; s; s = s->next)
		if (s->kind == CONF_KIND_LAYER)
			add_layer(merge, s);
	return true;
}

static void finish_lists(struct merge *merge)
{
	struct settings *settings = merge->settings;
	struct arena *arena = merge->notes->arena;
	bool good = true;

#define X(name) good &= conf_list_finish(&merge->name, &settings->name, arena);
	LISTS(X)
#undef X
	for (size_t i = 0; i < settings->layer_count; i++)
		good &= conf_list_finish(&merge->rows[i].programs,
					 &settings->layer_sections[i].programs, arena);
	if (!good)
		conf_notes_no_memory(merge->notes);
}

static void apply_lines(struct merge *merge, struct conf_draft *draft)
{
	for (struct conf_line *line = draft->first_line; line; line = line->next)
		if (line->section->kind != CONF_KIND_PROGRAM)
			apply_line(merge, line);
	for (struct conf_line *line = draft->first_line; line; line = line->next)
		if (line->section->applies)
			apply_line(merge, line);
}

void conf_merge(struct settings *settings, struct conf_draft *draft, struct conf_notes *notes)
{
	struct merge merge = { .settings = settings, .notes = notes };
	struct origin built_in = { NULL, 0 };

	if (!conf_list_add(&merge.vendor_dirs, VENDOR_DIRS, ':', built_in, notes->arena) ||
	    !conf_list_add(&merge.layer_dirs, LAYER_DIRS, ':', built_in, notes->arena))
		conf_notes_no_memory(notes);
	find_programs(&merge, draft);
	if (make_drivers(&merge, draft) && make_layers(&merge, draft)) {
		apply_lines(&merge, draft);
	} else {
		settings->driver_count = 0;
		settings->layer_count = 0;
		conf_notes_no_memory(notes);
	}
	finish_lists(&merge);
}
