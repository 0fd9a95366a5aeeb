/* SPDX-License-Identifier: Apache-2.0 */
/*
 * main: the two tables of the tool, subcommands and options, and the reading of
 * the command line by them. Help comes from the tables too. Knows nothing of
 * what the subcommands do.
 */
#include "config.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/text.h"
#include "tool/output/message.h"
#include "tool/output/output.h"
#include "tool/tool.h"

#define DEFAULT_TIMEOUT 10	/* seconds */

enum command_bit {
	FOR_LIST = 1,
	FOR_FILES = 2,
	FOR_DOCTOR = 4,
	FOR_CONFIG = 8,
	FOR_LAYERS = 16,
	FOR_RUN = 32,
	FOR_LOOKING = FOR_LIST | FOR_FILES | FOR_DOCTOR | FOR_CONFIG | FOR_LAYERS,
	FOR_ALL = FOR_LOOKING | FOR_RUN,
};

static const struct command {
	const char *name;
	tool_command *function;
	enum command_bit bit;
	size_t most_operands;
	const char *operands;
	const char *help;
} commands[] = {
	{ "list", tool_list, FOR_LIST, 0, "",
	  "platforms and devices as a program sees them, in order" },
	{ "files", tool_files, FOR_FILES, 0, "",
	  "what is looked at, in order, without opening a library" },
	{ "doctor", tool_doctor, FOR_DOCTOR, 1, " [NAME]",
	  "why is a driver not there? loads each of them in a child process" },
	{ "config", tool_config, FOR_CONFIG, 0, "",
	  "the merged configuration, and where each value was written" },
	{ "layers", tool_layers, FOR_LAYERS, 0, "",
	  "the chain of layers, from the application to the driver" },
	{ "run", tool_run, FOR_RUN, SIZE_MAX, " [--] PROGRAM [ARG...]",
	  "runs a program with other drivers or layers" },
};

enum option {
	OPTION_HELP, OPTION_VERSION, OPTION_JSON, OPTION_ROOT, OPTION_PROGRAM,
	OPTION_TIMEOUT, OPTION_ONLY, OPTION_WITHOUT, OPTION_LAYER,
};

static const struct option_row {
	const char *name;
	enum option id;
	unsigned commands;
	const char *argument;		/* NULL: takes none */
	const char *help;
} options[] = {
	{ "json", OPTION_JSON, FOR_LOOKING, NULL, "writes JSON" },
	{ "root", OPTION_ROOT, FOR_ALL, "DIR",
	  "reads files under DIR; libraries are still those of this system" },
	{ "program", OPTION_PROGRAM, FOR_LOOKING, "FILE",
	  "applies the [program] sections that match FILE" },
	{ "timeout", OPTION_TIMEOUT, FOR_LIST | FOR_DOCTOR | FOR_LAYERS, "SECONDS",
	  "how long a driver or layer may take (10)" },
	{ "only", OPTION_ONLY, FOR_RUN, "GLOB", "only drivers that GLOB names; can be repeated" },
	{ "without", OPTION_WITHOUT, FOR_RUN, "GLOB",
	  "no driver that GLOB names; can be repeated" },
	{ "layer", OPTION_LAYER, FOR_RUN, "NAME",
	  "adds a layer, a [layer] section or a library, in front; can be repeated" },
	{ "help", OPTION_HELP, FOR_ALL, NULL, "writes this" },
	{ "version", OPTION_VERSION, FOR_ALL, NULL, "writes the version" },
};

/* -- help ------------------------------------------------------------------- */

static void print_options(unsigned bits)
{
	printf("\nOptions:\n");
	for (size_t i = 0; i < ARRAY_SIZE(options); i++) {
		char left[32];

		if (!(options[i].commands & bits))
			continue;
		text_format(left, sizeof(left), "--%s%s%s", options[i].name,
			    options[i].argument ? " " : "",
			    options[i].argument ? options[i].argument : "");
		printf("  %-18s %s\n", left, options[i].help);
	}
}

static void print_help(const struct command *command)
{
	if (command) {
		printf("usage: clrouter %s [OPTION...]%s\n\n%s\n", command->name,
		       command->operands, command->help);
		print_options(command->bit);
		return;
	}
	printf("usage: clrouter SUBCOMMAND [OPTION...]\n\nSubcommands:\n");
	for (size_t i = 0; i < ARRAY_SIZE(commands); i++)
		printf("  %-18s %s\n", commands[i].name, commands[i].help);
	print_options(FOR_ALL);
	printf("\nExit status: 0 good, 1 a problem was found, 2 wrong use. See clrouter(1).\n");
}

/* -- the command line ------------------------------------------------------- */

/* What has been read of the command line. */
struct line {
	struct tool *tool;
	const struct command *command;
	char **rest;		/* what is still to be read */
	unsigned allowed;	/* subcommands that know every option read so far */
	enum output_form form;
	bool wants_help;
	bool wants_version;
};

static bool add_word(struct tool_words *words, const char *word)
{
	const char **more = realloc(words->words, (words->count + 1) * sizeof(*more));

	if (!more)
		return message_usage("there is not enough memory");
	words->words = more;
	words->words[words->count++] = word;
	return true;
}

