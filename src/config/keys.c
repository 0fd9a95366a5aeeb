/* SPDX-License-Identifier: Apache-2.0 */
/*
 * keys: see keys.h. Names are arrays and types are numbers, because each pointer in a table is a
 * relocation in every OpenCL process.
 */
#include "config/keys.h"

#include <string.h>

#include "base/array.h"
#include "base/log.h"
#include "base/os.h"
#include "base/text.h"

static const struct {
	char name[8];
	enum settings_family family;
	bool has_argument;
} sections[SECTION_UNKNOWN] = {
	[SECTION_LOADER] = { "loader", FAMILY_LOADER, false },
	[SECTION_ORDER] = { "order", FAMILY_LOADER, false },
	[SECTION_DRIVERS] = { "drivers", FAMILY_LOADER, false },
	[SECTION_DRIVER] = { "driver", FAMILY_LOADER, true },
	[SECTION_PROGRAM] = { "program", FAMILY_LOADER, true },
	[SECTION_LAYERS] = { "layers", FAMILY_LAYERS, false },
	[SECTION_LAYER] = { "layer", FAMILY_LAYERS, true },
};

#define SETTING(field) offsetof(struct settings, field)
#define OF_DRIVER(field) offsetof(struct settings_driver, field)
#define OF_LAYER(field) offsetof(struct settings_layer, field)

/*
 * The tool shows the keys in this order. [driver] can have no list, because keys_merge_driver()
 * copies settings only.
 */
static const struct key keys[] = {
	{ "vendor_dirs", SECTION_LOADER, KEY_DIRS, SETTING(vendor_dirs), VENDOR_DIRS },
	{ "environment", SECTION_LOADER, KEY_USE, SETTING(environment), "use" },
	{ "user_config", SECTION_LOADER, KEY_USE, SETTING(user_config), "use" },
	{ "log", SECTION_LOADER, KEY_LEVEL, SETTING(log), "none" },
	{ "log_file", SECTION_LOADER, KEY_FILE, SETTING(log_file), "" },
	{ "null_platform", SECTION_LOADER, KEY_PLATFORM, SETTING(null_platform), "first" },
	{ "hide_empty", SECTION_LOADER, KEY_BOOL, SETTING(hide_empty), "no" },

	{ "first", SECTION_ORDER, KEY_GLOBS, SETTING(first), NULL },
	{ "last", SECTION_ORDER, KEY_GLOBS, SETTING(last), NULL },
	{ "sort", SECTION_ORDER, KEY_SORT, SETTING(sort), "file" },
	{ "empty", SECTION_ORDER, KEY_EMPTY, SETTING(empty_last), "last" },

	{ "disable", SECTION_DRIVERS, KEY_GLOBS, SETTING(disable), NULL },
	{ "enable", SECTION_DRIVERS, KEY_GLOBS, SETTING(enable), NULL },

	{ "load", SECTION_DRIVER, KEY_BOOL, OF_DRIVER(load), "yes" },
	{ "assume_icd", SECTION_DRIVER, KEY_BOOL, OF_DRIVER(assume_icd), "no" },
	{ "dlopen", SECTION_DRIVER, KEY_DLOPEN, OF_DRIVER(dlopen), "lazy" },
	{ "unload", SECTION_DRIVER, KEY_UNLOAD, OF_DRIVER(never_unload), "auto" },
	{ "bounded_table", SECTION_DRIVER, KEY_BOOL, OF_DRIVER(bounded_table), "no" },

	{ "match", SECTION_PROGRAM, KEY_MATCH, 0, NULL },
	{ "first", SECTION_PROGRAM, KEY_GLOBS, SETTING(first), NULL },
	{ "last", SECTION_PROGRAM, KEY_GLOBS, SETTING(last), NULL },
	{ "sort", SECTION_PROGRAM, KEY_SORT, SETTING(sort), NULL },
	{ "empty", SECTION_PROGRAM, KEY_EMPTY, SETTING(empty_last), NULL },
	{ "disable", SECTION_PROGRAM, KEY_GLOBS, SETTING(disable), NULL },
	{ "enable", SECTION_PROGRAM, KEY_GLOBS, SETTING(enable), NULL },
	{ "null_platform", SECTION_PROGRAM, KEY_PLATFORM, SETTING(null_platform), NULL },
	{ "hide_empty", SECTION_PROGRAM, KEY_BOOL, SETTING(hide_empty), NULL },
	{ "layers", SECTION_PROGRAM, KEY_GLOBS, SETTING(layers), NULL },
	{ "disable_layers", SECTION_PROGRAM, KEY_GLOBS, SETTING(layers_disable), NULL },

	{ "layer_dirs", SECTION_LAYERS, KEY_DIRS, SETTING(layer_dirs), LAYER_DIRS },
	{ "load", SECTION_LAYERS, KEY_GLOBS, SETTING(layers), NULL },
	{ "disable", SECTION_LAYERS, KEY_GLOBS, SETTING(layers_disable), NULL },
	{ "program_layers", SECTION_LAYERS, KEY_USE, SETTING(program_layers), "use" },

	{ "library", SECTION_LAYER, KEY_LIBRARY, OF_LAYER(library), NULL },
	{ "programs", SECTION_LAYER, KEY_GLOBS, OF_LAYER(programs), NULL },
	{ "enabled", SECTION_LAYER, KEY_BOOL, OF_LAYER(enabled), "yes" },
	{ "unload", SECTION_LAYER, KEY_UNLOAD, OF_LAYER(never_unload), "auto" },
	{ "place", SECTION_LAYER, KEY_PLACE, OF_LAYER(at_driver), "listed" },
	{ "option.", SECTION_LAYER, KEY_OPTION, OF_LAYER(options), NULL },
};

