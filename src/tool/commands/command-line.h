/* SPDX-License-Identifier: Apache-2.0 */
/* command-line: reads the words of the command line by the tables. */
#ifndef CLROUTER_TOOL_COMMANDS_COMMAND_LINE_H
#define CLROUTER_TOOL_COMMANDS_COMMAND_LINE_H

#include <stdbool.h>

#include "tool/commands/tables.h"
#include "tool/output/output.h"

/* What the command line says; its options are in the tool. */
struct command_line {
	struct tool *tool;
	const struct command *command;	/* NULL: none, only with one of the wishes below */
	enum output_form form;
	bool wants_help;
	bool wants_version;
	char **rest;			/* words that are still to be read */
	unsigned allowed;		/* bits of subcommands that take every option so far */
};

/*
 * Reads WORDS, which end with NULL and must outlive the tool, into LINE and TOOL. False if the
 * command line is wrong: that is reported then. command_line_done() is called in either case.
 */
bool command_line_read(struct command_line *line, struct tool *tool, char **words);

/* Frees what TOOL has got. */
void command_line_done(struct command_line *line);

#endif
