/* SPDX-License-Identifier: Apache-2.0 */
/* help: what --help writes, made from the tables. */
#ifndef CLROUTER_TOOL_COMMANDS_HELP_H
#define CLROUTER_TOOL_COMMANDS_HELP_H

#include "tool/commands/tables.h"

/* Writes the help for COMMAND to standard output; NULL: for the tool. */
void help_print(const struct command *command);

#endif
