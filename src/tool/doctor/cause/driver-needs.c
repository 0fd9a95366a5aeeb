/* SPDX-License-Identifier: Apache-2.0 */
/*
 * driver-needs: what a driver needs for having a platform and devices, by the name of its
 * library: device nodes, a directory that it may write, variables. A driver that lacks it says
 * only that it has no platform, or no device.
 */
#include "tool/doctor/cause/causes.h"

#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <pwd.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/array.h"
#include "base/file/dir.h"
#include "base/text.h"
#include "tool/doctor/paths.h"
#include "tool/doctor/finding.h"
#include "tool/doctor/shell.h"
#include "tool/output/format.h"
#include "tool/tool.h"

/* -- device files ---------------------------------------------------------------- */

/*
 * The device files that GPU drivers open, whether they are there, and whether this user may open them. In
 * a container they have to be passed through. Kinds of them; bits.
 */
#define DEVICE_NODES_DRI 1u	/* /dev/dri/renderD*: Intel, AMD, Mesa */
#define DEVICE_NODES_KFD 2u	/* /dev/kfd: AMD ROCm */
#define DEVICE_NODES_NVIDIA 4u	/* /dev/nvidia* */
#define DEVICE_NODES_OTHER 8u	/* NPUs, and the GPU of Windows in WSL */
#define DEVICE_NODES_ALL 15u

/* The names of the files: a directory and a prefix. */
static const struct node_place {
	unsigned kind;
	const char *directory;
	const char *prefix;
} node_places[] = {
	{ DEVICE_NODES_DRI, "/dev/dri", "renderD" }, { DEVICE_NODES_KFD, "/dev", "kfd" },
	{ DEVICE_NODES_NVIDIA, "/dev", "nvidia" },   { DEVICE_NODES_OTHER, "/dev/accel", "accel" },
	{ DEVICE_NODES_OTHER, "/dev", "dxg" },
};

/* What is said if a kind has no file. */
static const struct {
	unsigned kind;
	const char *names;
	const char *option;	/* of docker run */
	const char *podman;	/* of podman run */
} absent[] = {
	{ DEVICE_NODES_DRI, "/dev/dri/renderD*", "--device /dev/dri", "--device /dev/dri" },
	{ DEVICE_NODES_KFD, "/dev/kfd", "--device /dev/kfd", "--device /dev/kfd" },
	{ DEVICE_NODES_NVIDIA, "/dev/nvidia*", "--gpus all", "--device nvidia.com/gpu=all" },
};

static const char *group_name(gid_t gid, struct arena *arena)
{
	const struct group *group = getgrgid(gid);

	return group ? group->gr_name : format_into(arena, "%u", (unsigned)gid);
}

static const char *find_file(const char *path, struct tool *tool)
{
	const char *whole = arena_under_root(&tool->arena, tool->root, path);

	return whole && access(whole, F_OK) == 0 ? whole : NULL;
}

/*
 * The command that starts the container that this is, by the files that container managers make;
 * systemd's containers and others set the variable. NULL: it is no container.
 */
static const char *container_command(struct tool *tool)
{
	if (find_file("/run/.containerenv", tool))
		return "podman run";
	return find_file("/.dockerenv", tool) || getenv("container") ? "docker run" : NULL;
}

/* Does the system count USER as a member, so that only this session is older than that? */
static bool is_member(const struct passwd *user, gid_t gid)
{
	gid_t groups[256];
	int count = ARRAY_SIZE(groups);
	int found = getgrouplist(user->pw_name, user->pw_gid, groups, &count);

	for (int i = 0; i < found; i++)
		if (groups[i] == gid)
			return true;
	return false;
}

/* A group that may open the file is the way in. */
static void cure_by_group(struct finding *finding, struct tool *tool, gid_t gid)
{
	const struct passwd *user = getpwuid(geteuid());
	const char *group = shell_word(group_name(gid, &tool->arena), &tool->arena);
	const char *command = container_command(tool);

	if (user && is_member(user, gid))
		finding_cure(
			finding,
			"newgrp %s  # you are a member, but this session is older; or log in again",
			group);
	else if (user && !command)
		finding_cure(finding, "usermod -aG %s %s  # as root; then log in again", group,
			     shell_word(user->pw_name, &tool->arena));
	else if (command)
		finding_cure(finding, "%s --group-add %u ...  # start the container so", command,
			     (unsigned)gid);
	else
		finding_cure(finding,
			     "setpriv --groups %u PROGRAM  # as root, with --reuid=%u: this user "
			     "has no name",
			     (unsigned)gid, (unsigned)geteuid());
}

