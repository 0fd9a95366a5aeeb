/* SPDX-License-Identifier: Apache-2.0 */
/*
 * run-findings: runs a program in a child process and counts what the layers lifetime, validation
 * and sanitize find in it and in the processes that it starts.
 */
#include "tool/commands/run.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "config/known-options.h"
#include "tool/output/message.h"
#include "tool/probe/process/layer-status.h"
#include "tool/probe/process/started-program.h"

/* A layer that finds mistakes. */
struct judge {
	const char *layer;
	enum known_option_id option;
	const char *other; /* that looks in its place; NULL: none does */
	bool is_to_check;  /* it has to say that it has checked kernels */
	struct layer_status status;
	size_t started; /* in how many processes it was */
	size_t findings;
	unsigned long long checked; /* kernels */
};

static void count_line(struct judge *judge, const char *line)
{
	const char *rest = layer_status_rest(line, STATUS_CHECKED);
	const char *count = rest ? strchr(rest, ' ') : NULL;

	judge->started += layer_status_rest(line, STATUS_STARTED) != NULL;
	judge->findings += layer_status_rest(line, STATUS_FINDING) != NULL;
	if (count)
		judge->checked += strtoull(count, NULL, 10);
}

static void count_lines(struct judge *judge)
{
	char line[STATUS_LINE_SIZE];

	while (layer_status_next(&judge->status, line))
		count_line(judge, line);
	layer_status_close(&judge->status);
}

static void report(const struct judge *judge)
{
	if (judge->findings > 0)
		message_error("%zu finding%s of the %s layer", judge->findings,
			      judge->findings == 1 ? "" : "s", judge->layer);
}

/* Has the layer WANTED of the COUNT JUDGES looked at the program, or the other one in its place? */
static bool has_looked(const struct judge *judges, size_t count, const char *wanted,
		       const char *program)
{
	const struct judge *judge = judges;
	size_t started;

	while (strcmp(judge->layer, wanted) != 0)
		judge++;
	started = judge->started;
	for (size_t i = 0; i < count; i++)
		if (judge->other && strcmp(judges[i].layer, judge->other) == 0)
			started += judges[i].started;
	if (started == 0 && judge->is_to_check)
		message_error("%s: no kernel was checked: the sanitize layer was in no process, or "
			      "it has said why it does nothing; \"clrouter layers\" shows which layers "
			      "programs get", program);
	else if (started == 0)
		message_error(
			"%s: the %s layer was in no process; clrouter layers shows why, "
			"or the program uses another loader or no OpenCL",
			program, wanted);
	else if (judge->is_to_check && judge->checked == 0)
		message_error("%s: no kernel was checked", program);
	return started > 0 && (!judge->is_to_check || judge->checked > 0);
}

int run_with_findings(char **operands, const char *wanted, run_program *run, void *data)
{
	struct judge judges[] = {
		{ .layer = "lifetime", .option = KNOWN_LIFETIME_STATUS, .other = "validation" },
		{ .layer = "validation", .option = KNOWN_VALIDATION_STATUS, .other = "lifetime" },
		{ .layer = "sanitize", .option = KNOWN_SANITIZE_STATUS, .is_to_check = true },
	};
	size_t findings = 0;
	bool is_ready = true;
	int result;

	for (size_t i = 0; i < ARRAY_SIZE(judges); i++)
		is_ready = is_ready && layer_status_open(&judges[i].status,
							 known_options[judges[i].option].variable);
	result = is_ready ? run(operands, data) : -1;
	if (result < 0) {
		message_error("%s: cannot be run with findings counted: %s", operands[0],
			      strerror(errno));
		return TOOL_PROBLEM;
	}
	result = started_program_exit_status(result);
	for (size_t i = 0; i < ARRAY_SIZE(judges); i++) {
		count_lines(&judges[i]);
		report(&judges[i]);
		findings += judges[i].findings;
	}
	if (!has_looked(judges, ARRAY_SIZE(judges), wanted, operands[0]) || findings > 0)
		return result == 0 ? TOOL_PROBLEM : result;
	return result;
}
