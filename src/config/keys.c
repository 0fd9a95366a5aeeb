/* SPDX-License-Identifier: Apache-2.0 */
/*
 * keys: see keys.h. Names are arrays and not pointers, types are
 * numbers and not functions: a table of pointers would cost a relocation for
 * each in every OpenCL process.
 */
#include "config/keys.h"

#include <string.h>

#include "base/array.h"
#include "config/values.h"
#include "config/settings.h"
#include "base/text.h"

struct section {
	char name[8];
	unsigned char family;
	bool has_argument;
};

static const struct section sections[CONF_KIND_UNKNOWN] = {
	[CONF_KIND_LOADER] = { "loader", CONF_LOADER, false },
	[CONF_KIND_ORDER] = { "order", CONF_LOADER, false },
	[CONF_KIND_DRIVERS] = { "drivers", CONF_LOADER, false },
	[CONF_KIND_DRIVER] = { "driver", CONF_LOADER, true },
	[CONF_KIND_PROGRAM] = { "program", CONF_LOADER, true },
	[CONF_KIND_LAYERS] = { "layers", CONF_LAYERS, false },
	[CONF_KIND_LAYER] = { "layer", CONF_LAYERS, true },
};

#define SETTING(field) offsetof(struct settings, field)
#define OF_DRIVER(field) offsetof(struct settings_driver, field)
#define OF_LAYER(field) offsetof(struct settings_layer, field)

static const struct conf_key keys[] = {
	{ "vendor_dirs", CONF_KIND_LOADER, CONF_TYPE_DIRS, SETTING(vendor_dirs) },
	{ "environment", CONF_KIND_LOADER, CONF_TYPE_USE, SETTING(environment) },
	{ "user_config", CONF_KIND_LOADER, CONF_TYPE_USE, SETTING(user_config) },
	{ "log", CONF_KIND_LOADER, CONF_TYPE_LEVEL, SETTING(log) },
	{ "log_file", CONF_KIND_LOADER, CONF_TYPE_FILE, SETTING(log_file) },
	{ "null_platform", CONF_KIND_LOADER, CONF_TYPE_PLATFORM, SETTING(null_platform) },
	{ "hide_empty", CONF_KIND_LOADER, CONF_TYPE_BOOL, SETTING(hide_empty) },

	{ "first", CONF_KIND_ORDER, CONF_TYPE_GLOBS, SETTING(first) },
	{ "last", CONF_KIND_ORDER, CONF_TYPE_GLOBS, SETTING(last) },
	{ "sort", CONF_KIND_ORDER, CONF_TYPE_SORT, SETTING(sort) },

	{ "disable", CONF_KIND_DRIVERS, CONF_TYPE_GLOBS, SETTING(disable) },
	{ "enable", CONF_KIND_DRIVERS, CONF_TYPE_GLOBS, SETTING(enable) },

	{ "load", CONF_KIND_DRIVER, CONF_TYPE_BOOL, OF_DRIVER(load) },
	{ "assume_icd", CONF_KIND_DRIVER, CONF_TYPE_BOOL, OF_DRIVER(assume_icd) },
	{ "dlopen", CONF_KIND_DRIVER, CONF_TYPE_DLOPEN, 0 },
	{ "unload", CONF_KIND_DRIVER, CONF_TYPE_UNLOAD, OF_DRIVER(never_unload) },
	{ "guard_table", CONF_KIND_DRIVER, CONF_TYPE_BOOL, OF_DRIVER(guard_table) },

	{ "match", CONF_KIND_PROGRAM, CONF_TYPE_MATCH, 0 },
	{ "first", CONF_KIND_PROGRAM, CONF_TYPE_GLOBS, SETTING(first) },
	{ "last", CONF_KIND_PROGRAM, CONF_TYPE_GLOBS, SETTING(last) },
	{ "sort", CONF_KIND_PROGRAM, CONF_TYPE_SORT, SETTING(sort) },
	{ "disable", CONF_KIND_PROGRAM, CONF_TYPE_GLOBS, SETTING(disable) },
	{ "enable", CONF_KIND_PROGRAM, CONF_TYPE_GLOBS, SETTING(enable) },
	{ "null_platform", CONF_KIND_PROGRAM, CONF_TYPE_PLATFORM, SETTING(null_platform) },
	{ "hide_empty", CONF_KIND_PROGRAM, CONF_TYPE_BOOL, SETTING(hide_empty) },
	{ "layers", CONF_KIND_PROGRAM, CONF_TYPE_GLOBS, SETTING(layers) },
	{ "disable_layers", CONF_KIND_PROGRAM, CONF_TYPE_GLOBS, SETTING(layers_disable) },

	{ "layer_dirs", CONF_KIND_LAYERS, CONF_TYPE_DIRS, SETTING(layer_dirs) },
	{ "load", CONF_KIND_LAYERS, CONF_TYPE_GLOBS, SETTING(layers) },
	{ "disable", CONF_KIND_LAYERS, CONF_TYPE_GLOBS, SETTING(layers_disable) },

	{ "library", CONF_KIND_LAYER, CONF_TYPE_LIBRARY, OF_LAYER(library) },
	{ "programs", CONF_KIND_LAYER, CONF_TYPE_GLOBS, OF_LAYER(programs) },
	{ "enabled", CONF_KIND_LAYER, CONF_TYPE_BOOL, OF_LAYER(enabled) },
	{ "unload", CONF_KIND_LAYER, CONF_TYPE_UNLOAD, OF_LAYER(never_unload) },
};

