/* SPDX-License-Identifier: Apache-2.0 */
/*
 * replay: runs a captured launch again, on the drivers that are asked for, and compares what it leaves
 * in memory with what was captured. The exit status says whether they did the same, and leaves apart
 * what could not be tried, as "git bisect run" wants it.
 */
#include <string.h>

#include "capture/capture-contents.h"
#include "capture/capture-reader.h"
#include "table/json.h"
#include "tool/output/format.h"
#include "tool/output/message.h"
#include "tool/output/progress.h"
#include "tool/probe/driver/platform-names.h"
#include "tool/replay/notes.h"
#include "tool/replay/replay-drivers.h"
#include "tool/replay/replay-output.h"
#include "tool/replay/said.h"
#include "tool/tool.h"

#define NOT_TRIED 125	/* the exit status */

struct answer {
	struct tool *tool;
	struct snapshot snapshot;
	struct capture capture;
	struct said said;
	struct replay_choice choice;
	unsigned int repeat;
	struct replay_row *rows;
	struct replay_row **end;
	size_t right;
	size_t bad;
};

/* Adds a row; NULL: there is no memory. */
static struct replay_row *add_row(struct answer *answer, const struct driver_probe *driver)
{
	struct replay_row *row = arena_alloc(&answer->tool->arena, sizeof(*row));

	if (!row)
		return NULL;
	row->driver = candidate_name(driver->candidate);
	row->library = driver->path;
	row->probe.capture = &answer->capture;
	row->probe.candidate = driver->candidate;
	row->probe.settings = driver->settings;
	row->probe.repeat = answer->repeat;
	*answer->end = row;
	answer->end = &row->next;
	return row;
}

static void put_row(struct answer *answer, const struct replay_row *row)
{
	answer->right += row->probe.outcome == REPLAY_RIGHT;
	answer->bad += replay_probe_is_bad(row->probe.outcome);
	replay_output_row(answer->tool->output, row, &answer->tool->arena);
}

static void run_device(struct answer *answer, const struct driver_probe *driver,
		       const struct reported_platform *platform, size_t platform_index,
		       const struct reported_device *device, size_t device_index)
{
	struct replay_row *row = add_row(answer, driver);

	if (!row)
		return;
	row->platform = format_or(platform->name, "(no name)");
	row->device = format_or(device->name, "(no name)");
	row->version = device->driver;
	row->probe.platform = platform_index;
	row->probe.device = device_index;
	progress_name(row->device);
	replay_probe_run(&row->probe, answer->tool->timeout, &answer->tool->arena);
	put_row(answer, row);
}

static void run_platforms(struct answer *answer, const struct driver_probe *driver)
{
	const struct reported_platform *platform = driver->reported.first;

	for (size_t i = 0; platform; i++, platform = platform->next) {
		size_t index = 0;

		for (const struct reported_device *device = platform->devices; device;
		     device = device->next, index++)
			if (replay_drivers_want(&answer->choice, driver->candidate, platform, device))
				run_device(answer, driver, platform, i, device, index);
	}
}

/* A driver that fails when it is only asked for its devices. */
static void put_failing(struct answer *answer, const struct driver_probe *driver)
{
	struct replay_row *row = add_row(answer, driver);

	if (!row)
		return;
	row->probe.child = driver->child;
	row->probe.outcome = REPLAY_UNABLE;
	row->probe.unable = format_into(&answer->tool->arena, "%s, %s",
					child_end_text(&driver->child, &answer->tool->arena),
					driver_probe_stage_text(driver->stage));
	put_row(answer, row);
}

/* A driver that cannot be loaded, for example, if it is the one that --driver names. */
static void put_refused(struct answer *answer, const struct driver_probe *driver,
			const struct verdict *verdict)
{
	struct replay_row *row = add_row(answer, driver);

	if (!row)
		return;
	row->probe.outcome = REPLAY_UNABLE;
	row->probe.unable = format_verdict(verdict, &answer->tool->arena);
	put_row(answer, row);
}

