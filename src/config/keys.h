/* SPDX-License-Identifier: Apache-2.0 */
/*
 * keys: the one table of the sections and keys of the configuration files: the type of each value,
 * the member that stores it, and the built-in value. The module also parses values. It knows
 * neither files nor precedence. Code that does something for every key is a loop over this table.
 *
 * The table is constant. Any thread may call these functions; results are in static storage,
 * except where they point into an argument.
 */
#ifndef CLROUTER_CONFIG_KEYS_H
#define CLROUTER_CONFIG_KEYS_H

#include <stdbool.h>
#include <stddef.h>

#include "config/settings.h"

/* KEY_MATCH and the types after it are struct setting_list, those before it struct setting. */
enum key_type {
	KEY_BOOL,		/* yes or no */
	KEY_USE,		/* use or ignore; in system files only */
	KEY_UNLOAD,		/* auto or never */
	KEY_PLACE,		/* listed or driver */
	KEY_SORT,		/* enum settings_sort */
	KEY_EMPTY,		/* keep or last */
	KEY_PLATFORM,		/* first, error or a glob */
	KEY_DLOPEN,		/* lazy or now, and deepbind */
	KEY_LEVEL,		/* a level of the log */
	KEY_FILE,		/* an absolute path, or nothing */
	KEY_LIBRARY,		/* a name or path */
	KEY_MATCH,		/* comma list of globs: more programs for a [program] section */
	KEY_GLOBS,		/* comma list */
	KEY_DIRS,		/* colon list of absolute paths */
	KEY_OPTION,		/* "option.NAME": any text; the list has one "NAME=text" for each line */
};

/* One key of one section. */
struct key {
	char name[16];
	enum settings_section section;
	enum key_type type;
	size_t field;		/* offset of the setting or list in the struct, see below */
	const char *built_in;	/* the value if no file sets it, as in a file; NULL: none */
};

/*
 * The struct that a section fills is struct settings_driver for [driver], struct settings_layer for
 * [layer], and struct settings for all other sections.
 */

/* The section whose name is the LENGTH bytes at WORD. SECTION_UNKNOWN if there is none. */
enum settings_section keys_find_section(const char *word, size_t length);

/* The name of SECTION, without an argument; "?" for SECTION_UNKNOWN. */
const char *keys_section_name(enum settings_section section);

/* The family of SECTION, which must not be SECTION_UNKNOWN. */
enum settings_family keys_section_family(enum settings_section section);

/* Is the name of SECTION followed by a glob or a name? Not for SECTION_UNKNOWN. */
bool keys_section_has_argument(enum settings_section section);

/*
 * The next key of SECTION after KEY in the table, or its first key if KEY is NULL. NULL after the
 * last one.
 */
const struct key *keys_next(enum settings_section section, const struct key *key);

/*
 * The key NAME, which may be an old spelling, of SECTION. NULL if the section has no such key.
 * "option.NAME", with any NAME that is not empty, finds the key "option.".
 */
const struct key *keys_find(enum settings_section section, const char *name);

/* The first section of FAMILY that has a key NAME. SECTION_UNKNOWN if no section has. */
enum settings_section keys_find_owner(enum settings_family family, const char *name);

/* Is the value of KEY a list? */
bool keys_is_list(const struct key *key);

/* The separator of the list that KEY has as value: ':' for directories, ',' otherwise. */
char keys_separator(const struct key *key);

/* The values that KEY can have, in words, for a message: "yes or no". */
const char *keys_expected(const struct key *key);

/*
 * Parses TEXT, the part of a line after "=". Returns true if KEY can have this value, and sets
 * text and value of SETTING: the text is a static string for a known word, TEXT itself for another
 * value, and NULL for a list. Returns false otherwise; text and value may have changed then.
 */
bool keys_parse(const struct key *key, const char *text, struct setting *setting);

/* Copies to DRIVER each key that STRONGER sets. Other keys of DRIVER stay as they are. */
void keys_merge_driver(struct settings_driver *driver, const struct settings_driver *stronger);

/* The same as text_next_element(), but without blanks and tabs at both ends of the element. */
const char *keys_next_element(const char **rest, char separator, size_t *length);

/*
 * Is ELEMENT "..." or empty? Both stand for the list from weaker sources. In a comma list the
 * caller skips empty elements.
 */
bool keys_element_inherits(const char *element, size_t length);

#endif
