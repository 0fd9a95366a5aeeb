/* SPDX-License-Identifier: Apache-2.0 */
/*
 * replay: runs captured launches again, on the drivers that are asked for, and compares what they leave
 * in memory with what was captured. The exit status says whether they did the same, and leaves apart
 * what could not be tried, as "git bisect run" wants it.
 */
#include <string.h>

#include "launch/launch-contents.h"
#include "launch/launch-file.h"
#include "launch/launch-rules.h"
#include "table/json.h"
#include "tool/output/format.h"
#include "tool/output/message.h"
#include "tool/output/progress.h"
#include "tool/probe/driver/platform-names.h"
#include "tool/replay/notes.h"
#include "tool/replay/replay-drivers.h"
#include "tool/replay/replay-options.h"
#include "tool/replay/replay-output.h"
#include "tool/replay/replay-rows.h"
#include "tool/tool.h"

#define NOT_TRIED 125	/* the exit status */

/* A driver that was asked, once for all captures. */
struct asked {
	struct asked *next;
	const struct candidate *candidate;
	const struct driver_probe *driver;	/* NULL: it cannot be what is wanted */
};

struct replay_answer {
	struct tool *tool;
	struct snapshot snapshot;
	struct asked *asked;
	struct replay_options options;
	struct replay_choice choice;	/* its launch is the launch of CAPTURE */
	struct replay_capture *captures;	/* one for each directory */
	struct replay_capture *capture;	/* the one that is replayed now */
	size_t bad;			/* of all rows */
};

/* -- one driver ------------------------------------------------------------------------------ */

/* Adds a row; NULL: there is no memory. */
static struct replay_row *add_row(struct replay_answer *answer, const struct driver_probe *driver)
{
	struct replay_row *row =
		arena_append(&answer->tool->arena, &answer->capture->rows, sizeof(*row));

	if (!row)
		return NULL;
	row->capture = answer->capture;
	row->driver = candidate_name(driver->candidate);
	row->library = driver->path;
	row->probe = (struct replay_probe){ .launch = &answer->capture->launch,
					    .bounds = answer->capture->bounds,
					    .directory = answer->capture->directory,
					    .candidate = driver->candidate,
					    .settings = driver->settings,
					    .repeat = answer->tool->replay.repeat };
	return row;
}

static void put_row(struct replay_answer *answer, const struct replay_row *row)
{
	answer->bad += replay_probe_is_bad(row->probe.outcome);
	replay_output_row(answer->tool->output, row, &answer->tool->arena);
}

