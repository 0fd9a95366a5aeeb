/* SPDX-License-Identifier: Apache-2.0 */
/*
 * platform-names: the names of all platforms, for globs of the command line that name no driver
 * by its file or library. The drivers are opened for that, each in a child process.
 */
#ifndef CLROUTER_TOOL_PROBE_DRIVER_PLATFORM_NAMES_H
#define CLROUTER_TOOL_PROBE_DRIVER_PLATFORM_NAMES_H

#include "discover/match.h"
#include "tool/probe/driver/driver-probe.h"
#include "tool/probe/snapshot.h"
#include "tool/tool.h"

struct platform_name {
	struct platform_name *next;
	const struct candidate *candidate;	/* its driver */
	const char *name;			/* CL_PLATFORM_NAME; NULL: not known */
	struct match_names names;		/* of driver and platform */
};

/* Is GLOB the name of a driver, by its file or library? */
bool platform_names_has_driver(const struct snapshot *snapshot, const char *glob);

/*
 * Asks all drivers, also those that are switched off, except what is refused. The list lives in
 * the arena of TOOL, and points into SNAPSHOT. NULL: there is no platform.
 */
struct platform_name *platform_names_ask(const struct snapshot *snapshot, struct tool *tool);

/* The same of drivers that were asked, from PROBES on. */
struct platform_name *platform_names_of(const struct driver_probe *probes, struct arena *arena);

/*
 * '; did you mean "NAME"?' with the driver of SNAPSHOT, or the platform of LIST, that is called
 * most similarly to GLOB, which names none, or "". In ARENA.
 */
const char *platform_names_suggest(const struct snapshot *snapshot,
				   const struct platform_name *list, const char *glob,
				   struct arena *arena);

/* The first from LIST on that GLOB names; NULL: none. */
const struct platform_name *platform_names_find(const struct platform_name *list,
						const char *glob);

#endif
