/* SPDX-License-Identifier: Apache-2.0 */
/*
 * match: the names of a driver or of one of its platforms, and whether a glob of the configuration
 * matches one of them. loader.conf(5) has the rules. The module only compares texts.
 *
 * The names are collected once for each driver. They point into the texts that are passed, which
 * must live as long as the names. Any thread may read them.
 */
#ifndef CLROUTER_DISCOVER_MATCH_H
#define CLROUTER_DISCOVER_MATCH_H

#include <stdbool.h>
#include <stddef.h>

#include "config/settings.h"

enum match_kind {
	MATCH_FILE,		/* base name of the .icd file */
	MATCH_STEM,		/* the same without .icd */
	MATCH_LIBRARY,		/* the library as written */
	MATCH_LIBRARY_BASE,	/* its base name */
	MATCH_PLATFORM,		/* CL_PLATFORM_NAME */
	MATCH_VENDOR,		/* CL_PLATFORM_VENDOR */
	MATCH_KINDS
};

struct match_name {
	const char *text;	/* NULL: not known */
	size_t length;		/* bytes; MATCH_STEM ends before the text does */
};

struct match_names {
	const char *paths[2];			/* file and library, for globs with a slash */
	struct match_name names[MATCH_KINDS];	/* for globs without a slash */
};

/*
 * Sets the names of a driver: PATH is its .icd file, WRITTEN the library as the file or a variable
 * has it, and LIBRARY the same as dlopen gets it. Each may be NULL. The names of the platform are
 * not known afterwards.
 */
void match_names_init(struct match_names *names, const char *path, const char *written,
		      const char *library);

/* Sets CL_PLATFORM_NAME and CL_PLATFORM_VENDOR of one platform; NULL: not known. */
void match_names_set_platform(struct match_names *names, const char *name, const char *vendor);

/* Does GLOB match one of the names that are known, or, if it has a slash, one of the paths? */
bool match_glob(const struct match_names *names, const char *glob);

/* The first item of LIST that matches, which is marked as used. NULL if none does. */
const struct setting_item *match_find(const struct match_names *names,
				      const struct setting_list *list);

/* Could an item of LIST match the name of a platform? A glob with a slash matches only paths. */
bool match_may_mean_platform(const struct setting_list *list);

#endif
