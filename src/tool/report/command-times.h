/* SPDX-License-Identifier: Apache-2.0 */
/* command-times: the times of commands, from the device's clock to the host's. */
#ifndef CLROUTER_TOOL_REPORT_COMMAND_TIMES_H
#define CLROUTER_TOOL_REPORT_COMMAND_TIMES_H

#include "tool/report/command.h"

/* Gives each command the times that the device has measured, and frees the list of times. */
void command_times_join(struct commands *commands);

/*
 * Finds out for how many commands each measured one stands: in queues that are sampled for those of
 * its kernel or function since the one before it, and the last one for those after it, too. Returns
 * false if there is no memory.
 */
bool command_times_scale(struct commands *commands);

/*
 * Calculates the times in the host's clock, and makes the list `ordered`. Returns false if there
 * is no memory.
 */
bool command_times_place(struct commands *commands);

#endif
