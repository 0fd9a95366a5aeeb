/* SPDX-License-Identifier: Apache-2.0 */
/* finish: see finish.h. */
#include "tool/replay/finish.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/common/own-dir.h"
#include "base/file/safe-open.h"
#include "launch/build-options.h"
#include "launch/launch-contents.h"
#include "launch/launch-file.h"
#include "launch/launch-format.h"
#include "launch/launch-rules.h"
#include "tool/output/format.h"
#include "tool/output/message.h"
#include "tool/probe/interruption.h"
#include "tool/probe/snapshot.h"
#include "tool/replay/findings.h"
#include "tool/replay/include/includes.h"
#include "tool/replay/notes.h"
#include "tool/replay/code.h"
#include "tool/replay/replay-drivers.h"
#include "tool/replay/replay-probe.h"

#define MOST_FILES 8	/* that are named to people */

struct finish_work {
	struct tool *tool;
	const char *path;
	struct own_dir directory;
	struct launch launch;
	struct snapshot snapshot;
	struct replay_probe same;	/* what a run on the device of the capture needs; candidate NULL: that
					   device was not found */
};

/* -- the runs -------------------------------------------------------------------------------- */

static void find_driver(struct finish_work *work)
{
	const struct replay_choice choice = { .launch = &work->launch, .is_exact = true };

	snapshot_read(&work->snapshot, work->tool);
	work->same = (struct replay_probe){ .launch = &work->launch,
					    .bounds = launch_bounds,
					    .directory = work->path,
					    .repeat = 1 };
	replay_drivers_find(&work->snapshot, &choice, work->tool, &work->same, NULL);
}

static void note_varying(struct launch *launch, const struct replay_probe *probe)
{
	for (const struct replay_varying *each = probe->varying; each; each = each->next) {
		if (each->range >= launch->range_count)
			continue;
		launch->ranges[each->range].varies = each->count;
		launch->ranges[each->range].varies_from = each->first;
	}
}

void finish_note_types(struct launch *launch, const char *const *types)
{
	for (size_t i = 0; types && i < launch->argument_count; i++) {
		struct launch_argument *argument = &launch->arguments[i];
		const char *type = types[i];

		if (!type || !*type)
			continue;
		argument->type = format_or(argument->type, type);
		argument->numbers = type;
	}
	launch_complete_ranges(launch);
}

const char *finish_run_twice(struct launch *launch, struct replay_probe *probe, unsigned limit,
			     struct arena *arena)
{
	const char *problem;

	probe->repeat = 0;
	if (probe->candidate)
		replay_probe_run(probe, limit, arena);
	finish_note_types(launch, probe->types);
	if (interruption_is_pending() && !(probe->candidate && probe->outcome == REPLAY_SAME))
		return NOTES_INTERRUPTED;
	if (!probe->candidate)
		return "the device was not found again";
	if (probe->outcome == REPLAY_DIFFERS)
		return format_or(probe->text, "it does not fail as it did");
	problem = replay_probe_failure(probe, arena);
	if (!problem)
		note_varying(launch, probe);
	return problem;
}

static void say_result(const struct launch *launch)
{
	const size_t varying = launch_count_varying(launch);

	if (launch->call.problem)
		message_error("it could not be replayed on the same driver: %s",
			      launch->call.problem);
	else if (varying > 0)
		message_error(
			"it is not deterministic: replayed twice on the same driver, it left other "
			"results in %zu place%s of memory",
			varying, varying == 1 ? "" : "s");
	else
		message_error("replayed twice on the same driver, it had the same results");
}

static void run_twice(struct finish_work *work)
{
	struct launch_call *call = &work->launch.call;
	struct replay_probe probe;

	find_driver(work);
	probe = work->same;
	call->problem = finish_run_twice(&work->launch, &probe, work->tool->timeout,
					 &work->tool->arena);
	call->runs = call->problem ? 0 : 2;
	say_result(&work->launch);
}

/* -- included files -------------------------------------------------------------------------- */

/* Builds and runs the launch with the copies on the same device; what is wrong with them, or NULL. */
static const char *try_copies(const struct finish_work *work)
{
	struct replay_probe probe = work->same;

	if (work->launch.call.problem)
		return NULL;
	replay_probe_run(&probe, work->tool->timeout, &work->tool->arena);
	if (!replay_probe_is_bad(probe.outcome))
		return NULL;
	return format_or(probe.failed, format_or(probe.log, replay_probe_outcome(probe.outcome)));
}

