/* SPDX-License-Identifier: Apache-2.0 */
/*
 * tool: what every subcommand of clrouter gets and returns. A subcommand is one function in one
 * file of commands/; the table in commands/tables.c names it, and command-line.c reads its options.
 *
 * A subcommand never opens a driver in the tool's own process, because drivers crash, hang and
 * exit; child processes do that (probe/child.h). The tool has one thread.
 */
#ifndef CLROUTER_TOOL_TOOL_H
#define CLROUTER_TOOL_TOOL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"

/* The exit status: success, a problem was found, a wrong command line. */
enum tool_status { TOOL_GOOD, TOOL_PROBLEM, TOOL_USAGE };

/* The values of an option that can be repeated. The array is allocated, the words are of argv. */
struct tool_words {
	const char **words;
	size_t count;
};

struct output;

/* A remark on what the answer does not cover; notes.h adds and writes them. */
struct tool_note {
	struct tool_note *next;
	const char *id;
	const char *text;
};

struct tool {
	struct arena arena;
	const char *root;		/* prefix of every path that is read; "" for the real root */
	const char *program;		/* whose [program] sections apply, links resolved; NULL: the tool.
					   Of set: as it was written */
	struct tool_note *notes;
	struct output *output;		/* the answer is written to it */
	unsigned timeout;		/* seconds that one driver may take */
	bool wants_help;
	bool wants_version;
	bool wants_json;
	bool wants_summary;		/* list: one line for each device */
	bool wants_compute;		/* doctor: each device is to run a kernel */
	const char *unit;		/* doctor: the systemd unit as which it looks; NULL: none */
	const char *bundle;		/* doctor: the file for a bug report; NULL: none */
	unsigned pid;			/* of the process that is looked at; 0: none */
	struct tool_words only;
	struct tool_words without;
	struct tool_words layers;
	struct tool_words options;	/* of layers: LAYER.KEY=VALUE */
	struct tool_words records;	/* top: files to look at */
	uint64_t interval;		/* top: ns between two looks; 0: not given */
	bool is_once;			/* top: looks once */
	bool is_told; /* that the program's loader, another one, loads no layers */
	bool fail_on_findings;		/* of run: findings of the lifetime layer are a problem */
	struct {
		bool is_wanted;		/* by the subcommand */
		bool profiles_queues;
		bool leaves_queues;
		bool adds_up;		/* sums only */
		bool has_stacks;	/* calls have stacks */
		const char *output;	/* also of report and capture; NULL: not given, as the others */
		const char *filter;
		const char *duration;
		const char *limit;	/* also of capture */
		const char *stop;	/* the record that shall end */
		const char *refused;	/* why the layer is not loaded; NULL: it can be */
	} record;
	struct {
		bool is_wanted;		/* by the subcommand */
		bool takes_failing;	/* the first launch that fails */
		const char *kernel;	/* a launch of this kernel; NULL: not given */
		const char *launch;	/* its number, or FROM-TO */
		const char *count;	/* how many, from the first one on */
	} capture;
	struct {
		const char *driver;	/* a glob; NULL: not given */
		bool takes_all;
		unsigned repeat;
		bool wants_bits;	/* these are for replay/replay-options.h; NULL: not given */
		const char *ulps;
		const char *relative;
		const char *absolute;
		const char *local;
		struct tool_words types;
	} replay;
	struct {
		const char *on;		/* diverge: a glob; NULL: not given */
	} diverge;
	struct {
		bool is_wanted;		/* by the subcommand */
		bool serves;		/* programs that others start */
		bool tests_itself;
	} sanitize;
	struct {
		bool is_user;		/* the user's file, and not the system's */
		bool undoes;		/* takes back the last step */
	} set;
	const char *export;		/* the form that report exports; NULL: none */
	bool wants_arguments;		/* with the arguments of calls */
	bool wants_diff;		/* report: what changed between two operands */
	uint64_t from;			/* report: ns since the start of a record; 0: its start */
	uint64_t to;			/* 0: its end */
	char **operands;		/* NULL at the end */
	size_t operand_count;
};

/*
 * A subcommand: writes its answer to tool->output and returns an enum tool_status; tool_run also
 * returns the status of the program. TOOL belongs to the caller, with all that it points to.
 */
typedef int tool_command(struct tool *tool);

tool_command tool_list;
tool_command tool_files;
tool_command tool_doctor;
tool_command tool_config;
tool_command tool_layers;
tool_command tool_report;
tool_command tool_run;
tool_command tool_record;
tool_command tool_top;
tool_command tool_capture;
tool_command tool_replay;
tool_command tool_diverge;
tool_command tool_sanitize;
tool_command tool_set;

/* The program cllayerinfo, with the arguments of main(); returns its exit status. */
int tool_cllayerinfo(int argc, char **argv);

#endif
