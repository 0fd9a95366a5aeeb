/* SPDX-License-Identifier: Apache-2.0 */
/* tables: see tables.h. */
#include "tool/commands/tables.h"

#include <stdint.h>
#include <stdio.h>

#include "base/array.h"
#include "base/text.h"

static const struct subcommand commands[] = {
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
	{ "set", tool_set, FOR_SET, SIZE_MAX, " [device|driver|order WORD...]",
	  "changes the configuration, and shows what programs get then" },
	{ "report", tool_report, FOR_REPORT, SIZE_MAX, " FILE...",
	  "what recorded programs did with OpenCL, and how long it took" },
	{ "run", tool_run, FOR_RUN, SIZE_MAX, " [--] PROGRAM [ARG...]",
	  "runs a program with other drivers or layers" },
	{ "record", tool_record, FOR_RECORD, SIZE_MAX, " [--] PROGRAM [ARG...]",
	  "runs a program and writes what it does with OpenCL into a file" },
	{ "top", tool_top, FOR_TOP, SIZE_MAX, " [[--] PROGRAM [ARG...]]",
	  "what recorded programs do with OpenCL now" },
	{ "capture", tool_capture, FOR_CAPTURE, SIZE_MAX, " [--] PROGRAM [ARG...]",
	  "runs a program and copies launches of kernels into directories" },
	{ "replay", tool_replay, FOR_REPLAY, SIZE_MAX, " DIR...",
	  "runs captured launches again, and compares the results of drivers" },
	{ "diverge", tool_diverge, FOR_DIVERGE, SIZE_MAX, " --on GLOB [--] PROGRAM [ARG...]",
	  "runs a program and finds the launch whose results another driver does not have" },
	{ "sanitize", tool_sanitize, FOR_SANITIZE, SIZE_MAX, " [[--] PROGRAM [ARG...]]",
	  "runs a program and finds what its kernels read or write where they must not" },
};

#define MEMBER(name) offsetof(struct tool, name)

