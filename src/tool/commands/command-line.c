/* SPDX-License-Identifier: Apache-2.0 */
/*
 * command-line: reads the command line according to the tables. It knows the options and the number
 * of operands of each subcommand, but not what they mean.
 */
#include "tool/commands/tables.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/common/list.h"
#include "base/text.h"
#include "launch/launch-numbers.h"
#include "tool/probe/time-word.h"
#include "tool/output/format.h"
#include "tool/output/message.h"
#include "tool/output/suggest.h"

#define DEFAULT_TIMEOUT 10	/* seconds */
#define REPLAY_TIMEOUT 60	/* of a step: kernels of others are larger than doctor's */
#define SANITIZE_TIMEOUT 120	/* of the rewriting of one source, while others may be rewritten, too */
#define MOST_REPEATS 10000	/* the child says little of each run, but not nothing */
#define HELP "help"		/* a subcommand that is an option: "help list" is "list --help" */

static bool add_word(struct tool_words *words, const char *word)
{
	if (!list_make_space(&words->words, words->count, sizeof(*words->words)))
		return message_usage("there is not enough memory");
	words->words[words->count++] = word;
	return true;
}

/* The real root is "", so that a path can be appended. */
static bool set_root(struct tool *tool, const char *value)
{
	size_t length = strlen(value);

	while (length > 0 && value[length - 1] == '/')
		length--;
	tool->root = arena_copy(&tool->arena, value, length);
	return tool->root || message_usage("there is not enough memory");
}

/* A number above 0 that is at most MOST. */
static bool parse_number(const char *value, unsigned most, unsigned *number)
{
	return text_parse_number(value, number) && *number > 0 && *number <= most;
}

/* Is VALUE one of KIND? Numbers are stored in MEMBER. */
static bool is_value(enum option_kind kind, const char *value, void *member)
{
	struct launch_numbers numbers;
	unsigned number;

	switch (kind) {
	case OPTION_FILE:
	case OPTION_ROOT:
		return *value != '\0';
	case OPTION_COUNT:
		return parse_number(value, UINT_MAX, &number);
	case OPTION_LAUNCHES:
		return launch_numbers_parse(value, &numbers);
	case OPTION_SECONDS:
	case OPTION_PROCESS:
		return parse_number(value, UINT_MAX, member);
	case OPTION_REPEATS:
		return parse_number(value, MOST_REPEATS, member);
	case OPTION_TIME:
		return time_word_parse(value, member);
	default:
		return true;
	}
}

static bool refuse_value(const struct option_row *row, const char *value)
{
	static const char *const needs[] = {
		[OPTION_FILE] = "needs a file",
		[OPTION_ROOT] = "needs a directory",
		[OPTION_COUNT] = "needs a number above 0",
		[OPTION_LAUNCHES] = "needs a number above 0, or FROM-TO",
		[OPTION_SECONDS] = "needs a number of seconds",
		[OPTION_PROCESS] = "needs the number of a process",
		[OPTION_REPEATS] = "needs a number from 1 to 10000",	/* MOST_REPEATS */
		[OPTION_TIME] = "wants a time such as 1.5s, 20ms or 300us",
	};

	if (row->kind == OPTION_FILE || row->kind == OPTION_ROOT)
		return message_usage("--%s %s", row->name, needs[row->kind]);
	return message_usage("--%s %s, found \"%s\"", row->name, needs[row->kind], value);
}

static void *member_of(struct tool *tool, const struct option_row *row)
{
	return (char *)tool + row->member;
}

static bool take_option(struct tool *tool, const struct option_row *row, const char *value)
{
	void *member = member_of(tool, row);

	if (row->kind == OPTION_FLAG)
		return *(bool *)member = true;
	if (!is_value(row->kind, value, member))
		return refuse_value(row, value);
	if (row->kind == OPTION_WORDS)
		return add_word(member, value);
	if (row->kind == OPTION_ROOT)
		return set_root(tool, value);
	if (row->kind < OPTION_SECONDS)
		*(const char **)member = value;
	return true;
}

/* What is said of a process does not depend on any of the others. */
static bool check_pid(const struct command_line *line)
{
	const struct tool *tool = line->tool;

	if (tool->pid && line->command->bit != FOR_TOP &&
	    (tool->operand_count || tool->program || *tool->root || tool->wants_summary ||
	     tool->wants_compute || tool->bundle || tool->unit))
		return message_usage("--pid goes with --json and --timeout only, and without a name");
	return true;
}

/* -- unknown options and subcommands ---------------------------------------------------------- */

static const struct subcommand *find_command(const char *name)
{
	const struct subcommand *row = NULL;

	while ((row = tables_next_command(row)) && strcmp(row->name, name) != 0)
		;
	return row;
}

static const struct option_row *find_option(const char *name)
{
	const struct option_row *row = NULL;

	while ((row = tables_next_option(row)) && strcmp(row->name, name) != 0)
		;
	return row;
}

static bool refuse_option(const struct command_line *line, const char *word, const char *name)
{
	const struct option_row *row = NULL;
	struct suggestion suggestion;

	if (find_command(name))
		return message_usage("there is no option %s; did you mean \"%s\"?", word, name);
	suggest_begin(&suggestion, name);
	while ((row = tables_next_option(row)))
		if (!line->command || (row->commands & line->command->bit))
			suggest_consider(&suggestion, row->name);
	return message_usage("there is no option %s%s", word,
			     suggest_end(&suggestion, "--", &line->tool->arena));
}

