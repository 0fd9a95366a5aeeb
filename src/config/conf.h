/* SPDX-License-Identifier: Apache-2.0 */
/*
 * conf: reads the configuration, from the built-in values over the files to
 * the variables, as loader.conf(5) says, into struct settings. Opens no library,
 * prints nothing: files and problems are kept in settings->files and
 * settings->problems.
 *
 * Data and calls go one way: conf asks files for what the files say and merge to
 * make one of it. files takes the bytes of each to parse, which takes lines apart,
 * and draft keeps those that keys knows. The variables are conf's own.
 */
#ifndef CLROUTER_CONFIG_CONF_H
#define CLROUTER_CONFIG_CONF_H

#include "base/arena.h"
#include "base/env.h"
#include "config/settings.h"

/* Where to read. In the library: { "", env_read()'s snapshot, /proc/self/exe's target }. */
struct conf_place {
	const char *root;	/* put in front of every path that is read */
	struct env env;
	const char *program;	/* path of the running program; NULL: none is known */
};

/*
 * Fills SETTINGS. Never fails as a whole: what cannot be read or allocated is
 * left out and noted. Strings live in ARENA, those of the environment are copied
 * there; PLACE->program is not copied.
 */
void conf_read(struct settings *settings, const struct conf_place *place,
	       struct arena *arena);

#endif