static const struct option_row options[] = {
	{ "json", '\0', OPTION_FLAG, MEMBER(wants_json), FOR_LOOKING | FOR_SET | FOR_REPORT | FOR_TOP | FOR_REPLAY | FOR_SANITIZE, NULL, "writes JSON" },
	{ "summary", '\0', OPTION_FLAG, MEMBER(wants_summary), FOR_LIST, NULL, "one line for each device" },
	{ "root", '\0', OPTION_ROOT, MEMBER(root), FOR_LOOKING | FOR_SET | FOR_RUN, "DIR",
	  "reads (set: writes) files under DIR; libraries are still this system's" },
	{ "program", '\0', OPTION_TEXT, MEMBER(program), FOR_LOOKING | FOR_SET, "FILE",
	  "applies the [program] sections that match FILE; set: sets it for FILE, or a glob" },
	{ "user", '\0', OPTION_FLAG, MEMBER(set.is_user), FOR_SET, NULL,
	  "sets it for this user, in the user's file" },
	{ "undo", '\0', OPTION_FLAG, MEMBER(set.undoes), FOR_SET, NULL,
	  "takes back the last step; several times, those before it" },
	{ "timeout", '\0', OPTION_SECONDS, MEMBER(timeout), FOR_LIST | FOR_DOCTOR | FOR_LAYERS | FOR_SET | FOR_RUN | FOR_CAPTURE | FOR_REPLAY | FOR_SANITIZE | FOR_DIVERGE,
	  "SECONDS",
	  "how long a driver or layer may take (10); a step of a replay (60); rewriting (120)" },
	{ "pid", '\0', OPTION_PROCESS, MEMBER(pid), FOR_LIST | FOR_DOCTOR | FOR_TOP, "N",
	  "looks at the running process N: what it has loaded, or its record" },
	{ "compute", '\0', OPTION_FLAG, MEMBER(wants_compute), FOR_DOCTOR, NULL,
	  "runs a small kernel on each device, which wakes devices that sleep" },
	{ "bundle", '\0', OPTION_FILE, MEMBER(bundle), FOR_DOCTOR, "FILE",
	  "writes FILE, a text for a bug report, without names of users and hosts" },
	{ "unit", '\0', OPTION_FILE, MEMBER(unit), FOR_DOCTOR, "NAME",
	  "as the systemd service NAME sees it: its user, variables, devices" },
	{ "only", '\0', OPTION_WORDS, MEMBER(only), FOR_STARTING, "GLOB",
	  "only drivers or platforms that GLOB names; can be repeated" },
	{ "without", '\0', OPTION_WORDS, MEMBER(without), FOR_STARTING, "GLOB",
	  "no driver or platform that GLOB names; can be repeated" },
	{ "layer", '\0', OPTION_WORDS, MEMBER(layers), FOR_STARTING, "NAME",
	  "adds a layer, a [layer] section or a library, in front; can be repeated" },
	{ "option", '\0', OPTION_WORDS, MEMBER(options), FOR_RUN | FOR_SANITIZE, "SETTING",
	  "LAYER.KEY=VALUE sets an option of a layer; can be repeated" },
	{ "fail-on-findings", '\0', OPTION_FLAG, MEMBER(fail_on_findings), FOR_RUN, NULL,
	  "adds the lifetime layer; exit status 1 if it finds a mistake" },
	{ "export", '\0', OPTION_TEXT, MEMBER(export), FOR_REPORT, "FORM",
	  "writes the form text, perfetto, html, summary, csv or sqlite" },
	{ "arguments", '\0', OPTION_FLAG, MEMBER(wants_arguments), FOR_REPORT, NULL,
	  "adds the arguments of calls to the form perfetto" },
	{ "diff", '\0', OPTION_FLAG, MEMBER(wants_diff), FOR_REPORT, NULL,
	  "what changed from the first FILE, or directory, to the second" },
	{ "from", '\0', OPTION_TIME, MEMBER(from), FOR_REPORT, "TIME",
	  "only what is TIME after the start or later, for example 1.5s or 20ms" },
	{ "to", '\0', OPTION_TIME, MEMBER(to), FOR_REPORT, "TIME", "only what is before TIME" },
	{ "kernel", '\0', OPTION_TEXT, MEMBER(capture.kernel), FOR_CAPTURE | FOR_DIVERGE, "GLOB",
	  "the first launch of a kernel whose name GLOB matches; GLOB:N, GLOB:FROM-TO: others" },
	{ "launch", '\0', OPTION_LAUNCHES, MEMBER(capture.launch), FOR_CAPTURE | FOR_DIVERGE, "N",
	  "the Nth launch, as \"clrouter report\" numbers them; FROM-TO: several" },
	{ "count", '\0', OPTION_COUNT, MEMBER(capture.count), FOR_CAPTURE, "N",
	  "N launches, from that one on, each in a directory of its own" },
	{ "failing", '\0', OPTION_FLAG, MEMBER(capture.takes_failing), FOR_CAPTURE, NULL,
	  "the first launch that the driver refuses" },
	{ "driver", '\0', OPTION_TEXT, MEMBER(replay.driver), FOR_REPLAY, "GLOB",
	  "on the drivers or platforms that GLOB names, or the library that is its path" },
	{ "on", '\0', OPTION_TEXT, MEMBER(diverge.on), FOR_DIVERGE, "GLOB",
	  "the other driver or platform, or the library that is its path" },
	{ "all", '\0', OPTION_FLAG, MEMBER(replay.takes_all), FOR_REPLAY, NULL, "on all devices of all drivers" },
	{ "repeat", '\0', OPTION_REPEATS, MEMBER(replay.repeat), FOR_REPLAY, "N", "runs it N times (1)" },
	{ "bits", '\0', OPTION_FLAG, MEMBER(replay.wants_bits), FOR_REPLAY | FOR_DIVERGE, NULL, "compares all results bit by bit" },
	{ "ulps", '\0', OPTION_TEXT, MEMBER(replay.ulps), FOR_REPLAY | FOR_DIVERGE, "N",
	  "floating-point results may differ by N units in the last place" },
	{ "relative", '\0', OPTION_TEXT, MEMBER(replay.relative), FOR_REPLAY | FOR_DIVERGE, "X",
	  "floating-point results may differ by X times the greater one, for example 1e-5" },
	{ "absolute", '\0', OPTION_TEXT, MEMBER(replay.absolute), FOR_REPLAY | FOR_DIVERGE, "X",
	  "floating-point results may differ by X" },
	{ "type", '\0', OPTION_WORDS, MEMBER(replay.types), FOR_REPLAY, "INDEX=TYPE",
	  "argument INDEX leads to numbers of TYPE, for example 1=float4; can be repeated" },
	{ "local", '\0', OPTION_TEXT, MEMBER(replay.local), FOR_REPLAY, "WORD",
	  "without a local size: \"captured\", as the driver chose there, or its \"own\" (own)" },
	{ "serve", '\0', OPTION_FLAG, MEMBER(sanitize.serves), FOR_SANITIZE, NULL,
	  "serves programs that others start, and writes the variable that they need" },
	{ "self-test", '\0', OPTION_FLAG, MEMBER(sanitize.tests_itself), FOR_SANITIZE, NULL,
	  "runs a wrong and a right kernel on each device" },
	{ "output", 'o', OPTION_FILE, MEMBER(record.output), FOR_RECORDING | FOR_REPORT | FOR_CAPTURE | FOR_SANITIZE | FOR_DIVERGE, "FILE",
	  "the file to write, or the directory of a capture; also -o" },
	{ "filter", '\0', OPTION_TEXT, MEMBER(record.filter), FOR_RECORDING, "GLOBS",
	  "only functions that the comma list GLOBS names; !GLOB excludes" },
	{ "duration", '\0', OPTION_COUNT, MEMBER(record.duration), FOR_RECORDING | FOR_DIVERGE, "SECONDS",
	  "stops recording, or comparing, after so long; the program goes on" },
	{ "limit", '\0', OPTION_COUNT, MEMBER(record.limit), FOR_RECORDING | FOR_CAPTURE | FOR_DIVERGE, "MIB",
	  "the largest size of a record (1024), of what a launch uses (4096), of all copies (1024)" },
	{ "profile-queues", '\0', OPTION_FLAG, MEMBER(record.profiles_queues), FOR_RECORDING, NULL,
	  "gives the program's queues profiling, for the times of all commands" },
	{ "leave-queues", '\0', OPTION_FLAG, MEMBER(record.leaves_queues), FOR_RECORDING, NULL,
	  "leaves the program's queues as they are; otherwise some commands are measured" },
	{ "summary-only", '\0', OPTION_FLAG, MEMBER(record.adds_up), FOR_RECORDING, NULL,
	  "adds up calls and commands; the record does not grow with them" },
	{ "stacks", '\0', OPTION_FLAG, MEMBER(record.has_stacks), FOR_RECORDING, NULL,
	  "records the stack of each call; takes some time for each" },
	{ "stop", '\0', OPTION_TEXT, MEMBER(record.stop), FOR_RECORD, "FILE",
	  "stops the recording into FILE; its program goes on" },
	{ "record", '\0', OPTION_WORDS, MEMBER(records), FOR_TOP, "FILE",
	  "looks at the record FILE; can be repeated" },
	{ "interval", '\0', OPTION_TIME, MEMBER(interval), FOR_TOP, "TIME",
	  "the time between two looks, for example 500ms (1s)" },
	{ "once", '\0', OPTION_FLAG, MEMBER(is_once), FOR_TOP, NULL,
	  "writes what there is, as text, and ends" },
	{ "help", 'h', OPTION_FLAG, MEMBER(wants_help), FOR_ALL, NULL, "writes this; also -h" },
	{ "version", 'V', OPTION_FLAG, MEMBER(wants_version), FOR_ALL, NULL, "writes the version; also -V" },
};

