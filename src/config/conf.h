/* SPDX-License-Identifier: Apache-2.0 */
/*
 * conf: reads the configuration, from the built-in values over the files to
 * the variables, in the order of design.md section 7, into struct settings.
 * The only room that knows inih. Opens no library, prints nothing: what is to
 * be told is kept in settings->problems and settings->files.
 */
#ifndef CLROUTER_CONFIG_CONF_H
#define CLROUTER_CONFIG_CONF_H

#include "base/arena.h"
#include "base/env.h"
#include "config/settings.h"

/* Where to read. In life: { "", env_read()'s snapshot, /proc/self/exe's target }. */
struct conf_place {
	const char *root;	/* put in front of every path that is read */
	struct env env;
	const char *program;	/* path of the running program; NULL: none is known */
};

/*
 * Fills SETTINGS. Never fails as a whole: what cannot be read or allocated is
 * left out and told. Strings live in ARENA (and, for variables, in the
 * environment until copied; config copies them).
 */
void conf_read(struct settings *settings, const struct conf_place *place,
	       struct arena *arena);

#endif