/* The real root is "", so that a path can be appended as it is. */
static bool set_root(struct tool *tool, const char *value)
{
	size_t length = strlen(value);

	if (length == 0)
		return message_usage("--root wants a directory");
	while (length > 0 && value[length - 1] == '/')
		length--;
	tool->root = arena_copy(&tool->arena, value, length);
	return tool->root || message_usage("there is not enough memory");
}

static bool take_option(struct line *line, const struct option_row *row, const char *value)
{
	struct tool *tool = line->tool;

	switch (row->id) {
	case OPTION_HELP:
		line->wants_help = true;
		return true;
	case OPTION_VERSION:
		line->wants_version = true;
		return true;
	case OPTION_JSON:
		line->form = OUTPUT_JSON;
		return true;
	case OPTION_ROOT:
		return set_root(tool, value);
	case OPTION_PROGRAM:
		tool->program = value;
		return true;
	case OPTION_TIMEOUT:
		return (text_parse_number(value, &tool->timeout) && tool->timeout > 0) ||
		       message_usage("--timeout wants a number of seconds, found \"%s\"", value);
	case OPTION_ONLY:
		return add_word(&tool->only, value);
	case OPTION_WITHOUT:
		return add_word(&tool->without, value);
	case OPTION_LAYER:
		return add_word(&tool->layers, value);
	}
	return false;
}

static const struct option_row *find_option(const char *name, size_t length)
{
	for (size_t i = 0; i < ARRAY_SIZE(options); i++)
		if (strlen(options[i].name) == length &&
		    memcmp(options[i].name, name, length) == 0)
			return &options[i];
	return NULL;
}

/* --name, --name=value or --name value. */
static bool read_option(struct line *line)
{
	const char *name = *line->rest++ + 2;
	const char *equals = strchr(name, '=');
	size_t length = equals ? (size_t)(equals - name) : strlen(name);
	const struct option_row *row = find_option(name, length);
	const char *value = equals ? equals + 1 : NULL;

	if (!row)
		return message_usage("there is no option --%.*s", (int)length, name);
	line->allowed &= row->commands;
	if (line->command && !(line->command->bit & line->allowed))
		return message_usage("%s knows no option --%s", line->command->name, row->name);
	if (!row->argument && value)
		return message_usage("--%s takes no value", row->name);
	if (row->argument && !value) {
		value = *line->rest;
		if (!value)
			return message_usage("--%s wants %s", row->name, row->argument);
		line->rest++;
	}
	return take_option(line, row, value);
}

static bool read_command(struct line *line)
{
	const char *name = *line->rest++;

	for (size_t i = 0; i < ARRAY_SIZE(commands); i++)
		if (strcmp(commands[i].name, name) == 0)
			line->command = &commands[i];
	if (!line->command)
		return message_usage("there is no subcommand \"%s\"", name);
	if (!(line->command->bit & line->allowed))
		return message_usage("%s does not know the options in front of it", name);
	return true;
}

/* What follows "--", or the program of "run", is not looked at. */
static bool read_words(struct line *line)
{
	struct tool *tool = line->tool;

	while (*line->rest) {
		const char *word = *line->rest;
		bool is_done = false;

		if (strcmp(word, "--") == 0) {
			line->rest++;
			return true;
		} else if (word[0] == '-' && word[1] == '-') {
			is_done = !read_option(line);
		} else if (word[0] == '-') {
			return message_usage("there is no option %s", word);
		} else if (!line->command) {
			is_done = !read_command(line);
		} else if (line->command->bit == FOR_RUN) {
			return true;
		} else {
			tool->operands[tool->operand_count++] = *line->rest++;
		}
		if (is_done)
			return false;
	}
	return true;
}

static bool read_line(struct line *line)
{
	struct tool *tool = line->tool;

	if (!read_words(line))
		return false;
	while (*line->rest)
		tool->operands[tool->operand_count++] = *line->rest++;
	if (line->wants_help || line->wants_version)
		return true;
	if (!line->command)
		return message_usage("which subcommand?");
	if (tool->operand_count > line->command->most_operands)
		return message_usage("\"%s\" is too much",
				 tool->operands[line->command->most_operands]);
	return true;
}

static int run_command(const struct line *line)
{
	struct output output;

	output_init(&output, line->form, stdout);
	line->tool->output = &output;
	return line->command->function(line->tool);
}

int main(int argc, char **argv)
{
	struct tool tool = { .arena = ARENA_INIT, .root = "", .timeout = DEFAULT_TIMEOUT };
	struct line line = { .tool = &tool, .rest = argv + (argc > 0), .allowed = FOR_ALL };
	int status = TOOL_GOOD;

	tool.operands = calloc((size_t)argc + 1, sizeof(*tool.operands));
	if (!tool.operands || !read_line(&line))
		status = TOOL_USAGE;
	else if (line.wants_help)
		print_help(line.command);
	else if (line.wants_version)
		printf("%s\n", PACKAGE_STRING);
	else if (line.command)
		status = run_command(&line);
	free(tool.operands);
	free(tool.only.words);
	free(tool.without.words);
	free(tool.layers.words);
	arena_done(&tool.arena);
	/* Output that could not be written is no good answer. */
	if ((fflush(stdout) != 0 || ferror(stdout)) && status == TOOL_GOOD)
		status = TOOL_PROBLEM;
	return status;
}
