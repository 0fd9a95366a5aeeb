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
	FOR_RECORDING = FOR_RECORD | FOR_TOP,
	FOR_STARTING = FOR_RUN | FOR_RECORDING | FOR_CAPTURE,	/* the operands are a program's */
	FOR_LOOKING = FOR_LIST | FOR_FILES | FOR_DOCTOR | FOR_CONFIG | FOR_LAYERS,
	FOR_NOTES = FOR_LOOKING & ~FOR_DOCTOR,	/* doctor reports the same as findings */
	FOR_ALL = FOR_LOOKING | FOR_STARTING | FOR_REPORT | FOR_REPLAY,
};

struct command {
	const char *name;
	tool_command *function;
	enum command_bit bit;
	size_t most_operands;
	const char *operands;	/* for the help, with a leading blank; "": none */
	const char *help;
};

enum option {
	OPTION_HELP, OPTION_VERSION, OPTION_JSON, OPTION_ROOT, OPTION_PROGRAM,
	OPTION_TIMEOUT, OPTION_SUMMARY, OPTION_ONLY, OPTION_WITHOUT, OPTION_LAYER,
	OPTION_FAIL_ON_FINDINGS, OPTION_EXPORT, OPTION_OUTPUT, OPTION_FILTER,
	OPTION_DURATION, OPTION_LIMIT, OPTION_PROFILE_QUEUES, OPTION_LEAVE_QUEUES, OPTION_PID,
	OPTION_STOP, OPTION_COMPUTE, OPTION_BUNDLE, OPTION_OPTION, OPTION_DIFF,
	OPTION_FROM, OPTION_TO, OPTION_SUMMARY_ONLY, OPTION_STACKS, OPTION_ARGUMENTS,
	OPTION_RECORD, OPTION_INTERVAL, OPTION_ONCE,
	OPTION_KERNEL, OPTION_LAUNCH, OPTION_COUNT, OPTION_FAILING,
	OPTION_DRIVER, OPTION_ALL, OPTION_REPEAT,
	OPTION_BITS, OPTION_ULPS, OPTION_RELATIVE, OPTION_ABSOLUTE, OPTION_TYPE, OPTION_LOCAL,
};

struct option_row {
	const char *name;
	char letter;			/* '\0': none */
	enum option id;
	unsigned commands;		/* bits of the subcommands that take it */
	const char *argument;		/* its name in the help; NULL: the option has none */
	const char *help;
};

/* The row after ROW, or the first row if ROW is NULL. NULL after the last one. */
const struct command *tables_next_command(const struct command *row);
const struct option_row *tables_next_option(const struct option_row *row);

#endif