static bool refuse_command(const struct command_line *line, const char *name)
{
	const struct subcommand *row = NULL;
	struct suggestion suggestion;

	if (find_option(name))
		return message_usage("there is no subcommand \"%s\"; did you mean \"--%s\"?", name,
				     name);
	suggest_begin(&suggestion, name);
	suggest_consider(&suggestion, HELP);
	while ((row = tables_next_command(row)))
		suggest_consider(&suggestion, row->name);
	return message_usage("there is no subcommand \"%s\"%s", name,
			     suggest_end(&suggestion, "", &line->tool->arena));
}

/* -- words ---------------------------------------------------------------------- */

/* VALUE is NULL if it is the next word, or if there is none. */
static bool take_allowed(struct command_line *line, const struct option_row *row,
			 const char *value)
{
	line->allowed &= row->commands;
	if (line->command && !(line->command->bit & line->allowed))
		return message_usage("%s has no option --%s", line->command->name, row->name);
	if (row->argument && !value) {
		value = *line->rest;
		line->rest += value != NULL;
	}
	if (row->argument && (!value || (!*value && !(row->commands & ~FOR_STARTING))))
		return message_usage("--%s needs %s", row->name, row->argument);
	return take_option(line->tool, row, value);
}

/* --name, --name=value or --name value. */
static bool read_option(struct command_line *line)
{
	const char *word = *line->rest++;
	const char *equals = strchr(word, '=');
	size_t length = equals ? (size_t)(equals - word) : strlen(word);
	const char *name = arena_copy(&line->tool->arena, word + 2, length - 2);
	const char *value = equals ? equals + 1 : NULL;
	const struct option_row *row;

	if (!name)
		return message_usage("there is not enough memory");
	row = find_option(name);
	if (!row)
		return refuse_option(line, format_into(&line->tool->arena, "--%s", name), name);
	if (!row->argument && value)
		return message_usage("--%s takes no value", row->name);
	return take_allowed(line, row, value);
}

/* An option of one letter: -h, -V, -o FILE or -oFILE. Letters cannot be combined. */
static bool read_letter(struct command_line *line)
{
	const char *word = *line->rest++;
	const struct option_row *row = NULL;

	while ((row = tables_next_option(row)) && row->letter != word[1])
		;
	if (!row || !word[1] || (!row->argument && word[2]))
		return refuse_option(line, word, word + 1);
	return take_allowed(line, row, row->argument && word[2] ? word + 2 : NULL);
}

static bool read_command(struct command_line *line)
{
	const char *name = *line->rest++;
	const struct subcommand *row = find_command(name);

	if (strcmp(name, HELP) == 0) {
		line->tool->wants_help = true;
		return true;
	}
	if (!row)
		return refuse_command(line, name);
	line->command = row;
	if (!(row->bit & line->allowed))
		return message_usage("%s does not have all of the options before it", name);
	return true;
}

/* Words after "--", and those after the program of "run", are left in line->rest. */
static bool read_words(struct command_line *line)
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
			is_done = !read_letter(line);
		} else if (!line->command) {
			is_done = !read_command(line);
		} else if (line->command->bit & FOR_STARTING) {
			return true;
		} else {
			tool->operands[tool->operand_count++] = *line->rest++;
		}
		if (is_done)
			return false;
	}
	return true;
}

static bool read_line(struct command_line *line)
{
	struct tool *tool = line->tool;

	if (!read_words(line))
		return false;
	while (*line->rest)
		tool->operands[tool->operand_count++] = *line->rest++;
	if (tool->wants_help || tool->wants_version)
		return true;
	if (!line->command)
		return message_usage("a subcommand is missing");
	if (tool->operand_count > line->command->most_operands)
		return message_usage("%s takes %s, found \"%s\"", line->command->name,
				     line->command->most_operands ? "one name"
								  : "options only",
				     tool->operands[line->command->most_operands]);
	if (tool->timeout == 0)
		tool->timeout = line->command->bit & (FOR_REPLAY | FOR_DIVERGE | FOR_CAPTURE) ? REPLAY_TIMEOUT :
				line->command->bit & FOR_SANITIZE ? SANITIZE_TIMEOUT :
								    DEFAULT_TIMEOUT;
	return check_pid(line);
}

bool command_line_read(struct command_line *line, struct tool *tool, char **words)
{
	size_t count = 0;

	while (words[count])
		count++;
	*line = (struct command_line){ .tool = tool, .rest = words, .allowed = FOR_ALL };
	*tool = (struct tool){ .arena = ARENA_INIT, .root = "", .replay.repeat = 1 };
	tool->operands = calloc(count + 1, sizeof(*tool->operands));
	if (!tool->operands)
		return message_usage("there is not enough memory");
	return read_line(line);
}

void command_line_done(struct command_line *line)
{
	const struct option_row *row = NULL;

	free(line->tool->operands);
	while ((row = tables_next_option(row)))
		if (row->kind == OPTION_WORDS)
			free(((struct tool_words *)member_of(line->tool, row))->words);
	arena_done(&line->tool->arena);
}
