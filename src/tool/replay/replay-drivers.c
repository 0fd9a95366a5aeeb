/* SPDX-License-Identifier: Apache-2.0 */
/* replay-drivers: see replay-drivers.h. */
#include "tool/replay/replay-drivers.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/array.h"
#include "base/text.h"
#include "tool/output/format.h"
#include "tool/output/message.h"
#include "tool/probe/interruption.h"

/* -- drivers that are not registered --------------------------------------------------------- */

static bool has_library(const struct snapshot *snapshot, const char *library)
{
	const char *name = text_base_name(library);

	for (const struct candidate *candidate = snapshot->drivers.first; candidate;
	     candidate = candidate->next)
		if (candidate->library && strcmp(text_base_name(candidate->library), name) == 0)
			return true;
	return false;
}

/* Is the library with this path registered? Then it is no second driver. */
static bool is_registered(const struct snapshot *snapshot, const char *path)
{
	for (const struct candidate *candidate = snapshot->drivers.first; candidate;
	     candidate = candidate->next)
		if (candidate->library && strcmp(candidate->library, path) == 0)
			return true;
	return false;
}

static void add_library(struct snapshot *snapshot, const char *library, struct tool *tool)
{
	struct candidate *candidate =
		candidate_list_add(&snapshot->drivers, &tool->arena, CANDIDATE_FROM_VENDORS);

	if (!candidate)
		return;
	candidate->written = library;
	candidate->library = library;
	match_names_init(&candidate->names, NULL, library, library);
}

/* Oclgrind's library, if its program is in the directory BIN; NULL: it is not. */
static const char *find_oclgrind(const char *bin, struct tool *tool)
{
	static const char *const folders[] = { "lib", "lib64" };
	char program[PATH_MAX];
	char library[PATH_MAX];

	if (!realpath(format_into(&tool->arena, "%s/oclgrind", bin), program))
		return NULL;
	for (size_t i = 0; i < ARRAY_SIZE(folders); i++)
		if (realpath(format_into(&tool->arena, "%.*s/../%s/oclgrind/liboclgrind-rt-icd.so",
					 (int)(strrchr(program, '/') - program), program,
					 folders[i]),
			     library))
			return format_into(&tool->arena, "%s", library);
	return NULL;
}

static void add_oclgrind(struct snapshot *snapshot, struct tool *tool)
{
	const char *rest = getenv("PATH");
	const char *library = NULL;

	while (rest && !library) {
		size_t length;
		const char *bin = text_next_element(&rest, ':', &length);

		if (length > 0)
			library = find_oclgrind(format_into(&tool->arena, "%.*s", (int)length, bin),
						tool);
	}
	if (library && !has_library(snapshot, library))
		add_library(snapshot, library, tool);
}

void replay_drivers_add(struct snapshot *snapshot, const struct replay_choice *choice,
			struct tool *tool)
{
	char path[PATH_MAX];

	if (choice->glob && strchr(choice->glob, '/') && access(choice->glob, R_OK) == 0 &&
	    realpath(choice->glob, path)) {
		if (!is_registered(snapshot, path))
			add_library(snapshot, format_into(&tool->arena, "%s", path), tool);
		return;
	}
	add_oclgrind(snapshot, tool);
}

/* -- what is wanted -------------------------------------------------------------------------- */

static bool is_library(const struct candidate *candidate, const char *glob)
{
	char path[PATH_MAX];

	return strchr(glob, '/') && candidate->library && realpath(glob, path) &&
	       strcmp(path, candidate->library) == 0;
}

static bool is_same(const char *a, const char *b)
{
	return strcmp(format_or(a, ""), format_or(b, "")) == 0;
}

static bool matches(const struct replay_choice *choice, const struct candidate *candidate,
		    const struct reported_platform *platform)
{
	struct match_names names = candidate->names;

	if (choice->takes_all)
		return true;
	if (platform)
		match_names_set_platform(&names, platform->name, platform->vendor);
	if (choice->glob)
		return match_glob(&names, choice->glob) || is_library(candidate, choice->glob);
	return platform && is_same(platform->name, choice->launch->platform.name);
}

/* A glob with a slash names no platform, so other drivers need not be asked. */
static bool may_match(const struct replay_choice *choice, const struct candidate *candidate)
{
	return !choice->glob || !strchr(choice->glob, '/') || matches(choice, candidate, NULL);
}

struct driver_probe *replay_drivers_ask(const struct candidate *candidate,
					const struct replay_choice *choice,
					const struct settings *settings, struct tool *tool)
{
	struct driver_probe *probe;

	if (candidate->verdict.reason != REASON_OK || !may_match(choice, candidate))
		return NULL;
	probe = arena_alloc(&tool->arena, sizeof(*probe));
	if (!probe)
		return NULL;
	*probe = driver_probe_of(candidate, settings);
	driver_probe_run(probe, tool->timeout, &tool->arena);
	return probe;
}

bool replay_drivers_want_driver(const struct replay_choice *choice,
				const struct candidate *candidate)
{
	return matches(choice, candidate, NULL);
}

bool replay_drivers_want(const struct replay_choice *choice, const struct candidate *candidate,
			 const struct reported_platform *platform,
			 const struct reported_device *device)
{
	if (!matches(choice, candidate, platform))
		return false;
	return !choice->is_exact || (is_same(device->name, choice->launch->device.name) &&
				     is_same(device->driver, choice->launch->device.driver));
}

bool replay_drivers_has_answered(const struct driver_probe *probe)
{
	return probe->child.end == CHILD_EXITED && probe->stage == PROBE_EXIT;
}

/* -- one device ------------------------------------------------------------------------------ */

/* The first wanted device of DRIVER becomes the device of PROBE, if there is one. */
static void find_device(const struct replay_choice *choice, const struct driver_probe *driver,
			struct replay_probe *probe, const char **name, struct arena *arena)
{
	const struct reported_platform *platform = driver->reported.first;

	for (size_t i = 0; platform; i++, platform = platform->next) {
		size_t index = 0;

		for (const struct reported_device *device = platform->devices; device;
		     device = device->next, index++) {
			if (probe->candidate ||
			    !replay_drivers_want(choice, driver->candidate, platform, device))
				continue;
			probe->candidate = driver->candidate;
			probe->settings = driver->settings;
			probe->platform = i;
			probe->device = index;
			if (name)
				*name = format_into(arena, "%s: %s",
						    format_or(platform->name, "(no name)"),
						    format_or(device->name, "(no name)"));
		}
	}
}

void replay_drivers_find(const struct snapshot *snapshot, const struct replay_choice *choice,
			 struct tool *tool, struct replay_probe *probe, const char **name)
{
	for (const struct candidate *candidate = snapshot->drivers.first;
	     candidate && !probe->candidate && !interruption_is_pending();
	     candidate = candidate->next) {
		const struct driver_probe *driver =
			replay_drivers_ask(candidate, choice, &snapshot->settings, tool);

		if (driver)
			find_device(choice, driver, probe, name, &tool->arena);
		if (driver && !replay_drivers_has_answered(driver) &&
		    replay_drivers_want_driver(choice, candidate))
			message_error("%s: %s, %s", candidate_name(candidate),
				      child_end_text(&driver->child, &tool->arena),
				      driver_probe_stage_text(driver->stage));
	}
}