const struct subcommand *tables_next_command(const struct subcommand *row)
{
	row = row ? row + 1 : commands;
	return row < commands + ARRAY_SIZE(commands) ? row : NULL;
}

const struct option_row *tables_next_option(const struct option_row *row)
{
	row = row ? row + 1 : options;
	return row < options + ARRAY_SIZE(options) ? row : NULL;
}

static void print_options(unsigned bits)
{
	const struct option_row *row = NULL;

	printf("\nOptions:\n");
	while ((row = tables_next_option(row))) {
		char left[32];

		if (!(row->commands & bits))
			continue;
		text_format(left, sizeof(left), "--%s%s%s", row->name, row->argument ? " " : "",
			    row->argument ? row->argument : "");
		printf("  %-18s %s\n", left, row->help);
	}
}

void help_print(const struct subcommand *command)
{
	const struct subcommand *row = NULL;

	if (command) {
		printf("usage: clrouter %s [OPTION...]%s\n\n%s\n", command->name,
		       command->operands, command->help);
		print_options(command->bit);
		return;
	}
	printf("usage: clrouter SUBCOMMAND [OPTION...]\n"
	       "       clrouter help SUBCOMMAND\n\nSubcommands:\n");
	while ((row = tables_next_command(row)))
		printf("  %-18s %s\n", row->name, row->help);
	print_options(FOR_ALL);
	printf("\nExit status: 0 good, 1 a problem was found, 2 wrong use. See clrouter(1).\n");
}
