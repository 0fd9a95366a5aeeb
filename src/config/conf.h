/* SPDX-License-Identifier: Apache-2.0 */
/*
 * conf: reads the whole configuration into struct settings: the built-in values, the files and the
 * variables, in the order of precedence that loader.conf(5) describes. It opens no library and
 * prints nothing; the files and the problems with them are listed in settings->files and
 * settings->problems.
 *
 * The modules of this folder work as follows: conf lets files read all configuration files into one
 * draft. files gives the bytes of each file to parse, which splits them into sections, keys and
 * values; draft checks these against the table in keys and stores them. Then conf lets merge make
 * the settings from the draft, and applies the variables itself.
 */
#ifndef CLROUTER_CONFIG_CONF_H
#define CLROUTER_CONFIG_CONF_H

#include "base/arena.h"
#include "base/env.h"
#include "config/settings.h"

/*
 * What the configuration is read from. The library passes "", the result of env_read() and the
 * result of os_own_program(); tests and the tool may pass others.
 */
struct conf_place {
	const char *root;	/* put in front of every path that is read; "": nothing */
	struct env env;
	const char *program;	/* path of the running program; NULL: not known */
};

/*
 * Fills SETTINGS, which need not be initialised. The function cannot fail: what cannot be read or
 * allocated is left out, and is listed as a file with a verdict or as a problem.
 *
 * The strings in SETTINGS are in ARENA or static; the values of variables are copied.
 * PLACE->program is not copied and must live as long as SETTINGS.
 */
void conf_read(struct settings *settings, const struct conf_place *place,
	       struct arena *arena);

/*
 * The path of the user's file of FAMILY, without a root, in ARENA, whether it exists or not. NULL: no
 * variable that counts by SETTINGS leads to it, or there is no memory.
 */
const char *conf_user_file(const struct settings *settings, enum settings_family family,
			   struct arena *arena);

#endif