static void run_device(struct replay_answer *answer, const struct driver_probe *driver,
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

static void run_platforms(struct replay_answer *answer, const struct driver_probe *driver)
{
	const struct reported_platform *platform = driver->reported.first;

	for (size_t i = 0; platform; i++, platform = platform->next) {
		size_t index = 0;

		for (const struct reported_device *device = platform->devices; device;
		     device = device->next, index++)
			if (replay_drivers_want(&answer->choice, driver->candidate, platform,
						device))
				run_device(answer, driver, platform, i, device, index);
	}
}

/* A driver that fails when it is only asked for its devices. */
static void put_failing(struct replay_answer *answer, const struct driver_probe *driver)
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
static void put_refused(struct replay_answer *answer, const struct driver_probe *driver,
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
static bool is_replayed(const struct replay_answer *answer, const struct driver_probe *driver)
{
	const struct replay_row *row = driver->path ? answer->capture->rows : NULL;

	while (row && !(row->library && strcmp(row->library, driver->path) == 0))
		row = row->next;
	return row != NULL;
}

/* What is wanted of CANDIDATE is the same for each capture until its platforms are known. */
static const struct driver_probe *ask(struct replay_answer *answer,
				      const struct candidate *candidate)
{
	struct asked *asked = answer->asked;

	while (asked && asked->candidate != candidate)
		asked = asked->next;
	if (asked)
		return asked->driver;
	asked = arena_alloc(&answer->tool->arena, sizeof(*asked));
	if (!asked)
		return NULL;
	*asked = (struct asked){ .next = answer->asked,
				 .candidate = candidate,
				 .driver = replay_drivers_ask(candidate, &answer->choice,
							      &answer->snapshot.settings,
							      answer->tool) };
	answer->asked = asked;
	return asked->driver;
}

static void run_driver(struct replay_answer *answer, const struct candidate *candidate)
{
	const struct driver_probe *driver = ask(answer, candidate);

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

/* -- one capture ----------------------------------------------------------------------------- */

static void explain_none(const struct replay_answer *answer)
{
	const char *glob = answer->choice.glob;

	if (answer->capture->rows)
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
		message_error(
			"no driver has the platform \"%s\", where the launch was captured; try "
			"--all or --driver",
			format_or(answer->capture->launch.platform.name, ""));
}

static void run_drivers(struct replay_answer *answer)
{
	json_open_array(answer->tool->output, "results");
	LIST_EACH(const struct candidate, candidate, answer->snapshot.drivers.first)
		run_driver(answer, candidate);
	json_close_array(answer->tool->output);
}

/* Reads the capture, and changes it as the user has said. False: that cannot be, which is said. */
static bool read_capture(struct replay_answer *answer, struct replay_capture *capture)
{
	struct arena *arena = &answer->tool->arena;
	char problem[LAUNCH_PROBLEM];
	const char *refusal = problem;

	memcpy(capture->bounds, launch_bounds, sizeof(capture->bounds));
	if (launch_contents_read(&capture->launch, capture->directory, arena, problem)) {
		refusal = notes_refusal(&capture->launch, arena);
		if (!refusal && !replay_options_apply(&answer->options, &capture->launch,
						      capture->bounds, arena, problem))
			refusal = problem;
		if (!refusal)
			return true;
		launch_contents_done(&capture->launch);
	}
	capture->refusal = format_into(arena, "%s", refusal);
	message_error("%s: %s", capture->directory, refusal);
	return false;
}

/* With ONE directory its rows end with their table, and the conclusion is last. */
static void run_capture(struct replay_answer *answer, struct replay_capture *capture, bool is_one)
{
	struct output *output = answer->tool->output;
	struct arena *arena = &answer->tool->arena;

	answer->capture = capture;
	answer->choice.launch = &capture->launch;
	replay_output_capture(output, capture, &answer->options, arena);
	run_drivers(answer);
	if (is_one)
		replay_output_table(output, capture, 1);
	capture->conclusion = conclusion_draw(capture, answer->choice.takes_all, arena);
	replay_output_conclusion(output, capture);
	explain_none(answer);
	launch_contents_done(&capture->launch);
}

/* -- all of them ----------------------------------------------------------------------------- */

static void run_captures(struct replay_answer *answer, size_t count)
{
	struct output *output = answer->tool->output;
	bool is_any = false;

	snapshot_read(&answer->snapshot, answer->tool);
	replay_drivers_add(&answer->snapshot, &answer->choice, answer->tool);
	json_open_object(output, NULL);
	json_open_array(output, "captures");
	for (size_t i = 0; i < count; i++) {
		struct replay_capture *capture = &answer->captures[i];

		json_open_object(output, NULL);
		if (read_capture(answer, capture)) {
			if (is_any)
				lines_empty(output);
			run_capture(answer, capture, false);
			is_any = true;
		} else {
			json_text(output, "directory", capture->directory);
			json_text(output, "refusal", capture->refusal);
		}
		json_close_object(output);
	}
	json_close_array(output);
	replay_output_table(output, answer->captures, count);
	json_close_object(output);
}

/* What is refused writes nothing. */
static void run_one(struct replay_answer *answer)
{
	struct output *output = answer->tool->output;

	if (!read_capture(answer, answer->captures))
		return;
	snapshot_read(&answer->snapshot, answer->tool);
	replay_drivers_add(&answer->snapshot, &answer->choice, answer->tool);
	json_open_object(output, NULL);
	run_capture(answer, answer->captures, true);
	json_close_object(output);
}

/* The worst of all: a driver differs; a capture was tried on none; all is well. */
static int status_of(const struct replay_answer *answer, size_t count)
{
	if (answer->bad > 0)
		return TOOL_PROBLEM;
	for (size_t i = 0; i < count; i++) {
		const struct replay_row *row = answer->captures[i].rows;

		while (row && row->probe.outcome != REPLAY_SAME)
			row = row->next;
		if (!row)
			return NOT_TRIED;
	}
	return TOOL_GOOD;
}

int tool_replay(struct tool *tool)
{
	static struct replay_answer answer; /* children have a copy */
	const size_t count = tool->operand_count;

	if (count == 0)
		return message_usage("replay needs the directory of a capture"), TOOL_USAGE;
	if (tool->replay.driver && tool->replay.takes_all)
		return message_usage("--driver and --all cannot be used together"), TOOL_USAGE;
	answer = (struct replay_answer){ .tool = tool,
					 .choice = { .glob = tool->replay.driver,
						     .takes_all = tool->replay.takes_all } };
	if (!replay_options_read(&answer.options, tool))
		return TOOL_USAGE;
	answer.captures = arena_alloc(&tool->arena, count * sizeof(*answer.captures));
	if (!answer.captures)
		return message_error("there is not enough memory"), NOT_TRIED;
	for (size_t i = 0; i < count; i++)
		answer.captures[i].directory = tool->operands[i];
	if (count == 1)
		run_one(&answer);
	else
		run_captures(&answer, count);
	return status_of(&answer, count);
}
