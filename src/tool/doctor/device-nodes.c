/* SPDX-License-Identifier: Apache-2.0 */
/* device-nodes: see device-nodes.h. */
#include "tool/doctor/device-nodes.h"

#include <errno.h>
#include <grp.h>
#include <pwd.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/array.h"
#include "base/dir.h"
#include "tool/output/format.h"

/* Where drivers look, and the names there: a prefix. */
static const struct place {
	const char *directory;
	const char *prefix;
} places[] = {
	{ "/dev/dri", "renderD" },	/* Intel, AMD, Mesa */
	{ "/dev", "kfd" },		/* AMD ROCm */
	{ "/dev", "nvidia" },		/* NVIDIA */
	{ "/dev/accel", "accel" },	/* NPUs */
	{ "/dev", "dxg" },		/* Windows' GPU in WSL */
};

static const char *user_name(struct arena *arena)
{
	const struct passwd *user = getpwuid(geteuid());

	return user ? user->pw_name : format_into(arena, "%u", (unsigned)geteuid());
}

static const char *group_name(gid_t gid, struct arena *arena)
{
	const struct group *group = getgrgid(gid);

	return group ? group->gr_name : format_into(arena, "%u", (unsigned)gid);
}

/* A group that may open the file is the way in, unless it is root's own. */
static void explain_closed(struct finding *finding, struct tool *tool, const char *path,
			   const struct stat *status)
{
	struct arena *arena = &tool->arena;
	const char *group = group_name(status->st_gid, arena);

	finding_fact(finding, "closed", "%s: you may not open it (mode %03o, group %s)", path,
		     (unsigned)status->st_mode & 0777, group);
	if ((status->st_mode & S_IRGRP) && (status->st_mode & S_IWGRP) && status->st_gid != 0)
		finding_fact_once(finding, "cure",
				  "usermod -aG %s %s (as root), then log in again", group,
				  user_name(arena));
	else
		finding_fact_once(finding, "cure",
				  "chmod a+rw %s (as root), or a udev rule that does it", path);
}

static void look_at(struct finding *finding, struct tool *tool, const char *path,
		    size_t *count)
{
	const char *whole = arena_under_root(&tool->arena, tool->root, path);
	struct stat status;

	if (!whole || stat(whole, &status) != 0 || S_ISDIR(status.st_mode))
		return;
	(*count)++;
	if (access(whole, R_OK | W_OK) != 0 && (errno == EACCES || errno == EPERM))
		explain_closed(finding, tool, path, &status);
}

void device_nodes_explain(struct finding *finding, struct tool *tool)
{
	size_t count = 0;

	for (size_t i = 0; i < ARRAY_SIZE(places); i++) {
		struct dir dir;

		if (dir_read(&dir, tool->root, places[i].directory, "", &tool->arena) != 0)
			continue;
		for (size_t j = 0; j < dir.count; j++)
			if (strncmp(dir.names[j]->name, places[i].prefix,
				    strlen(places[i].prefix)) == 0)
				look_at(finding, tool, dir.names[j]->path, &count);
	}
	if (count == 0)
		finding_fact(finding, "devices",
			     "there is no /dev/dri/renderD*, /dev/kfd or /dev/nvidia*: no GPU, or no kernel module for it");
}