enum conf_kind conf_find_kind(const char *word, size_t length)
{
	for (size_t i = 0; i < ARRAY_SIZE(sections); i++)
		if (strlen(sections[i].name) == length &&
		    memcmp(sections[i].name, word, length) == 0)
			return (enum conf_kind)i;
	return CONF_KIND_UNKNOWN;
}

const char *conf_kind_name(enum conf_kind kind)
{
	return kind < CONF_KIND_UNKNOWN ? sections[kind].name : "?";
}

enum conf_family conf_kind_family(enum conf_kind kind)
{
	return (enum conf_family)sections[kind].family;
}

bool conf_kind_has_argument(enum conf_kind kind)
{
	return sections[kind].has_argument;
}

const struct conf_key *conf_find_key(enum conf_kind kind, const char *name)
{
	for (size_t i = 0; i < ARRAY_SIZE(keys); i++)
		if (keys[i].kind == kind && strcmp(keys[i].name, name) == 0)
			return &keys[i];
	return NULL;
}

enum conf_kind conf_find_owner(enum conf_family family, const char *name)
{
	for (size_t i = 0; i < ARRAY_SIZE(keys); i++)
		if (sections[keys[i].kind].family == family && strcmp(keys[i].name, name) == 0)
			return (enum conf_kind)keys[i].kind;
	return CONF_KIND_UNKNOWN;
}

#define NAME_LIMIT ((size_t)50)	/* no longer name comes this far */

static size_t least(size_t a, size_t b, size_t c)
{
	size_t smaller = a < b ? a : b;

	return smaller < c ? smaller : c;
}

/* How many letters must be changed, added or taken away (Levenshtein). */
static size_t distance(const char *known, const char *name, size_t length)
{
	size_t row[NAME_LIMIT + 1];

	if (length > NAME_LIMIT)
		return NAME_LIMIT;
	for (size_t j = 0; j <= length; j++)
		row[j] = j;
	for (size_t i = 0; known[i]; i++) {
		size_t diagonal = row[0];

		row[0] = i + 1;
		for (size_t j = 0; j < length; j++) {
			bool differs = text_lower(known[i]) != text_lower(name[j]);
			size_t cost = least(diagonal + differs, row[j] + 1, row[j + 1] + 1);

			diagonal = row[j + 1];
			row[j + 1] = cost;
		}
	}
	return row[length];
}

/* Keeps KNOWN in *BEST if it is nearer than *LIMIT, which shrinks. */
static void consider(const char *known, const char *name, size_t length,
		     const char **best, size_t *limit)
{
	size_t needed = distance(known, name, length);

	if (needed < *limit) {
		*limit = needed;
		*best = known;
	}
}

/* One wrong letter in a short word, three in a long one. */
static size_t tolerance(size_t length)
{
	return 2 + length / 4;
}

const char *conf_nearest_key(enum conf_kind kind, const char *name)
{
	size_t length = strlen(name);
	size_t limit = tolerance(length);
	const char *best = NULL;

	for (size_t i = 0; i < ARRAY_SIZE(keys); i++)
		if (keys[i].kind == kind)
			consider(keys[i].name, name, length, &best, &limit);
	return best;
}

const char *conf_nearest_section(enum conf_family family, const char *word, size_t length)
{
	size_t limit = tolerance(length);
	const char *best = NULL;

	for (size_t i = 0; i < ARRAY_SIZE(sections); i++)
		if (sections[i].family == family)
			consider(sections[i].name, word, length, &best, &limit);
	return best;
}
