/* SPDX-License-Identifier: Apache-2.0 */
/*
 * keys: the one table of what may stand in a configuration file: sections,
 * keys, the type of each value and where it is stored. Knows which known name
 * is nearest to an unknown one, but no files, no values and no precedence.
 */
#ifndef CLROUTER_CONFIG_KEYS_H
#define CLROUTER_CONFIG_KEYS_H

#include <stdbool.h>
#include <stddef.h>

enum conf_family {
	CONF_LOADER,		/* loader.conf */
	CONF_LAYERS,		/* layers.conf */
};

enum conf_kind {
	CONF_KIND_LOADER,	/* [loader] */
	CONF_KIND_ORDER,	/* [order] */
	CONF_KIND_DRIVERS,	/* [drivers] */
	CONF_KIND_DRIVER,	/* [driver GLOB] */
	CONF_KIND_PROGRAM,	/* [program GLOB] */
	CONF_KIND_LAYERS,	/* [layers] */
	CONF_KIND_LAYER,	/* [layer NAME] */
	CONF_KIND_UNKNOWN,
};

/*
 * FIELD is an offset into what the section's kind fills: struct settings_driver
 * for [driver], struct settings_layer for [layer], struct settings otherwise.
 */
struct conf_key {
	char name[16];
	unsigned char kind;
	unsigned char type;	/* enum conf_type */
	unsigned short field;
};

/* The section's kind, by its first word; CONF_KIND_UNKNOWN if there is none. */
enum conf_kind conf_find_kind(const char *word, size_t length);
const char *conf_kind_name(enum conf_kind kind);
enum conf_family conf_kind_family(enum conf_kind kind);
/* Is the section's name followed by a glob or name? */
bool conf_kind_has_argument(enum conf_kind kind);

/* The key of a section, NULL if it has none of that name. */
const struct conf_key *conf_find_key(enum conf_kind kind, const char *name);

/* A section of FAMILY that has such a key, CONF_KIND_UNKNOWN if there is none. */
enum conf_kind conf_find_owner(enum conf_family family, const char *name);

/* The known name that is nearest, NULL where none is near enough to be meant. */
const char *conf_nearest_key(enum conf_kind kind, const char *name);
const char *conf_nearest_section(enum conf_family family, const char *word, size_t length);

#endif
