/* SPDX-License-Identifier: Apache-2.0 */
/*
 * values: the types that values have, and the words of each. Knows neither
 * keys nor files.
 */
#ifndef CLROUTER_CONFIG_VALUES_H
#define CLROUTER_CONFIG_VALUES_H

#include <stdbool.h>

enum conf_type {
	CONF_TYPE_BOOL,		/* yes or no */
	CONF_TYPE_USE,		/* use or ignore; in system files only */
	CONF_TYPE_UNLOAD,	/* auto or never */
	CONF_TYPE_DLOPEN,	/* lazy or now, and deepbind */
	CONF_TYPE_SORT,
	CONF_TYPE_LEVEL,	/* of the log */
	CONF_TYPE_PLATFORM,	/* first, error or a glob */
	CONF_TYPE_FILE,		/* an absolute path, or nothing */
	CONF_TYPE_LIBRARY,	/* a name or path */
	CONF_TYPE_MATCH,	/* comma list of globs, kept with the section */
	CONF_TYPE_GLOBS,	/* comma list */
	CONF_TYPE_DIRS,		/* colon list of absolute paths */
};

/* The bits of a CONF_TYPE_DLOPEN value. */
#define CONF_DLOPEN_NOW 1u
#define CONF_DLOPEN_DEEPBIND 2u

bool conf_type_is_list(enum conf_type type);
char conf_type_separator(enum conf_type type);

/* What a value of the type looks like, for messages. */
const char *conf_type_expects(enum conf_type type);

/*
 * Is TEXT a value of the type? Then *NUMBER is what it means (scalars that are
 * words), and *WORD, where a word stands for itself, its lower-case form.
 */
bool conf_check_value(enum conf_type type, const char *text, unsigned *number,
		      const char **word);

#endif
