/* SPDX-License-Identifier: Apache-2.0 */
/*
 * command-line: reads the command line according to the tables. It knows the options and the number
 * of operands of each subcommand, but not what they mean.
 */
#ifndef CLROUTER_TOOL_COMMANDS_COMMAND_LINE_H
#define CLROUTER_TOOL_COMMANDS_COMMAND_LINE_H

#include <stdbool.h>

#include "tool/commands/tables.h"

/* The command line as it was read. The values of its options are in struct tool. */
struct command_line {
	struct tool *tool;
	const struct subcommand *command; /* NULL: none; only if help or the version is wanted */
	char **rest;			/* the words that are not yet read */
	unsigned allowed;		/* bits of the subcommands that take all options so far */
};

/*
 * Reads WORDS, which NULL ends and which must live as long as TOOL, into LINE and TOOL. Returns
 * false if the command line is wrong or there is no memory, after a message on standard error. The
 * caller calls command_line_done() in either case.
 */
bool command_line_read(struct command_line *line, struct tool *tool, char **words);

/* Frees what command_line_read() allocated, and the arena of the tool. */
void command_line_done(struct command_line *line);

#endif
