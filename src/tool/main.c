/* SPDX-License-Identifier: Apache-2.0 */
/*
 * main: from the command line to the exit status. Knows nothing of what the subcommands do. The name by
 * which the program is called decides whether it is cllayerinfo.
 */
#include "config.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/glob.h"
#include "base/os.h"
#include "table/output.h"
#include "tool/commands/tables.h"
#include "tool/output/message.h"
#include "tool/output/stream.h"
#include "tool/probe/file/program.h"
#include "tool/tool.h"

static int run_command(const struct command_line *line)
{
	struct tool *tool = line->tool;
	struct output output;

	output_init(&output, tool->wants_json ? OUTPUT_JSON : OUTPUT_LINES, stdout);
	output.has_colour = stream_has_colour(stdout);
	tool->output = &output;
	/* The program of set is a glob, or becomes the name of a section. */
	if (line->command->bit != FOR_SET && !program_notes_choose(tool))
		return TOOL_USAGE;
	if ((line->command->bit & FOR_NOTES) && !tool->pid)
		program_notes_system(tool);
	return line->command->function(tool);
}

static int run_line(const struct command_line *line)
{
	if (line->tool->wants_help) {
		help_print(line->command);
		return TOOL_GOOD;
	}
	if (line->tool->wants_version) {
		printf("%s\n", PACKAGE_STRING);
		return TOOL_GOOD;
	}
	return run_command(line);
}

/* Output that could not be written is no good answer. */
static bool end_output(void)
{
	bool has_failed = ferror(stdout);

	errno = 0;
	if (fflush(stdout) == 0 && !has_failed)
		return true;
	message_error("standard output: %s", errno ? strerror(errno) : "it could not be written");
	return false;
}

/* CLLAYERINFO_NAME is what it is installed as; users may make a link with more in its name. */
static bool is_cllayerinfo(const char *path)
{
	const char *name = path;

	for (; *path; path++)
		if (os_is_separator(*path))
			name = path + 1;
	return glob_matches("*cllayerinfo*", name) || glob_matches(CLLAYERINFO_NAME, name) ||
	       glob_matches(CLLAYERINFO_NAME ".exe", name);
}

int main(int argc, char **argv)
{
	struct command_line line;
	struct tool tool;
	int status = TOOL_USAGE;

	if (argc > 0 && is_cllayerinfo(argv[0]))
		return tool_cllayerinfo(argc, argv);
	if (command_line_read(&line, &tool, argv + (argc > 0)))
		status = run_line(&line);
	command_line_done(&line);
	if (!end_output() && status == TOOL_GOOD)
		status = TOOL_PROBLEM;
	return status;
}
