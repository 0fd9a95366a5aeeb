/* SPDX-License-Identifier: Apache-2.0 */
/* failing-driver: which driver makes "clrouter list" fail. */
#ifndef CLROUTER_TOOL_COMMANDS_FAILING_DRIVER_H
#define CLROUTER_TOOL_COMMANDS_FAILING_DRIVER_H

#include "tool/probe/snapshot.h"
#include "tool/tool.h"

/*
 * Loads each driver of SNAPSHOT alone to find the one that fails, unless they only fail together,
 * and says which one it is.
 */
void failing_driver_name(struct tool *tool, const struct snapshot *snapshot);

#endif
