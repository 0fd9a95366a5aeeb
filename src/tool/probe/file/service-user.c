/* SPDX-License-Identifier: Apache-2.0 */
/* service-user: see service-user.h. */
#include "tool/probe/file/service-user.h"

#include <errno.h>
#include <grp.h>
#include <pwd.h>
#include <stdio.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/xattr.h>

#include "base/common/list.h"
#include "base/text.h"
#include "tool/output/format.h"
#include "tool/probe/file/whole-file.h"

#define MOST_BYTES 4194304	/* of /etc/passwd and /etc/group */
#define FIELDS 7		/* of a line in /etc/passwd */
#define MOST_GROUPS 256		/* that the system is asked for */

/* -- the two files ---------------------------------------------------------------------------- */

static bool add_group(struct service_user *user, gid_t group, bool is_first, struct arena *arena)
{
	if (!list_make_space_in(arena, &user->groups, user->count, sizeof(*user->groups)))
		return false;
	user->groups[user->count++] = group;
	if (is_first && user->count > 1) {
		memmove(user->groups + 1, user->groups, (user->count - 1) * sizeof(*user->groups));
		user->groups[0] = group;
	}
	return true;
}

static char *read_file(const char *root, const char *path, struct arena *arena)
{
	const char *whole = arena_under_root(arena, root, path);
	size_t size;
	char *bytes = whole ? whole_file_read(whole, MOST_BYTES, &size) : NULL;
	char *copy = bytes ? arena_copy(arena, bytes, size) : NULL;

	free(bytes);
	return copy;
}

/* Splits the next line of *REST into FIELDS; those that are missing are "". False: there is none. */
static bool next_entry(char **rest, char *fields[FIELDS])
{
	static char nothing[1];
	char *line = strsep(rest, "\n");

	for (size_t i = 0; i < FIELDS; i++) {
		fields[i] = line ? strsep(&line, ":") : NULL;
		fields[i] = fields[i] ? fields[i] : nothing;
	}
	return *rest || *fields[0];
}

static bool is_called(char *fields[FIELDS], const char *name)
{
	return *fields[0] && (strcmp(fields[0], name) == 0 || strcmp(fields[2], name) == 0);
}

/* The groups of which the user is a member. */
static void add_memberships(struct service_user *user, const char *root, struct arena *arena)
{
	char *rest = read_file(root, "/etc/group", arena);
	char *fields[FIELDS];

	while (rest && next_entry(&rest, fields)) {
		char *member;

		while ((member = strsep(&fields[3], ",")))
			if (*member && strcmp(member, user->name) == 0)
				add_group(user, (gid_t)strtoul(fields[2], NULL, 10), false, arena);
	}
}

static bool find_in_file(struct service_user *user, const char *name, const char *root,
			 struct arena *arena)
{
	char *rest = read_file(root, "/etc/passwd", arena);
	char *fields[FIELDS];

	while (rest && next_entry(&rest, fields)) {
		if (!is_called(fields, name))
			continue;
		user->name = fields[0];
		user->uid = (uid_t)strtoul(fields[2], NULL, 10);
		user->home = fields[5];
		if (!add_group(user, (gid_t)strtoul(fields[3], NULL, 10), true, arena))
			return false;
		add_memberships(user, root, arena);
		return true;
	}
	return false;
}

/* A user of another source, such as LDAP. */
static bool ask_system(struct service_user *user, const char *name, struct arena *arena)
{
	const struct passwd *entry = getpwnam(name);
	gid_t groups[MOST_GROUPS];
	int count = MOST_GROUPS;

	if (!entry)
		return false;
	user->name = format_into(arena, "%s", entry->pw_name);
	user->home = format_into(arena, "%s", entry->pw_dir);
	user->uid = entry->pw_uid;
	add_group(user, entry->pw_gid, true, arena);
	if (getgrouplist(user->name, entry->pw_gid, groups, &count) > 0)
		for (int i = 0; i < count; i++)
			add_group(user, groups[i], false, arena);
	return true;
}

bool service_user_find(struct service_user *user, const char *name, const char *root,
		       struct arena *arena)
{
	*user = (struct service_user){ .name = name };
	return find_in_file(user, name, root, arena) || (!*root && ask_system(user, name, arena));
}

bool service_user_add_group(struct service_user *user, const char *name, bool is_first,
			    const char *root, struct arena *arena)
{
	char *rest = read_file(root, "/etc/group", arena);
	char *fields[FIELDS];
	const struct group *entry;
	unsigned number;

	while (rest && next_entry(&rest, fields))
		if (is_called(fields, name))
			return add_group(user, (gid_t)strtoul(fields[2], NULL, 10), is_first, arena);
	entry = *root ? NULL : getgrnam(name);
	if (entry)
		return add_group(user, entry->gr_gid, is_first, arena);
	return text_parse_number(name, &number) && add_group(user, number, is_first, arena);
}

const char *service_user_group_name(gid_t group, const char *root, struct arena *arena)
{
	char *rest = read_file(root, "/etc/group", arena);
	const char *number = format_into(arena, "%lu", (unsigned long)group);
	char *fields[FIELDS];

	while (rest && next_entry(&rest, fields))
		if (strcmp(fields[2], number) == 0)
			return fields[0];
	return number;
}

/* -- rights ----------------------------------------------------------------------------------- */

static bool is_member(const struct service_user *user, gid_t group)
{
	for (size_t i = 0; i < user->count; i++)
		if (user->groups[i] == group)
			return true;
	return false;
}

/* An access control list as the kernel has it in "system.posix_acl_access" (little endian). */
#define ACL_HEAD 4
#define ACL_ENTRY 8
#define ACL_USER 0x02
#define ACL_GROUP 0x08
#define ACL_MASK 0x10

/* Does an entry of the list that names USER or one of its groups give RIGHTS? */
static bool has_entry(const struct service_user *user, const char *path, unsigned rights)
{
	unsigned char list[ACL_HEAD + 64 * ACL_ENTRY];
	const ssize_t size = getxattr(path, "system.posix_acl_access", list, sizeof(list));
	unsigned given = 0;
	unsigned mask = 7;

	for (ssize_t at = ACL_HEAD; at + ACL_ENTRY <= size; at += ACL_ENTRY) {
		const unsigned char *entry = list + at;
		const uint32_t who = (uint32_t)entry[4] | (uint32_t)entry[5] << 8 |
				     (uint32_t)entry[6] << 16 | (uint32_t)entry[7] << 24;

		if (entry[0] == ACL_MASK)
			mask = entry[2];
		else if ((entry[0] == ACL_USER && who == user->uid) ||
			 (entry[0] == ACL_GROUP && is_member(user, who)))
			given |= entry[2];
	}
	return (given & mask & rights) == rights;
}

int service_user_may(const struct service_user *user, const char *path, unsigned rights, gid_t *group)
{
	struct stat status;
	unsigned mode;

	if (stat(path, &status) != 0)
		return -errno;
	*group = status.st_gid;
	mode = status.st_mode;
	if (user->uid == 0)
		return true;
	if (status.st_uid == user->uid)
		mode >>= 6;
	else if (has_entry(user, path, rights))
		return true;
	else if (is_member(user, status.st_gid))
		mode >>= 3;
	return (mode & rights) == rights;
}
