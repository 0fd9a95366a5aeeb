/* SPDX-License-Identifier: Apache-2.0 */
/*
 * names: what a driver, or one of its platforms, is known by, and whether a glob
 * means it (design.md, section 7, "A driver"). Pure.
 *
 * Every driver is compared with every glob at every start, and hardly any glob
 * means any driver. So the names are looked at once, and most globs are sent
 * away by their first letter, or by letters that are in none of the names.
 */
#ifndef CLROUTER_NAMES_H
#define CLROUTER_NAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "entry.h"
#include "settings.h"

#define NAMES_MOST 6
#define NAMES_ROOM 512		/* bytes; with more, every glob is tried */

struct names {
	const char *paths[2];	/* what a glob with a slash is compared with; NULL: none */
	struct {
		const char *text;
		size_t length;
		bool is_part;	/* of the name before it */
	} others[NAMES_MOST];
	size_t count;
	uint32_t initials;	/* a bit for each letter that a name or path starts with */
	size_t filled;		/* bytes in room */
	uint64_t room[NAMES_ROOM / 8];	/* all names, without case; not if filled is 0 */
};

/* NAME and VENDOR are those of a platform; NULL: not known, or not asked for. */
void names_init(struct names *names, const struct entry *entry, const char *name,
		const char *vendor);

/* The first of LIST that means it, NULL if none does. */
const struct setting_item *names_find(const struct names *names, const struct setting_list *list);

/* Could one of LIST mean a platform's name? A glob with a slash means a path. */
bool names_may_mean_platform(const struct setting_list *list);

/* Does GLOB mean the driver, or, where its name or vendor are known, the platform? */
bool names_match(const struct names *names, const char *glob);

#endif
