/* SPDX-License-Identifier: Apache-2.0 */
/* findings: see findings.h. */
#include "tool/probe/findings.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "base/lifetime-status.h"
#include "tool/output/message.h"
#include "tool/probe/started-program.h"
#include "tool/tool.h"

/* How many lines of the file STATUS begin with each word. */
static void count_lines(int status, size_t *started, size_t *findings)
{
	FILE *file = fdopen(status, "r");
	char line[128];

	*started = *findings = 0;
	if (!file)
		return;
	rewind(file);
	while (fgets(line, sizeof(line), file)) {
		*started += text_skip_prefix(line, LIFETIME_STATUS_STARTED " ") != NULL;
		*findings += text_skip_prefix(line, LIFETIME_STATUS_FINDING " ") != NULL;
	}
	fclose(file);
}

int findings_run(char **operands)
{
	int status = started_program_open_status(LIFETIME_STATUS_VARIABLE);
	int result = status < 0 ? -1 : started_program_run(operands);
	size_t started;
	size_t findings;

	if (result < 0) {
		message_error("%s: cannot be run with findings counted: %s", operands[0],
			      strerror(errno));
		return TOOL_PROBLEM;
	}
	result = started_program_exit_status(result);
	count_lines(status, &started, &findings);
	if (findings > 0)
		message_error("%zu finding%s of the lifetime layer", findings,
			      findings == 1 ? "" : "s");
	else if (started == 0)
		message_error("%s: the lifetime layer was in no process; clrouter layers shows why, "
			      "or the program uses another loader or no OpenCL", operands[0]);
	return result == 0 && (findings > 0 || started == 0) ? TOOL_PROBLEM : result;
}
