/* SPDX-License-Identifier: Apache-2.0 */
/* command-line: see command-line.h. */
#include "tool/commands/command-line.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "launch/launch-numbers.h"
#include "tool/probe/time-word.h"
#include "tool/output/format.h"
#include "tool/output/message.h"
#include "tool/output/suggest.h"

#define DEFAULT_TIMEOUT 10	/* seconds */
#define REPLAY_TIMEOUT 60	/* of a step: kernels of others are larger than doctor's */
#define MOST_REPEATS 10000
#define HELP "help"		/* a subcommand that is an option: "help list" is "list --help" */

static bool add_word(struct tool_words *words, const char *word)
{
	const char **more = realloc(words->words, (words->count + 1) * sizeof(*more));

	if (!more)
		return message_usage("there is not enough memory");
	words->words = more;
	words->words[words->count++] = word;
	return true;
}

/* Slashes at the end are removed: the real root is "", so that a path can be appended. */
static bool set_root(struct tool *tool, const char *value)
{
	size_t length = strlen(value);

	if (length == 0)
		return message_usage("--root needs a directory");
	while (length > 0 && value[length - 1] == '/')
		length--;
	tool->root = arena_copy(&tool->arena, value, length);
	return tool->root || message_usage("there is not enough memory");
}

static bool set_timeout(struct tool *tool, const char *value)
{
	return (text_parse_number(value, &tool->timeout) && tool->timeout > 0) ||
	       message_usage("--timeout needs a number of seconds, found \"%s\"", value);
}

static bool check_number(const char *option, const char *value)
{
	unsigned number;

	return (text_parse_number(value, &number) && number > 0) ||
	       message_usage("--%s needs a number above 0, found \"%s\"", option, value);
}

static bool set_pid(struct tool *tool, const char *value)
{
	return (text_parse_number(value, &tool->pid) && tool->pid > 0) ||
	       message_usage("--pid needs the number of a process, found \"%s\"", value);
}

/* The child says little of each run, but not nothing. */
static bool set_repeat(struct tool *tool, const char *value)
{
	return (text_parse_number(value, &tool->replay.repeat) && tool->replay.repeat > 0 &&
		tool->replay.repeat <= MOST_REPEATS) ||
	       message_usage("--repeat needs a number from 1 to %d, found \"%s\"", MOST_REPEATS, value);
}

/* What is said of a process does not depend on any of the others. */
static bool check_pid(const struct command_line *line)
{
	const struct tool *tool = line->tool;

	if (tool->pid && line->command->bit != FOR_TOP &&
	    (tool->operand_count || tool->program || *tool->root || tool->wants_summary ||
	     tool->wants_compute || tool->bundle))
		return message_usage("--pid goes with --json and --timeout only, and without a name");
	return true;
}

/* The member that an option without a value sets; NULL: it is none of these. */
static bool *flag_of(struct command_line *line, enum option id)
{
	switch (id) {
	case OPTION_HELP:
		return &line->wants_help;
	case OPTION_VERSION:
		return &line->wants_version;
	case OPTION_SUMMARY:
		return &line->tool->wants_summary;
	case OPTION_FAIL_ON_FINDINGS:
		return &line->tool->fail_on_findings;
	case OPTION_PROFILE_QUEUES:
		return &line->tool->record.profiles_queues;
	case OPTION_LEAVE_QUEUES:
		return &line->tool->record.leaves_queues;
	case OPTION_SUMMARY_ONLY:
		return &line->tool->record.adds_up;
	case OPTION_STACKS:
		return &line->tool->record.has_stacks;
	case OPTION_ARGUMENTS:
		return &line->tool->wants_arguments;
	case OPTION_COMPUTE:
		return &line->tool->wants_compute;
	case OPTION_DIFF:
		return &line->tool->wants_diff;
	case OPTION_ONCE:
		return &line->tool->is_once;
	case OPTION_FAILING:
		return &line->tool->capture.takes_failing;
	case OPTION_ALL:
		return &line->tool->replay.takes_all;
	case OPTION_BITS:
		return &line->tool->replay.wants_bits;
	default:
		return NULL;
	}
}

