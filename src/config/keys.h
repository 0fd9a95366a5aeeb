/* SPDX-License-Identifier: Apache-2.0 */
/*
 * keys: the one table of what may stand in a configuration file: sections,
 * keys, the type of each value, where it is stored, what it is if nobody
 * writes it; and what the text of a value means. Everything that is done for
 * each key is a loop over this table. Knows no files and no precedence.
 */
#ifndef CLROUTER_CONFIG_KEYS_H
#define CLROUTER_CONFIG_KEYS_H

#include <stdbool.h>
#include <stddef.h>

#include "config/settings.h"

/* KEY_MATCH and what follows it are lists, everything before it is one struct setting. */
enum key_type {
	KEY_BOOL,		/* yes or no */
	KEY_USE,		/* use or ignore; in system files only */
	KEY_UNLOAD,		/* auto or never */
	KEY_SORT,		/* enum settings_sort */
	KEY_EMPTY,		/* keep or last */
	KEY_PLATFORM,		/* first, error or a glob */
	KEY_DLOPEN,		/* lazy or now, and deepbind */
	KEY_LEVEL,		/* of the log */
	KEY_FILE,		/* an absolute path, or nothing */
	KEY_LIBRARY,		/* a name or path */
	KEY_MATCH,		/* comma list of globs, kept with the section */
	KEY_GLOBS,		/* comma list */
	KEY_DIRS,		/* colon list of absolute paths */
};

/*
 * FIELD is the offset of a struct setting or struct setting_list in what the
 * section fills: struct settings_driver for [driver], struct settings_layer for
 * [layer], struct settings otherwise.
 */
struct key {
	char name[16];
	enum settings_section section;
	enum key_type type;
	size_t field;
	const char *built_in;	/* the value if no file has one, as it is written; or NULL */
};

/* The section that WORD names; SECTION_UNKNOWN if there is none. */
enum settings_section keys_find_section(const char *word, size_t length);
const char *keys_section_name(enum settings_section section);
enum settings_family keys_section_family(enum settings_section section);
/* Is the section's name followed by a glob or name? */
bool keys_section_has_argument(enum settings_section section);

/* The key of SECTION that follows KEY in the table, the first if KEY is NULL; or NULL. */
const struct key *keys_next(enum settings_section section, const struct key *key);

/* The key of a section, NULL if it has none of that name. */
const struct key *keys_find(enum settings_section section, const char *name);

/* A section of FAMILY that has such a key, SECTION_UNKNOWN if there is none. */
enum settings_section keys_find_owner(enum settings_family family, const char *name);

bool keys_is_list(const struct key *key);
char keys_separator(const struct key *key);

/* What a value of the key looks like, for messages. */
const char *keys_expected(const struct key *key);

/*
 * Is TEXT, which is what follows "=", a value of the key? Then *SETTING gets its
 * text and value: the text is TEXT itself, a word of static storage, or NULL for a
 * list. If not, *SETTING may have been changed.
 */
bool keys_parse(const struct key *key, const char *text, struct setting *setting);

/*
 * Of two [driver] sections that mean the same driver: what STRONGER says of a
 * key replaces what DRIVER says of it.
 */
void keys_merge_driver(struct settings_driver *driver, const struct settings_driver *stronger);

/* text_next_element() without the blanks around the element. */
const char *keys_next_element(const char **rest, char separator, size_t *length);

/* Is it "...", or empty? In a comma list only the former is an element at all. */
bool keys_element_inherits(const char *element, size_t length);

#endif
