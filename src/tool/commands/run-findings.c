/* SPDX-License-Identifier: Apache-2.0 */
/*
 * run-findings: runs a program in a child process and counts what the layers lifetime and
 * validation find in it and in the processes that it starts.
 */
#include "tool/commands/run.h"

#include <errno.h>
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
	struct layer_status status;
	size_t started;		/* in how many processes it was */
	size_t findings;
};

static void count_lines(struct judge *judge)
{
	char line[STATUS_LINE_SIZE];

	while (layer_status_next(&judge->status, line)) {
		judge->started += layer_status_rest(line, STATUS_STARTED) != NULL;
		judge->findings += layer_status_rest(line, STATUS_FINDING) != NULL;
	}
	layer_status_close(&judge->status);
}

static void report(const struct judge *judge)
{
	if (judge->findings > 0)
		message_error("%zu finding%s of the %s layer", judge->findings,
			      judge->findings == 1 ? "" : "s", judge->layer);
}

int run_with_findings(char **operands, const char *wanted)
{
	struct judge judges[] = {
		{ .layer = "lifetime", .option = KNOWN_LIFETIME_STATUS },
		{ .layer = "validation", .option = KNOWN_VALIDATION_STATUS },
	};
	size_t started = 0;
	size_t findings = 0;
	int result = -1;

	if (layer_status_open(&judges[0].status, known_options[judges[0].option].variable) &&
	    layer_status_open(&judges[1].status, known_options[judges[1].option].variable))
		result = started_program_run(operands);
	if (result < 0) {
		message_error("%s: cannot be run with findings counted: %s", operands[0],
			      strerror(errno));
		return TOOL_PROBLEM;
	}
	result = started_program_exit_status(result);
	for (size_t i = 0; i < ARRAY_SIZE(judges); i++) {
		count_lines(&judges[i]);
		report(&judges[i]);
		started += judges[i].started;
		findings += judges[i].findings;
	}
	if (started == 0)
		message_error("%s: the %s layer was in no process; clrouter layers shows why, "
			      "or the program uses another loader or no OpenCL", operands[0], wanted);
	return result == 0 && (findings > 0 || started == 0) ? TOOL_PROBLEM : result;
}