enum settings_section keys_find_section(const char *word, size_t length)
{
	for (size_t i = 0; i < ARRAY_SIZE(sections); i++)
		if (strlen(sections[i].name) == length &&
		    memcmp(sections[i].name, word, length) == 0)
			return (enum settings_section)i;
	return SECTION_UNKNOWN;
}

const char *keys_section_name(enum settings_section section)
{
	return section < SECTION_UNKNOWN ? sections[section].name : "?";
}

enum settings_family keys_section_family(enum settings_section section)
{
	return sections[section].family;
}

bool keys_section_has_argument(enum settings_section section)
{
	return sections[section].has_argument;
}

const struct key *keys_next(enum settings_section section, const struct key *key)
{
	for (key = key ? key + 1 : keys; key < keys + ARRAY_SIZE(keys); key++)
		if (key->section == section)
			return key;
	return NULL;
}

/* A key that was renamed is still found by its old name. */
static const char *current_spelling(const char *name)
{
	return strcmp(name, "guard_table") == 0 ? "bounded_table" : name;
}

static bool is_called(const struct key *key, const char *name)
{
	const char *option = key->type == KEY_OPTION ? text_skip_prefix(name, key->name) : NULL;

	return option ? *option != '\0' : strcmp(key->name, name) == 0;
}

const struct key *keys_find(enum settings_section section, const char *name)
{
	const struct key *key = keys_next(section, NULL);

	name = current_spelling(name);
	while (key && !is_called(key, name))
		key = keys_next(section, key);
	return key;
}

enum settings_section keys_find_owner(enum settings_family family, const char *name)
{
	for (size_t i = 0; i < ARRAY_SIZE(keys); i++)
		if (sections[keys[i].section].family == family && is_called(&keys[i], name))
			return keys[i].section;
	return SECTION_UNKNOWN;
}

void keys_merge_driver(struct settings_driver *driver, const struct settings_driver *stronger)
{
	const struct key *key = NULL;

	while ((key = keys_next(SECTION_DRIVER, key))) {
		const struct setting *from = (const void *)((const char *)stronger + key->field);
		struct setting *to = (void *)((char *)driver + key->field);

		if (from->is_set)
			*to = *from;
	}
}

bool keys_is_list(const struct key *key)
{
	return key->type >= KEY_MATCH;
}

char keys_separator(const struct key *key)
{
	return key->type == KEY_DIRS ? OS_LIST_SEPARATOR : ',';
}

const char *keys_expected(const struct key *key)
{
	switch (key->type) {
	case KEY_BOOL:
		return "yes or no";
	case KEY_USE:
		return "use or ignore";
	case KEY_UNLOAD:
		return "auto or never";
	case KEY_PLACE:
		return "listed or driver";
	case KEY_SORT:
		return "file, devices, name or version";
	case KEY_EMPTY:
		return "last or keep";
	case KEY_PLATFORM:
		return "first, error or a glob";
	case KEY_DLOPEN:
		return "lazy or now, and deepbind";
	case KEY_LEVEL:
		return "none, error, warning, info or debug";
	case KEY_FILE:
		return "an absolute path or nothing";
	case KEY_LIBRARY:
		return "the name or path of a library";
	case KEY_MATCH:
	case KEY_GLOBS:
		return "a comma list";
	case KEY_DIRS:
		return "a colon list of absolute paths";
	case KEY_OPTION:
		return "any text";
	}
	return "?";
}

