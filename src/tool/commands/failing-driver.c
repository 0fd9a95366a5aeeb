/* SPDX-License-Identifier: Apache-2.0 */
/* failing-driver: see failing-driver.h. */
#include "tool/commands/failing-driver.h"

#include <stdlib.h>
#include <string.h>

#include "base/env.h"
#include "tool/doctor/cause/causes.h"
#include "tool/doctor/shell.h"
#include "tool/output/format.h"
#include "tool/output/message.h"
#include "tool/probe/driver/driver-probe.h"
#include "tool/probe/process/started-program.h"

static void say(struct tool *tool, const struct driver_probe *probe)
{
	const struct candidate *candidate = probe->candidate;

	message_error("the driver was %s (%s): %s %s", candidate_name(candidate), candidate->library,
		      child_end_text(&probe->child, &tool->arena),
		      driver_probe_stage_text(probe->stage));
	message_error("clrouter doctor %s tells more",
		      shell_word(advice_driver_name(candidate, &tool->arena), &tool->arena));
}

/* A glob for the driver; what would end the glob, or mean something in it, matches any byte. */
static const char *glob_of(const struct candidate *candidate, struct arena *arena)
{
	const char *name = candidate_name(candidate);
	char *glob = arena_copy(arena, name, strlen(name));

	for (char *at = glob; at && *at; at++)
		if (strchr(",;[]\\ \t", *at))
			*at = '?';
	return glob;
}

/* GLOBS, and one for CANDIDATE. */
static const char *add_glob(const char *globs, const struct candidate *candidate, struct arena *arena)
{
	return format_joined(globs, ",", format_or(glob_of(candidate, arena), "*"), arena);
}

/*
 * What is switched off already stays so. A driver that OPENCL_LOADER_DRIVERS_ENABLE names cannot be
 * switched off, so then it names OTHERS.
 */
static void switch_off(const char *failing, const char *others, struct arena *arena)
{
	const char *disable = env_name(ENV_OPENCL_LOADER_DRIVERS_DISABLE);
	const char *enable = env_name(ENV_OPENCL_LOADER_DRIVERS_ENABLE);

	started_program_set(disable, format_joined(getenv(disable), ",", failing, arena));
	if (getenv(enable))
		started_program_set(enable, others);
}

size_t failing_driver_leave_out(struct tool *tool, const struct snapshot *snapshot)
{
	struct arena *arena = &tool->arena;
	const char *failing = "";
	const char *others = "";
	size_t count = 0;

	LIST_EACH(const struct candidate, candidate, snapshot->drivers.first) {
		struct driver_probe probe;

		if (candidate->verdict.reason != REASON_OK)
			continue;
		probe = driver_probe_of(candidate, &snapshot->settings);
		driver_probe_run(&probe, tool->timeout, arena);
		if (probe.stage == PROBE_EXIT) {
			others = add_glob(others, candidate, arena);
			continue;
		}
		say(tool, &probe);
		failing = add_glob(failing, candidate, arena);
		count++;
	}
	if (count > 0)
		switch_off(failing, others, arena);
	else
		message_error("no driver does so alone; see clrouter doctor and clrouter layers");
	return count;
}
