/* SPDX-License-Identifier: Apache-2.0 */
/*
 * match: what a driver, or one of its platforms, is known by, and whether a glob
 * means it (design.md, section 7, "A driver"). Pure.
 *
 * Every driver is compared with every glob at every start, and hardly any glob
 * means any driver. So the names are looked at once, and most globs are sent
 * away by how they start, or by what is in none of the names.
 */
#ifndef CLROUTER_DISCOVER_MATCH_H
#define CLROUTER_DISCOVER_MATCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "discover/entry.h"
#include "config/settings.h"

#define NAMES_MOST 6
#define NAMES_ROOM 512		/* bytes; with more, every glob is tried */
#define NAMES_START sizeof(uint64_t)

struct match_names {
	const char *paths[2];	/* what a glob with a slash is compared with; NULL: none */
	struct {
		const char *text;
		size_t length;
	} others[NAMES_MOST];
	size_t count;
	uint64_t starts[NAMES_MOST];	/* the first NAMES_START bytes of each, as in room */
	size_t start_count;
	uint64_t room[NAMES_ROOM / 8];	/* all names, folded (glob.h), blanks between them */
	size_t filled;			/* bytes in room */
	bool is_cut;			/* they do not fit, and nothing of all that is filled in */
};

/* NAME and VENDOR are those of a platform; NULL: not known, or not asked for. */
void match_names_init(struct match_names *names, const struct entry *entry, const char *name,
		const char *vendor);

/* The first of LIST that means it, NULL if none does. */
const struct setting_item *match_find(const struct match_names *names, const struct setting_list *list);

/* Could one of LIST mean a platform's name? A glob with a slash means a path. */
__attribute__((cold))
bool match_may_mean_platform(const struct setting_list *list);

/* Does GLOB mean the driver, or, where its name or vendor are known, the platform? */
__attribute__((cold))
bool match_glob(const struct match_names *names, const char *glob);

/* The same with the key of the glob, for one that is asked for often. */
bool match_glob_keyed(const struct match_names *names, const char *glob, const struct glob_key *key);

#endif