/* The member that an option with a text sets; NULL: it is none of these. */
static const char **text_of(struct tool *tool, enum option id)
{
	switch (id) {
	case OPTION_PROGRAM:
		return &tool->program;
	case OPTION_EXPORT:
		return &tool->export;
	case OPTION_OUTPUT:
		return &tool->record.output;
	case OPTION_FILTER:
		return &tool->record.filter;
	case OPTION_DURATION:
		return &tool->record.duration;
	case OPTION_LIMIT:
		return &tool->record.limit;
	case OPTION_BUNDLE:
		return &tool->bundle;
	case OPTION_STOP:
		return &tool->record.stop;
	case OPTION_KERNEL:
		return &tool->capture.kernel;
	case OPTION_LAUNCH:
		return &tool->capture.launch;
	case OPTION_COUNT:
		return &tool->capture.count;
	case OPTION_DRIVER:
		return &tool->replay.driver;
	case OPTION_ULPS:
		return &tool->replay.ulps;
	case OPTION_RELATIVE:
		return &tool->replay.relative;
	case OPTION_ABSOLUTE:
		return &tool->replay.absolute;
	case OPTION_LOCAL:
		return &tool->replay.local;
	default:
		return NULL;
	}
}

/* The list that an option adds a word to; NULL: it is none of these. */
static struct tool_words *words_of(struct tool *tool, enum option id)
{
	switch (id) {
	case OPTION_ONLY:
		return &tool->only;
	case OPTION_WITHOUT:
		return &tool->without;
	case OPTION_LAYER:
		return &tool->layers;
	case OPTION_OPTION:
		return &tool->options;
	case OPTION_RECORD:
		return &tool->records;
	case OPTION_TYPE:
		return &tool->replay.types;
	default:
		return NULL;
	}
}

static bool set_time(uint64_t *time, const char *option, const char *value)
{
	return time_word_parse(value, time) ||
	       message_usage("--%s wants a time such as 1.5s, 20ms or 300us, found \"%s\"", option,
			     value);
}

static bool check_text(const struct option_row *row, const char *value)
{
	struct launch_numbers numbers;

	if (row->id == OPTION_DURATION || row->id == OPTION_LIMIT || row->id == OPTION_COUNT)
		return check_number(row->name, value);
	if (row->id == OPTION_LAUNCH)
		return launch_numbers_parse(value, &numbers) ||
		       message_usage("--launch needs a number above 0, or FROM-TO, found \"%s\"",
				     value);
	if (row->id == OPTION_OUTPUT || row->id == OPTION_BUNDLE)
		return *value || message_usage("--%s needs a file", row->name);
	return true;
}

static bool take_option(struct command_line *line, const struct option_row *row,
			const char *value)
{
	bool *flag = flag_of(line, row->id);
	const char **text = text_of(line->tool, row->id);
	struct tool_words *words = words_of(line->tool, row->id);

	if (flag)
		return *flag = true;
	if (words)
		return add_word(words, value);
	if (text) {
		*text = value;
		return check_text(row, value);
	}
	switch (row->id) {
	case OPTION_ROOT:
		return set_root(line->tool, value);
	case OPTION_TIMEOUT:
		return set_timeout(line->tool, value);
	case OPTION_PID:
		return set_pid(line->tool, value);
	case OPTION_REPEAT:
		return set_repeat(line->tool, value);
	case OPTION_FROM:
		return set_time(&line->tool->from, row->name, value);
	case OPTION_INTERVAL:
		return set_time(&line->tool->interval, row->name, value);
	case OPTION_TO:
		return set_time(&line->tool->to, row->name, value);
	case OPTION_JSON:
		line->form = OUTPUT_JSON;
		return true;
	default:
		return message_usage("--%s is in the table of options, but nothing takes it",
				     row->name);
	}
}

/* -- unknown options and subcommands ---------------------------------------------------------- */

static const struct command *find_command(const char *name)
{
	const struct command *row = NULL;

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
	const struct command *row = NULL;
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
	return take_option(line, row, value);
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
	const struct command *row = find_command(name);

	if (strcmp(name, HELP) == 0) {
		line->wants_help = true;
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
	if (line->wants_help || line->wants_version)
		return true;
	if (!line->command)
		return message_usage("a subcommand is missing");
	if (tool->operand_count > line->command->most_operands)
		return message_usage("%s takes %s, found \"%s\"", line->command->name,
				     line->command->most_operands ? "one name"
								  : "options only",
				     tool->operands[line->command->most_operands]);
	if (tool->timeout == 0)
		tool->timeout = line->command->bit & FOR_REPLAY ? REPLAY_TIMEOUT : DEFAULT_TIMEOUT;
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
	free(line->tool->operands);
	free(line->tool->only.words);
	free(line->tool->without.words);
	free(line->tool->layers.words);
	free(line->tool->options.words);
	free(line->tool->records.words);
	free(line->tool->replay.types.words);
	arena_done(&line->tool->arena);
}
