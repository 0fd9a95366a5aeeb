/* SPDX-License-Identifier: Apache-2.0 */
/*
 * run-options: the options of layers that --option sets for one run. Each becomes a variable: for a
 * shipped layer the one that the layer reads, for any other a line of OPENCL_LAYER_OPTIONS.
 */
#ifndef CLROUTER_TOOL_COMMANDS_RUN_OPTIONS_H
#define CLROUTER_TOOL_COMMANDS_RUN_OPTIONS_H

#include <stdbool.h>

#include "tool/tool.h"

/*
 * Checks tool->options and sets the variables. The variables that say which layers the program
 * gets are set already. An option of a layer that is not loaded is reported. False if an option is
 * wrong, or there is no memory, which is reported, too.
 */
bool run_options_set(struct tool *tool);

#endif
