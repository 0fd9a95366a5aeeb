/* SPDX-License-Identifier: Apache-2.0 */
/* findings: see findings.h. */
#include "tool/probe/process/findings.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/array.h"
#include "base/common/findings-status.h"
#include "base/text.h"
#include "tool/output/message.h"
#include "tool/probe/process/started-program.h"
#include "tool/tool.h"

/* A layer that finds mistakes. */
struct judge {
	const char *layer;
	const char *variable;
	int status;		/* the file that it writes to */
	size_t started;		/* in how many processes it was */
	size_t findings;
};

/* Counts the lines of the file of JUDGE that begin with each word, and closes the file. */
static void count_lines(struct judge *judge)
{
	FILE *file = fdopen(judge->status, "r");
	char line[128];

	if (!file)
		return;
	rewind(file);
	while (fgets(line, sizeof(line), file)) {
		judge->started += text_skip_prefix(line, FINDINGS_STATUS_STARTED " ") != NULL;
		judge->findings += text_skip_prefix(line, FINDINGS_STATUS_FINDING " ") != NULL;
	}
	fclose(file);
}

static void report(const struct judge *judge)
{
	if (judge->findings > 0)
		message_error("%zu finding%s of the %s layer", judge->findings,
			      judge->findings == 1 ? "" : "s", judge->layer);
}

int findings_run(char **operands, const char *wanted)
{
	struct judge judges[] = {
		{ .layer = "lifetime", .variable = FINDINGS_STATUS_LIFETIME },
		{ .layer = "validation", .variable = FINDINGS_STATUS_VALIDATION },
	};
	size_t started = 0;
	size_t findings = 0;
	int result = 0;

	for (size_t i = 0; i < ARRAY_SIZE(judges) && result >= 0; i++)
		result = judges[i].status = started_program_open_status(judges[i].variable);
	if (result >= 0)
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