static void explain_closed(struct finding *finding, struct tool *tool, const char *path,
			   const struct stat *status)
{
	struct arena *arena = &tool->arena;
	const char *group = group_name(status->st_gid, arena);

	finding_fact(finding, "closed", "%s: you may not open it (mode %03o, group %s)", path,
		     (unsigned)status->st_mode & 0777, group);
	if ((status->st_mode & S_IRGRP) && (status->st_mode & S_IWGRP) && status->st_gid != 0)
		cure_by_group(finding, tool, status->st_gid);
	else
		finding_cure(finding, "chmod a+rw %s  # as root; or a udev rule that does it",
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
static bool look_in(struct finding *finding, struct tool *tool, const struct node_place *place)
{
	bool is_any = false;
	struct dir dir;
	int error = dir_read(&dir, tool->root, place->directory, "", &tool->arena);

	if (error == -EACCES)
		return paths_explain_rights(finding, place->directory, tool);
	for (size_t i = 0; error == 0 && i < dir.count; i++)
		if (text_skip_prefix(dir.names[i]->name, place->prefix))
			is_any |= look_at(finding, tool, dir.names[i]->path);
	return is_any;
}

static void explain_absent(struct finding *finding, unsigned kinds, struct tool *tool)
{
	const char *command = container_command(tool);
	bool has_podman = command && strcmp(command, "podman run") == 0;
	const char *names = NULL;
	const char *options = NULL;

	for (size_t i = 0; i < ARRAY_SIZE(absent); i++) {
		if (!(kinds & absent[i].kind))
			continue;
		names = format_joined(names, ", ", absent[i].names, &tool->arena);
		options = format_joined(options, " ",
					has_podman ? absent[i].podman : absent[i].option,
					&tool->arena);
	}
	if (!names)
		return;
	if (command) {
		finding_fact(finding, "devices", "there is no %s in this container", names);
		finding_cure(finding, "%s %s ...  # start the container so", command, options);
	} else {
		finding_fact(finding, "devices",
			     "there is no %s: no GPU that the driver is for, or its kernel module "
			     "is not loaded",
			     names);
	}
}

/* Adds facts and cures to FINDING: which of KINDS there are, which are closed to this user. */
static void device_nodes_explain(struct finding *finding, unsigned kinds, struct tool *tool)
{
	unsigned found = 0;

	for (size_t i = 0; i < ARRAY_SIZE(node_places); i++)
		if ((kinds & node_places[i].kind) && look_in(finding, tool, &node_places[i]))
			found |= node_places[i].kind;
	/* Of all GPUs one is enough. */
	if (found && kinds == DEVICE_NODES_ALL)
		return;
	explain_absent(finding, kinds & ~found, tool);
}

#define VARIABLES 4

typedef void explain(struct finding *finding, struct tool *tool);

static explain explain_cache;
static explain explain_rusticl;

/* The first row that fits decides. */
static const struct driver_need {
	const char *prefix;		/* of the library's base name */
	unsigned nodes;			/* DEVICE_NODES_ bits; 0: it needs no device node */
	explain *more;			/* NULL: nothing else */
	const char *variables[VARIABLES];	/* which hide its devices */
} needs[] = {
	{ "libpocl", 0, explain_cache, { "POCL_DEVICES" } },
	{ "liboclgrind", 0, NULL, { NULL } },
	{ "libintelocl", 0, NULL, { "CL_CONFIG_DEVICES" } },
	{ "libRusticlOpenCL", DEVICE_NODES_DRI, explain_rusticl, { "LIBGL_ALWAYS_SOFTWARE" } },
	{ "libMesaOpenCL", DEVICE_NODES_DRI, NULL, { "LIBGL_ALWAYS_SOFTWARE" } },
	{ "libigdrcl", DEVICE_NODES_DRI, NULL, { "ZE_AFFINITY_MASK" } },
	{ "libamdocl", DEVICE_NODES_DRI | DEVICE_NODES_KFD, NULL,
	  { "ROCR_VISIBLE_DEVICES", "HIP_VISIBLE_DEVICES", "GPU_DEVICE_ORDINAL" } },
	{ "libnvidia-opencl", DEVICE_NODES_NVIDIA, NULL, { "CUDA_VISIBLE_DEVICES" } },
	{ "", DEVICE_NODES_ALL, NULL, { NULL } },
};

static const struct driver_need *find_need(const char *library)
{
	const char *base = text_base_name(library);
	const struct driver_need *need = needs;

	while (!text_skip_prefix(base, need->prefix))
		need++;
	return need;
}

/* -- PoCL's cache ------------------------------------------------------------- */

/* PoCL makes the directories that are missing, so the last one that exists has to be open. */
static bool may_write(const char *path, struct arena *arena)
{
	size_t length = strlen(path);

	while (length > 1) {
		const char *part = arena_copy(arena, path, length);

		if (!part || faccessat(AT_FDCWD, part, W_OK | X_OK, AT_EACCESS) == 0)
			return true;
		if (errno != ENOENT)
			return false;
		length = (size_t)(text_base_name(part) - part);
		while (length > 1 && path[length - 1] == '/')
			length--;
	}
	return geteuid() == 0;
}

/* POCL_CACHE_DIR, else pocl/kcache in XDG_CACHE_HOME, else in .cache of HOME; NULL: /tmp. */
static const char *find_cache(const char **variable, struct arena *arena)
{
	static const struct {
		const char *name;
		const char *suffix;
	} places[] = {
		{ "POCL_CACHE_DIR", "" }, { "XDG_CACHE_HOME", "/pocl/kcache" },
		{ "HOME", "/.cache/pocl/kcache" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(places); i++) {
		const char *value = getenv(places[i].name);

		*variable = places[i].name;
		if (value && *value)
			return format_into(arena, "%s%s", value, places[i].suffix);
	}
	*variable = "HOME";
	return NULL;
}

/* What root may write is not known before it is tried, for example below /proc. */
static void explain_cache(struct finding *finding, struct tool *tool)
{
	const char *variable;
	const char *cache = find_cache(&variable, &tool->arena);

	if (finding_has(finding, "variable") || !cache)
		return;
	if (may_write(cache, &tool->arena))
		finding_fact(finding, "cache", "PoCL has no device if it cannot write into %s (%s)",
			     cache, variable);
	else
		finding_fact(
			finding, "cache",
			"PoCL needs a directory that it may write, and you may not write %s (%s)",
			cache, variable);
	finding_cure(
		finding,
		"export POCL_CACHE_DIR=/var/tmp/pocl-%u  # a directory that this user may write",
		(unsigned)geteuid());
}

/* -- variables ------------------------------------------------------------------ */

/* Rusticl shows no device unless this variable names its Mesa driver. */
static void explain_rusticl(struct finding *finding, struct tool *tool)
{
	const char *value = getenv("RUSTICL_ENABLE");

	(void)tool;
	if (value && *value)
		finding_fact(finding, "variable",
			     "RUSTICL_ENABLE=%s names no Mesa driver of a device that is here",
			     value);
	finding_cure(finding,
		     "export RUSTICL_ENABLE=llvmpipe  # the processor; for GPUs the Mesa driver: "
		     "set RUSTICL_ENABLE to radeonsi, iris, nouveau, ...");
}

static void explain_variables(struct finding *finding, const struct driver_need *need)
{
	for (size_t i = 0; i < VARIABLES && need->variables[i]; i++) {
		const char *value = getenv(need->variables[i]);

		if (!value)
			continue;
		finding_fact(finding, "variable", "%s=%s can hide the driver's devices",
			     need->variables[i], value);
		finding_cure(finding, "unset %s", need->variables[i]);
	}
}

void driver_needs_explain(struct finding *finding, const char *library, struct tool *tool)
{
	const struct driver_need *need = find_need(library);

	explain_variables(finding, need);
	if (need->more)
		need->more(finding, tool);
	if (need->nodes)
		device_nodes_explain(finding, need->nodes, tool);
}