/* A driver that two files name is one driver, as for a program. */
static bool is_replayed(const struct answer *answer, const struct driver_probe *driver)
{
	const struct replay_row *row = driver->path ? answer->rows : NULL;

	while (row && !(row->library && strcmp(row->library, driver->path) == 0))
		row = row->next;
	return row != NULL;
}

static void run_driver(struct answer *answer, const struct candidate *candidate)
{
	const struct driver_probe *driver = replay_drivers_ask(candidate, &answer->choice,
							       &answer->snapshot.settings,
							       answer->tool);

	if (!driver || is_replayed(answer, driver))
		return;
	if (driver->reported.first)
		run_platforms(answer, driver);
	else if (!replay_drivers_want_driver(&answer->choice, candidate))
		return;
	else if (!replay_drivers_has_answered(driver))
		put_failing(answer, driver);
	else if (driver->verdict.reason != REASON_DUPLICATE)
		put_refused(answer, driver, &driver->verdict);
}

static void run_drivers(struct answer *answer)
{
	json_open_array(answer->tool->output, "results");
	for (const struct candidate *candidate = answer->snapshot.drivers.first; candidate;
	     candidate = candidate->next)
		run_driver(answer, candidate);
	json_close_array(answer->tool->output);
}

static void explain_none(const struct answer *answer)
{
	const char *glob = answer->choice.glob;

	if (answer->rows)
		return;
	if (glob)
		message_error(
			"no driver or platform that \"%s\" names has a device%s", glob,
			platform_names_suggest(&answer->snapshot,
					       platform_names_ask(&answer->snapshot, answer->tool),
					       glob, &answer->tool->arena));
	else if (answer->choice.takes_all)
		message_error("no driver has a device");
	else
		message_error("no driver has the platform \"%s\", where the launch was captured; try "
			      "--all or --driver", answer->capture.platform.name);
}

static int replay(struct answer *answer, const char *directory)
{
	struct output *output = answer->tool->output;

	json_open_object(output, NULL);
	replay_output_capture(output, directory, &answer->capture, &answer->said,
			      &answer->tool->arena);
	run_drivers(answer);
	replay_output_table(output, answer->rows);
	json_close_object(output);
	explain_none(answer);
	if (answer->bad > 0)
		return TOOL_PROBLEM;
	return answer->right > 0 ? TOOL_GOOD : NOT_TRIED;
}

/* Reads the capture, and changes it as the user has said. False: that cannot be, which is said. */
static bool read_capture(struct answer *answer, const char *directory)
{
	struct arena *arena = &answer->tool->arena;
	char problem[CAPTURE_PROBLEM];
	const char *refusal;

	if (!capture_contents_read(&answer->capture, directory, arena, problem)) {
		message_error("%s: %s", directory, problem);
		return false;
	}
	refusal = notes_refusal(&answer->capture, arena);
	if (!refusal && !said_apply(&answer->said, &answer->capture, arena, problem))
		refusal = problem;
	if (!refusal)
		return true;
	message_error("%s: %s", directory, refusal);
	capture_contents_done(&answer->capture);
	return false;
}

int tool_replay(struct tool *tool)
{
	static struct answer answer;	/* children have a copy */
	int status;

	if (tool->operand_count == 0)
		return message_usage("replay needs the directory of a capture"), TOOL_USAGE;
	if (tool->replay.driver && tool->replay.takes_all)
		return message_usage("--driver and --all cannot be used together"), TOOL_USAGE;
	answer = (struct answer){ .tool = tool, .repeat = tool->replay.repeat };
	answer.end = &answer.rows;
	answer.choice = (struct replay_choice){ .capture = &answer.capture,
						.glob = tool->replay.driver,
						.takes_all = tool->replay.takes_all };
	if (!said_read(&answer.said, tool))
		return TOOL_USAGE;
	if (!read_capture(&answer, tool->operands[0]))
		return NOT_TRIED;
	snapshot_read(&answer.snapshot, tool);
	replay_drivers_add(&answer.snapshot, &answer.choice, tool);
	status = replay(&answer, tool->operands[0]);
	capture_contents_done(&answer.capture);
	return status;
}
