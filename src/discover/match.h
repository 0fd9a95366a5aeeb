/* SPDX-License-Identifier: Apache-2.0 */
/*
 * match: the names of a driver, or of one of its platforms, and whether a glob of the
 * configuration means it; loader.conf(5) has the rule. Pure: compares text only.
 *
 * The names are found once for each driver and kept with it. They are pointers into the texts
 * that are given, which have to live as long.
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
	size_t length;
};

struct match_names {
	const char *paths[2];	/* file and library, for globs with a slash; NULL: none */
	struct match_name names[MATCH_KINDS];	/* for all other globs */
};

/*
 * The names of the driver that PATH, an .icd file, names as WRITTEN, which stands for LIBRARY.
 * Each may be NULL. No platform's name is known afterwards.
 */
void match_names_init(struct match_names *names, const char *path, const char *written,
		      const char *library);

/* Adds the name and vendor of one platform; NULL: not known. */
void match_names_set_platform(struct match_names *names, const char *name, const char *vendor);

/* Does GLOB mean this driver, or, if their names are known, this platform? */
bool match_glob(const struct match_names *names, const char *glob);

/* The first item of LIST that means it, NULL if none does. */
const struct setting_item *match_find(const struct match_names *names,
				      const struct setting_list *list);

/* Could an item of LIST mean a platform's name? A glob with a slash means a path. */
bool match_may_mean_platform(const struct setting_list *list);

#endif
