/* SPDX-License-Identifier: Apache-2.0 */
/*
 * run: what the subcommands that start a program have in common: the options --only, --without and
 * --layer.
 */
#ifndef CLROUTER_TOOL_COMMANDS_RUN_H
#define CLROUTER_TOOL_COMMANDS_RUN_H

#include <stdbool.h>

#include "tool/tool.h"

/*
 * Adds the shipped layer NAME, whose file is LIBRARY, as the last --layer, nearest the program,
 * unless it is among them. False: there is no memory, which is reported.
 */
bool run_add_layer(struct tool *tool, const char *name, const char *library);

/*
 * Checks the options and sets the variables of the program, the first operand. What has no effect
 * is reported. False if the program must not be started: *STATUS is the exit status then.
 */
bool run_prepare(struct tool *tool, int *status);

/*
 * Sets the options of layers that --option names. Each becomes a variable: for a shipped layer the one
 * that the layer reads, for any other a line of OPENCL_LAYER_OPTIONS. The variables that say which layers
 * the program gets are set already. An option of a layer that is not loaded is reported. False if an
 * option is wrong, or there is no memory, which is reported, too.
 */
bool run_options_set(struct tool *tool);

/*
 * Says that nothing was WHAT, such as "captured", because no process of the program has loaded the capture
 * layer.
 */
void run_report_unloaded(const struct tool *tool, const char *what);

/* Runs OPERANDS, the program and its arguments, with NULL at the end, as started_program_run(). */
typedef int run_program(char **operands, void *data);

/*
 * Calls RUN(OPERANDS, DATA) and returns the program's exit status, or 128 and the signal that ended it.
 * If that is 0, it returns 1 after a message if a layer has found something, or if the layer WANTED did
 * not look: lifetime and validation stand in for each other, and sanitize has to have checked a kernel.
 * It also returns 1 if the program or a file cannot be made.
 */
int run_with_findings(char **operands, const char *wanted, run_program *run, void *data);

#endif
