/* SPDX-License-Identifier: Apache-2.0 */
/* help: the text of --help, which is made from the tables. */
#ifndef CLROUTER_TOOL_COMMANDS_HELP_H
#define CLROUTER_TOOL_COMMANDS_HELP_H

#include "tool/commands/tables.h"

/* Writes the help for COMMAND, or for the whole tool if it is NULL, to standard output. */
void help_print(const struct command *command);

#endif
