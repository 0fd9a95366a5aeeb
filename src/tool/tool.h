/* SPDX-License-Identifier: Apache-2.0 */
/*
 * tool: what every subcommand of clrouter gets and returns. A subcommand is one function in one
 * file of commands/; the table in commands/tables.c names it, and command-line.c reads its options.
 *
 * No subcommand opens a driver in the tool's own process, because drivers crash, hang and exit:
 * that is done in child processes (probe/child.h).
 */
#ifndef CLROUTER_TOOL_TOOL_H
#define CLROUTER_TOOL_TOOL_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"

/* The exit status. */
enum tool_status { TOOL_GOOD, TOOL_PROBLEM, TOOL_USAGE };

/* The values of an option that can be given more than once; the words are those of main(). */
struct tool_words {
	const char **words;
	size_t count;
};

struct output;

/* What limits the answer; notes.h adds and writes them. */
struct tool_note {
	struct tool_note *next;
	const char *id;
	const char *text;
};

struct tool {
	struct arena arena;
	const char *root;		/* prefix of every path that is read; "" for the real root */
	const char *program;		/* whose sections apply, links followed; NULL: the tool's own */
	struct tool_note *notes;
	struct output *output;		/* the answer is written to it */
	unsigned timeout;		/* seconds that one driver may take */
	bool wants_summary;		/* list: one line for each device */
	struct tool_words only;
	struct tool_words without;
	struct tool_words layers;
	bool fail_on_findings;		/* of run: findings of the lifetime layer are a problem */
	char **operands;		/* NULL at the end */
	size_t operand_count;
};

/* A subcommand: writes its answer to tool->output, and returns an enum tool_status. */
typedef int tool_command(struct tool *tool);

tool_command tool_list;
tool_command tool_files;
tool_command tool_doctor;
tool_command tool_config;
tool_command tool_layers;
tool_command tool_run;

#endif
