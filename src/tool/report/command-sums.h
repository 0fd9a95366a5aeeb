/* SPDX-License-Identifier: Apache-2.0 */
/* command-sums: commands added up by kernel, direction and queue. */
#ifndef CLROUTER_TOOL_REPORT_COMMAND_SUMS_H
#define CLROUTER_TOOL_REPORT_COMMAND_SUMS_H

#include "tool/report/command.h"

/*
 * Fills `kernels`, `transfers` and the sums of `queues`, after command_times_place(). Returns false
 * if there is no memory.
 */
bool command_sums_add(struct commands *commands);

#endif