static const char *name_includes(const struct launch *launch, struct arena *arena)
{
	const char *text = "";

	for (size_t i = 0; i < launch->include_count && i < MOST_FILES; i++)
		text = format_into(arena, "%s%s%s", text, i > 0 ? ", " : "",
				   launch->includes[i].path);
	return launch->include_count > MOST_FILES ? format_into(arena, "%s, ...", text) : text;
}

/* Leaves the copies out, and the options that lead to them. */
static void leave_out(struct finish_work *work)
{
	struct launch *launch = &work->launch;
	struct arena *arena = &work->tool->arena;
	struct own_dir include;

	if (launch->include_count > 0 &&
	    own_dir_open(&include, format_into(arena, "%s/" LAUNCH_INCLUDE, work->path)))
		own_dir_remove_all(&include);
	launch->include_count = 0;
	for (size_t i = 0; i < launch->program_count; i++) {
		struct launch_program *program = &launch->programs[i];
		const char *portable = build_options_portable(program->options, arena);

		program->here = NULL;
		program->portable = portable == program->options ? NULL : format_or(portable, "");
	}
}

/* Copies the files, and keeps them if the launch does the same with them. */
static void copy_includes(struct finish_work *work)
{
	struct launch *launch = &work->launch;
	struct arena *arena = &work->tool->arena;
	const char *missing;
	const char *wrong;

	if (!includes_collect(launch, &work->directory, format_or(launch->call.directory, "/"),
			      arena)) {
		message_error("%s: the files that its program includes are left out: %s",
			      work->path, strerror(errno));
		leave_out(work);
	}
	wrong = launch->include_count > 0 ? try_copies(work) : NULL;
	if (wrong) {
		message_error(
			"the files that its program includes are left out, because with copies of "
			"them it is not the same: %s",
			wrong);
		leave_out(work);
	} else if (launch->include_count > 0) {
		message_error("its program includes %s: the capture has copies of them",
			      name_includes(launch, arena));
	}
	missing = notes_missing_files(launch, arena);
	if (missing)
		message_error(
			"its program has lines #include for %s, which the capture does not have: a "
			"driver that needs these cannot build it",
			missing);
}

/* -- the whole ------------------------------------------------------------------------------- */

bool finish_write_launch(const struct launch *launch, struct own_dir *directory, const char *path)
{
	size_t size = 0;
	char *text = launch_file_text(launch, &size);
	const bool is_good = text && own_dir_replace(directory, LAUNCH_FILE, text, size);

	if (!is_good)
		message_error("%s/" LAUNCH_FILE ": %s", path, strerror(errno));
	free(text);
	return is_good;
}

static bool write_code(struct finish_work *work)
{
	if (code_write(&work->launch, &work->directory))
		return true;
	message_error("%s/" LAUNCH_CODE ": %s", work->path, strerror(errno));
	return false;
}

/* Looks at the launch, which has been read, and writes what there is to be said of it. */
static bool finish(struct finish_work *work)
{
	struct tool *tool = work->tool;
	struct launch *launch = &work->launch;
	bool is_good;

	launch->call.problem = notes_refusal(launch, &tool->arena);
	if (launch->call.problem) {
		message_error("%s", launch->call.problem);
		return finish_write_launch(launch, &work->directory, work->path);
	}
	run_twice(work);
	copy_includes(work);
	findings_look(launch, &work->same, &work->snapshot, tool);
	is_good = finish_write_launch(launch, &work->directory, work->path);
	return write_code(work) && is_good;
}

bool finish_capture(struct tool *tool, const char *path)
{
	static struct finish_work work; /* children have a copy */
	char problem[LAUNCH_PROBLEM];
	bool is_good;

	work = (struct finish_work){ .tool = tool, .path = path };
	if (!own_dir_open(&work.directory, path)) {
		message_error("%s: %s", path, safe_open_error(errno));
		return false;
	}
	is_good = launch_contents_read_at(&work.launch, work.directory.place.descriptor,
					  &tool->arena, problem);
	if (is_good) {
		is_good = finish(&work);
		launch_contents_done(&work.launch);
	} else {
		message_error("%s: %s", path, problem);
	}
	own_dir_close(&work.directory);
	return is_good;
}
