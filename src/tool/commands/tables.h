/* SPDX-License-Identifier: Apache-2.0 */
/*
 * tables: the two tables of the tool, subcommands and options. The command line is read according
 * to them, and help and bash's completion are made from them. They are constant.
 */
#ifndef CLROUTER_TOOL_COMMANDS_TABLES_H
#define CLROUTER_TOOL_COMMANDS_TABLES_H

#include <stdbool.h>
#include <stddef.h>

#include "tool/tool.h"

enum command_bit {
	FOR_LIST = 1,
	FOR_FILES = 2,
	FOR_DOCTOR = 4,
	FOR_CONFIG = 8,
	FOR_LAYERS = 16,
	FOR_RUN = 32,
	FOR_RECORD = 64,
	FOR_REPORT = 128,
	FOR_TOP = 256,
	FOR_CAPTURE = 512,
	FOR_REPLAY = 1024,
	FOR_SANITIZE = 2048,
	FOR_SET = 4096,
	FOR_DIVERGE = 8192,
	FOR_RECORDING = FOR_RECORD | FOR_TOP,
	FOR_STARTING = FOR_RUN | FOR_RECORDING | FOR_CAPTURE | FOR_SANITIZE | FOR_DIVERGE,	/* the operands are a program's */
	FOR_LOOKING = FOR_LIST | FOR_FILES | FOR_DOCTOR | FOR_CONFIG | FOR_LAYERS,
	FOR_NOTES = FOR_LOOKING & ~FOR_DOCTOR,	/* doctor reports the same as findings */
	FOR_ALL = FOR_LOOKING | FOR_STARTING | FOR_REPORT | FOR_REPLAY | FOR_SET,
};

struct subcommand {
	const char *name;
	tool_command *function;
	enum command_bit bit;
	size_t most_operands;
	const char *operands;	/* for the help, with a leading blank; "": none */
	const char *help;
};

/* What the value of an option is, and so which type its member of struct tool has. */
enum option_kind {
	OPTION_FLAG,		/* bool: the option has no value */
	OPTION_WORDS,		/* struct tool_words: the option can be repeated */
	OPTION_TEXT,		/* const char *, as the kinds that follow */
	OPTION_FILE,		/* not empty */
	OPTION_ROOT,		/* not empty; slashes at the end are removed */
	OPTION_COUNT,		/* a number above 0 */
	OPTION_LAUNCHES,	/* one, or FROM-TO */
	OPTION_SECONDS,		/* unsigned, above 0, as the next two */
	OPTION_PROCESS,
	OPTION_REPEATS,
	OPTION_TIME,		/* uint64_t: ns */
};

struct option_row {
	const char *name;
	char letter;			/* '\0': none */
	enum option_kind kind;
	size_t member;			/* of struct tool: its offset */
	unsigned commands;		/* bits of the subcommands that take it */
	const char *argument;		/* its name in the help; NULL: the option has none */
	const char *help;
};

/* The row after ROW, or the first row if ROW is NULL. NULL after the last one. */
const struct subcommand *tables_next_command(const struct subcommand *row);
const struct option_row *tables_next_option(const struct option_row *row);

/* Writes the help for COMMAND, or for the whole tool if it is NULL, to standard output. */
void help_print(const struct subcommand *command);

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
