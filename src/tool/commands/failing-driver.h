/* SPDX-License-Identifier: Apache-2.0 */
/* failing-driver: which drivers make "clrouter list" fail. */
#ifndef CLROUTER_TOOL_COMMANDS_FAILING_DRIVER_H
#define CLROUTER_TOOL_COMMANDS_FAILING_DRIVER_H

#include "tool/probe/snapshot.h"
#include "tool/tool.h"

/*
 * Loads each driver of SNAPSHOT alone to find those that fail, unless they only fail together, and says
 * which they are. Switches them off for the rest of this process, so that the others can be asked again.
 * Returns their number.
 */
size_t failing_driver_leave_out(struct tool *tool, const struct snapshot *snapshot);

#endif
