/* SPDX-License-Identifier: Apache-2.0 */
/* driver-needs: see driver-needs.h. */
#include "tool/doctor/cause/driver-needs.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/array.h"
#include "base/text.h"
#include "tool/doctor/cause/device-nodes.h"
#include "tool/doctor/shell.h"
#include "tool/output/format.h"

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
		finding_fact(finding, "cache",
			     "PoCL has no device if it cannot write into %s (%s)", cache, variable);
	else
		finding_fact(finding, "cache",
			     "PoCL needs a directory that it may write, and you may not write %s (%s)",
			     cache, variable);
	finding_fact(finding, "cure",
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
	finding_fact(finding, "cure",
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
		finding_fact(finding, "cure", "unset %s", need->variables[i]);
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
