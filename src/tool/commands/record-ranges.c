/* SPDX-License-Identifier: Apache-2.0 */
/* record-ranges: see record-ranges.h. */
#include "tool/commands/record-ranges.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/array.h"
#include "base/text.h"
#include "tool/output/format.h"
#include "tool/output/message.h"
#include "tool/probe/file/own-build.h"
#include "tool/probe/process/started-program.h"

#define LIBRARY "libCLRecord.so"

/* By bits. */
static const struct {
	const char *what;
	const char *wide;
	const char *narrow;
} variables[] = {
	{ "ITT", "INTEL_LIBITTNOTIFY64", "INTEL_LIBITTNOTIFY32" },
	{ "NVTX", "NVTX_INJECTION64_PATH", "NVTX_INJECTION32_PATH" },
};

/* Folders of libraries of one processor, for its 64-bit programs and for its 32-bit ones. */
static const struct {
	const char *wide;
	const char *narrow;
} folders[] = {
	{ "/x86_64-linux-gnu/", "/i386-linux-gnu/" },
	{ "/aarch64-linux-gnu/", "/arm-linux-gnueabihf/" },
	{ "/lib64/", "/lib/" },
};

#define IS_WIDE (sizeof(void *) == 8)

/* The layer that the program gets; one that --layer names by a path, or the shipped one. */
static const char *find_own(struct tool *tool)
{
	const char *directory = format_or(own_build_directory(&tool->arena), SHIPPED_LAYER_DIR);

	for (size_t i = 0; i < tool->layers.count; i++)
		if (strchr(tool->layers.words[i], '/') &&
		    strcmp(text_base_name(tool->layers.words[i]), LIBRARY) == 0)
			return started_program_absolute(tool->layers.words[i], &tool->arena);
	return arena_path(&tool->arena, directory, LIBRARY);
}

/* OWN for programs with the other number of bits; NULL: it is not known, or not installed. */
static const char *find_other(const char *own, struct arena *arena)
{
	for (size_t i = 0; i < ARRAY_SIZE(folders); i++) {
		const char *from = IS_WIDE ? folders[i].wide : folders[i].narrow;
		const char *at = strstr(own, from);
		const char *path = !at ? NULL
				       : format_into(arena, "%.*s%s%s", (int)(at - own), own,
						     IS_WIDE ? folders[i].narrow : folders[i].wide,
						     at + strlen(from));

		if (at)
			return path && access(path, R_OK) == 0 ? path : NULL;
	}
	return NULL;
}

/* PATH NULL: there is no such library. */
static bool set(const char *variable, const char *path, const char *what)
{
	const char *before = getenv(variable);

	if (!path)
		return true;
	if (!before || !*before)
		return started_program_set(variable, path);
	if (strcmp(before, path) != 0)
		message_error(
			"note: %s is set to %s and stays: ranges that the program gives to %s "
			"are not recorded",
			variable, before, what);
	return true;
}

bool record_ranges_set(struct tool *tool)
{
	const char *own = find_own(tool);
	const char *other;
	bool is_good = true;

	/* Sums have no ranges. */
	if (tool->record.adds_up || !own || access(own, R_OK) != 0)
		return true;
	other = find_other(own, &tool->arena);
	for (size_t i = 0; is_good && i < ARRAY_SIZE(variables); i++)
		is_good = set(variables[i].wide, IS_WIDE ? own : other, variables[i].what) &&
			  set(variables[i].narrow, IS_WIDE ? other : own, variables[i].what);
	return is_good;
}
