/* SPDX-License-Identifier: Apache-2.0 */
/*
 * tool: what every subcommand of clrouter gets and gives back. A subcommand is
 * one function in one file; main finds it in its table and reads the options.
 *
 * No subcommand opens a driver in the tool's own process: drivers crash, hang
 * and exit. That is done in children (child.h).
 */
#ifndef CLROUTER_TOOL_TOOL_H
#define CLROUTER_TOOL_TOOL_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"

/* The exit status. */
enum tool_status { TOOL_GOOD, TOOL_PROBLEM, TOOL_USAGE };

/* The values of an option that can be given more than once. */
struct tool_words {
	const char **words;
	size_t count;
};

struct output;

struct tool {
	struct arena arena;
	const char *root;		/* prefix of every path that is read; "" for the real root */
	const char *program;		/* whose sections apply; NULL: the tool's own */
	struct output *output;		/* where the answer goes, in the form that was chosen */
	unsigned timeout;		/* seconds that one driver may take */
	struct tool_words only;
	struct tool_words without;
	struct tool_words layers;
	char **operands;		/* NULL at the end */
	size_t operand_count;
};

typedef int tool_command(struct tool *tool);

tool_command tool_list;
tool_command tool_files;
tool_command tool_doctor;
tool_command tool_config;
tool_command tool_layers;
tool_command tool_run;

#endif