/* The words of each type. The index of a word is its value in struct setting. */
static const char words[][4][8] = {
	[KEY_BOOL] = { "no", "yes" },
	[KEY_USE] = { "ignore", "use" },
	[KEY_UNLOAD] = { "auto", "never" },
	[KEY_PLACE] = { "listed", "driver" },
	[KEY_SORT] = {
		[SETTINGS_SORT_FILE] = "file",
		[SETTINGS_SORT_DEVICES] = "devices",
		[SETTINGS_SORT_NAME] = "name",
		[SETTINGS_SORT_VERSION] = "version",
	},
	[KEY_EMPTY] = { "keep", "last" },
	[KEY_PLATFORM] = { "first", "error" },
};

static bool parse_word(enum key_type type, const char *text, struct setting *setting)
{
	for (unsigned i = 0; i < ARRAY_SIZE(words[type]) && *words[type][i]; i++)
		if (text_equal_nocase(words[type][i], text)) {
			setting->text = words[type][i];
			setting->value = i;
			return true;
		}
	return false;
}

static bool parse_bool(const char *text, struct setting *setting)
{
	bool flag;

	if (!text_parse_bool(text, &flag))
		return false;
	setting->text = words[KEY_BOOL][flag];
	setting->value = flag;
	return true;
}

static bool parse_level(const char *text, struct setting *setting)
{
	for (unsigned level = LOG_NONE; level <= LOG_DEBUG; level++)
		if (text_equal_nocase(log_level_name((enum log_level)level), text)) {
			setting->text = log_level_name((enum log_level)level);
			setting->value = level;
			return true;
		}
	return false;
}

/* Is the element of a list WORD, which is in lower case? */
static bool is_word(const char *element, size_t length, const char *word)
{
	for (; length && text_lower(*element) == *word; length--, element++)
		word++;
	return length == 0 && *word == '\0';
}

/* At most one of lazy and now, and perhaps deepbind. The words have any order. */
static bool parse_dlopen(const char *text, struct setting *setting)
{
	static const char spellings[][16] = { "lazy", "now", "lazy, deepbind", "now, deepbind" };
	const char *rest = text;
	bool has_binding = false;

	setting->value = 0;
	while (rest) {
		size_t length;
		const char *element = keys_next_element(&rest, ',', &length);
		bool is_now = is_word(element, length, "now");

		if (is_word(element, length, "deepbind")) {
			setting->value |= SETTINGS_DLOPEN_DEEPBIND;
			continue;
		}
		if (has_binding || (!is_now && !is_word(element, length, "lazy")))
			return false;
		has_binding = true;
		setting->value |= is_now ? SETTINGS_DLOPEN_NOW : 0;
	}
	setting->text = spellings[setting->value];
	return true;
}

/* Is each element "...", empty, or an absolute path? */
static bool are_paths(const char *text)
{
	const char *rest = text;

	while (rest) {
		size_t length;
		const char *element = keys_next_element(&rest, OS_LIST_SEPARATOR, &length);

		if (length && !os_is_absolute(element) && !keys_element_inherits(element, length))
			return false;
	}
	return true;
}

bool keys_parse(const struct key *key, const char *text, struct setting *setting)
{
	setting->text = keys_is_list(key) ? NULL : text;
	setting->value = 0;
	switch (key->type) {
	case KEY_BOOL:
		return parse_bool(text, setting);
	case KEY_USE:
	case KEY_UNLOAD:
	case KEY_PLACE:
	case KEY_SORT:
	case KEY_EMPTY:
		return parse_word(key->type, text, setting);
	case KEY_PLATFORM:
		return parse_word(key->type, text, setting) || *text;
	case KEY_DLOPEN:
		return parse_dlopen(text, setting);
	case KEY_LEVEL:
		return parse_level(text, setting);
	case KEY_FILE:
		return os_is_absolute(text) || *text == '\0';
	case KEY_LIBRARY:
		return *text != '\0';
	case KEY_DIRS:
		return are_paths(text);
	case KEY_MATCH:
	case KEY_GLOBS:
	case KEY_OPTION:
		return true;
	}
	return false;
}

const char *keys_next_element(const char **rest, char separator, size_t *length)
{
	const char *element = text_next_element(rest, separator, length);

	while (*length && text_is_blank(*element)) {
		element++;
		(*length)--;
	}
	while (*length && text_is_blank(element[*length - 1]))
		(*length)--;
	return element;
}

bool keys_element_inherits(const char *element, size_t length)
{
	return length == 0 || (length == 3 && memcmp(element, "...", 3) == 0);
}
