/* SPDX-License-Identifier: Apache-2.0 */
/*
 * replay-drivers: which drivers and devices a capture is replayed on. Drivers are asked in child
 * processes.
 */
#ifndef CLROUTER_TOOL_REPLAY_REPLAY_DRIVERS_H
#define CLROUTER_TOOL_REPLAY_REPLAY_DRIVERS_H

#include <stdbool.h>

#include "launch/launch.h"
#include "tool/probe/driver/driver-probe.h"
#include "tool/probe/snapshot.h"
#include "tool/replay/replay-probe.h"
#include "tool/tool.h"

/* What is wanted: by GLOB, all, or only the platform where it was captured. */
struct replay_choice {
	const struct launch *launch; /* NULL: none, with a glob or all */
	const char *glob;	/* NULL: not given */
	bool takes_all;
	bool is_exact;		/* only the device that it was captured on, with its driver's version */
};

/*
 * Adds to the drivers of SNAPSHOT the library that GLOB is the path of, and Oclgrind's library,
 * which few systems register, if its program is in PATH.
 */
void replay_drivers_add(struct snapshot *snapshot, const struct replay_choice *choice,
			struct tool *tool);

/*
 * The driver that is CANDIDATE, with all that it lists; NULL: it cannot be what is wanted, or there is
 * no memory.
 */
struct driver_probe *replay_drivers_ask(const struct candidate *candidate,
					const struct replay_choice *choice,
					const struct settings *settings, struct tool *tool);

/* Is CANDIDATE wanted, whatever its platforms are? */
bool replay_drivers_want_driver(const struct replay_choice *choice, const struct candidate *candidate);

/* Is DEVICE of PLATFORM, which CANDIDATE has listed, wanted? */
bool replay_drivers_want(const struct replay_choice *choice, const struct candidate *candidate,
			 const struct reported_platform *platform,
			 const struct reported_device *device);

/*
 * The first device that is wanted becomes the device of PROBE, whose candidate is NULL before, and stays
 * that if there is none. What a driver that is wanted has failed with is said. *NAME, if it is not NULL, becomes its name, "PLATFORM: DEVICE".
 */
void replay_drivers_find(const struct snapshot *snapshot, const struct replay_choice *choice,
			 struct tool *tool, struct replay_probe *probe, const char **name);

/* Did the driver answer to the end? */
bool replay_drivers_has_answered(const struct driver_probe *probe);

#endif
