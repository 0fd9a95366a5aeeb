/* SPDX-License-Identifier: Apache-2.0 */
/* record-ranges: makes ITT and NVTX, which are in programs, give their ranges to the record layer. */
#ifndef CLROUTER_TOOL_COMMANDS_RECORD_RANGES_H
#define CLROUTER_TOOL_COMMANDS_RECORD_RANGES_H

#include <stdbool.h>

#include "tool/tool.h"

/*
 * Sets the variables that name the library, for 64-bit and for 32-bit programs; a variable that the
 * user has set to another library stays, with a message. After run_prepare(). False: there is no memory,
 * which is reported.
 */
bool record_ranges_set(struct tool *tool);

#endif
