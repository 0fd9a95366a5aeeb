/* SPDX-License-Identifier: Apache-2.0 */
/*
 * all-devices: the platforms and devices of all drivers in their order. The whole loader runs in
 * one child process, as it does in a program.
 */
#ifndef CLROUTER_TOOL_PROBE_DRIVER_ALL_DEVICES_H
#define CLROUTER_TOOL_PROBE_DRIVER_ALL_DEVICES_H

#include <stdbool.h>

#include "tool/probe/child.h"
#include "tool/probe/driver/platform-report.h"
#include "tool/probe/snapshot.h"
#include "tool/tool.h"

/* Do the layers see the questions, and can they hide devices? */
enum all_devices_view { ALL_DEVICES_THROUGH_LAYERS, ALL_DEVICES_BELOW_LAYERS };

/*
 * Fills REPORTED, which is zeroed, and CHILD. SNAPSHOT has the drivers. The tool's time limit is for
 * each step: loading a driver, or asking a platform for its devices. False: the child ended too early,
 * so REPORTED may lack platforms. Texts live in the arena of TOOL.
 */
bool all_devices_ask(struct reported *reported, struct child *child, enum all_devices_view view,
		     const struct snapshot *snapshot, struct tool *tool);

#endif
