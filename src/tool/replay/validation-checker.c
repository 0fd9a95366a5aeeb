/* SPDX-License-Identifier: Apache-2.0 */
/* validation-checker: see checkers.h. */
#include "tool/replay/checkers.h"

#include <string.h>

#include "base/array.h"
#include "base/text.h"
#include "tool/output/format.h"

#define VALIDATION_LINE "clrouter: validation: "
#define VALIDATION_PLACE "; called at "

/*
 * What a replay makes of objects is no fault of the program, and what the user has set for the
 * layer is for the program.
 */
static const char *const validation_variables[][2] = {
	{ "OPENCL_VALIDATION_FORMAT", NULL },
	{ "OPENCL_VALIDATION_LEVELS", "error,warning" },
	{ "OPENCL_VALIDATION_RULES", "!object-never-released" },
	{ "OPENCL_VALIDATION_CALLS", NULL },
	{ "OPENCL_VALIDATION_DETAIL", NULL },
	{ "OPENCL_VALIDATION_BACKTRACE", NULL },
	{ "OPENCL_VALIDATION_STOP", NULL },
	{ "OPENCL_VALIDATION_RACES", NULL },
	{ "OPENCL_VALIDATION_ARG_INFO", NULL },
	{ "OPENCL_VALIDATION_STATUS", NULL },
};

static const struct replay_checker validation = {
	.layer = "libCLValidation.so",
	.variables = validation_variables,
	.variable_count = ARRAY_SIZE(validation_variables),
};

/* The place at the end is one of the replay, and none of the program. */
static const char *without_place(const char *text, struct arena *arena)
{
	const char *place = NULL;

	for (const char *at = text; (at = strstr(at, VALIDATION_PLACE)); at++)
		place = at;
	return place ? format_or(format_into(arena, "%.*s", (int)(place - text), text), text)
		     : text;
}

/* Lines are findings, notes, and how often a finding came, which is of no interest here. */
static void take_findings(struct checking *checking)
{
	const char *rest = checking_read(checking);
	const char *line;

	while ((line = child_next_line(&rest, checking->arena))) {
		const char *text = without_place(
			format_or(text_skip_prefix(line, VALIDATION_LINE), ""), checking->arena);

		if ((text_skip_prefix(text, "error: ") || text_skip_prefix(text, "warning: ")) &&
		    !strstr(text, " times at one place"))
			checking_add_finding(checking, text, text);
	}
}

void validation_checker_ask(struct checking *checking)
{
	struct replay_probe probe = *checking->same;

	if (!probe.candidate) {
		checking_end(checking, "the device was not found again");
		return;
	}
	probe.checker = &validation;
	replay_probe_run(&probe, checking->tool->timeout, checking->arena);
	take_findings(checking);
	checking_end(checking, replay_probe_failure(&probe, checking->arena));
}
