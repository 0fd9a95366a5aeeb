/* SPDX-License-Identifier: Apache-2.0 */
/*
 * service-user: a user with groups, as the files of a system have them, and what such a user may open.
 * Under a root, its files are read, and nobody else is asked. Keeps no state.
 */
#ifndef CLROUTER_TOOL_PROBE_FILE_SERVICE_USER_H
#define CLROUTER_TOOL_PROBE_FILE_SERVICE_USER_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "base/arena.h"

struct service_user {
	const char *name;
	uid_t uid;
	gid_t *groups;		/* the first one is the user's own */
	size_t count;
	const char *home;	/* NULL: not known */
};

/* Finds the user NAME, a name or a number, with its groups. False: there is none, or no memory. */
bool service_user_find(struct service_user *user, const char *name, const char *root,
		       struct arena *arena);

/* Adds the group NAME, a name or a number; IS_FIRST: as the user's own. False: there is none. */
bool service_user_add_group(struct service_user *user, const char *name, bool is_first,
			    const char *root, struct arena *arena);

/* The name of the group in ARENA, or its number as a text. */
const char *service_user_group_name(gid_t group, const char *root, struct arena *arena);

/*
 * May USER open the file PATH (with the root) for what RIGHTS says, 4 for reading and 2 for writing?
 * *GROUP is the group of the file. -errno if it cannot be looked at.
 */
int service_user_may(const struct service_user *user, const char *path, unsigned rights, gid_t *group);

#endif
