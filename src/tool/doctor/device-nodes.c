/* SPDX-License-Identifier: Apache-2.0 */
/* device-nodes: see device-nodes.h. */
#include "tool/doctor/device-nodes.h"

#include <errno.h>
#include <grp.h>
#include <pwd.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/array.h"
#include "base/dir.h"
#include "base/text.h"
#include "tool/doctor/access.h"
#include "tool/doctor/shell.h"
#include "tool/output/format.h"

/* The names of the files: a directory and a prefix. */
static const struct place {
	unsigned kind;
	const char *directory;
	const char *prefix;
} places[] = {
	{ DEVICE_NODES_DRI, "/dev/dri", "renderD" },
	{ DEVICE_NODES_KFD, "/dev", "kfd" },
	{ DEVICE_NODES_NVIDIA, "/dev", "nvidia" },
	{ DEVICE_NODES_OTHER, "/dev/accel", "accel" },
	{ DEVICE_NODES_OTHER, "/dev", "dxg" },
};

/* What is said if a kind has no file. */
static const struct {
	unsigned kind;
	const char *names;
	const char *option;	/* of docker run and podman run */
} absent[] = {
	{ DEVICE_NODES_DRI, "/dev/dri/renderD*", "--device /dev/dri" },
	{ DEVICE_NODES_KFD, "/dev/kfd", "--device /dev/kfd" },
	{ DEVICE_NODES_NVIDIA, "/dev/nvidia*", "--gpus all" },
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
				  "usermod -aG %s %s  # as root; then log in again",
				  shell_word(group, arena), shell_word(user_name(arena), arena));
	else
		finding_fact_once(finding, "cure",
				  "chmod a+rw %s  # as root; or a udev rule that does it",
				  shell_word(path, arena));
}

static bool look_at(struct finding *finding, struct tool *tool, const char *path)
{
	const char *whole = arena_under_root(&tool->arena, tool->root, path);
	struct stat status;

	if (!whole || stat(whole, &status) != 0 || S_ISDIR(status.st_mode))
		return false;
	if (access(whole, R_OK | W_OK) != 0 && (errno == EACCES || errno == EPERM))
		explain_closed(finding, tool, path, &status);
	return true;
}

/* Is there a file of this place? A directory that is closed may have one. */
static bool look_in(struct finding *finding, struct tool *tool, const struct place *place)
{
	bool is_any = false;
	struct dir dir;
	int error = dir_read(&dir, tool->root, place->directory, "", &tool->arena);

	if (error == -EACCES)
		return access_explain(finding, place->directory, tool);
	for (size_t i = 0; error == 0 && i < dir.count; i++)
		if (text_skip_prefix(dir.names[i]->name, place->prefix))
			is_any |= look_at(finding, tool, dir.names[i]->path);
	return is_any;
}

/* Files that container managers make; systemd's containers and others set the variable. */
static bool is_container(struct tool *tool)
{
	static const char *const files[] = { "/.dockerenv", "/run/.containerenv" };

	for (size_t i = 0; i < ARRAY_SIZE(files); i++) {
		const char *whole = arena_under_root(&tool->arena, tool->root, files[i]);

		if (whole && access(whole, F_OK) == 0)
			return true;
	}
	return getenv("container") != NULL;
}

static void explain_absent(struct finding *finding, unsigned kinds, bool in_container,
			   struct tool *tool)
{
	const char *names = NULL;
	const char *options = NULL;

	for (size_t i = 0; i < ARRAY_SIZE(absent); i++) {
		if (!(kinds & absent[i].kind))
			continue;
		names = format_into(&tool->arena, "%s%s%s", format_or(names, ""),
				    names ? ", " : "", absent[i].names);
		options = format_into(&tool->arena, "%s%s%s", format_or(options, ""),
				      options ? " " : "", absent[i].option);
	}
	if (!names)
		return;
	if (in_container) {
		finding_fact(finding, "devices", "there is no %s in this container", names);
		finding_fact(finding, "cure",
			     "docker run %s ...  # start the container so%s", options,
			     kinds & DEVICE_NODES_NVIDIA ?
			     "; podman has for NVIDIA --device nvidia.com/gpu=all" : "");
	} else {
		finding_fact(finding, "devices",
			     "there is no %s: no GPU that the driver is for, or its kernel module "
			     "is not loaded", names);
	}
}

void device_nodes_explain(struct finding *finding, unsigned kinds, struct tool *tool)
{
	unsigned found = 0;

	for (size_t i = 0; i < ARRAY_SIZE(places); i++)
		if ((kinds & places[i].kind) && look_in(finding, tool, &places[i]))
			found |= places[i].kind;
	/* Of all GPUs one is enough. */
	if (found && kinds == DEVICE_NODES_ALL)
		return;
	explain_absent(finding, kinds & ~found, is_container(tool), tool);
}
