/* SPDX-License-Identifier: Apache-2.0 */
/* finish: see finish.h. */
#include "tool/replay/finish.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/common/own-dir.h"
#include "base/file/safe-open.h"
#include "capture/capture-contents.h"
#include "capture/capture-format.h"
#include "capture/capture-reader.h"
#include "capture/json-text.h"
#include "capture/rules.h"
#include "tool/output/format.h"
#include "tool/output/message.h"
#include "tool/probe/file/whole-file.h"
#include "tool/probe/interruption.h"
#include "tool/probe/snapshot.h"
#include "tool/replay/code/code.h"
#include "tool/replay/findings.h"
#include "tool/replay/include/whole.h"
#include "tool/replay/notes.h"
#include "tool/replay/replay-drivers.h"
#include "tool/replay/replay-probe.h"

#define STEP_LIMIT 60	/* seconds; the launch was well here before */

struct work {
	struct tool *tool;
	const char *path;
	struct own_dir directory;
	struct capture capture;
	struct snapshot snapshot;
	struct replay_probe probe;
	bool is_run;		/* the device was found */
	struct wholes wholes;
	const char *problem;	/* why it was not the same twice, or could not be; NULL: it was */
};

/* -- the runs -------------------------------------------------------------------------------- */

/* Runs the launch if DRIVER has the device where it was captured. */
static bool try_driver(struct work *work, const struct replay_choice *choice,
		       const struct driver_probe *driver)
{
	const struct reported_platform *platform = driver->reported.first;

	for (size_t i = 0; platform; i++, platform = platform->next) {
		size_t index = 0;

		for (const struct reported_device *device = platform->devices; device;
		     device = device->next, index++) {
			if (!replay_drivers_want(choice, driver->candidate, platform, device))
				continue;
			work->probe = (struct replay_probe){ .capture = &work->capture,
							     .candidate = driver->candidate,
							     .settings = driver->settings,
							     .platform = i,
							     .device = index };
			replay_probe_run(&work->probe, STEP_LIMIT, &work->tool->arena);
			return true;
		}
	}
	return false;
}

static void run_twice(struct work *work)
{
	const struct replay_choice choice = { .capture = &work->capture, .is_exact = true };

	snapshot_read(&work->snapshot, work->tool);
	for (const struct candidate *candidate = work->snapshot.drivers.first;
	     candidate && !work->is_run && !interruption_is_pending(); candidate = candidate->next) {
		const struct driver_probe *driver = replay_drivers_ask(
			candidate, &choice, &work->snapshot.settings, work->tool);

		work->is_run = driver && try_driver(work, &choice, driver);
	}
}

/* Why the launch could not be run twice; NULL: it was. */
static const char *problem_of(const struct work *work)
{
	const struct replay_probe *probe = &work->probe;
	struct arena *arena = &work->tool->arena;

	if (interruption_is_pending() && !(work->is_run && probe->outcome == REPLAY_RIGHT))
		return "a signal has ended the attempt";
	if (!work->is_run)
		return "the device was not found again";
	if (probe->outcome == REPLAY_WRONG)
		return format_or(probe->text, "it does not fail as it did");
	return replay_probe_failure(probe, arena);
}

/* -- the manifest ---------------------------------------------------------------------------- */

static void put_differs(FILE *file, const struct work *work)
{
	fputs("    \"differs\": [", file);
	for (const struct replay_varying *each = work->problem ? NULL : work->probe.varying; each;
	     each = each->next)
		fprintf(file, "\n      {\"memory\": %llu, \"range\": %llu, \"first\": %llu, \"count\": %llu}%s",
			each->memory, each->range, each->first, each->count, each->next ? "," : "");
	fputs("],\n", file);
}

/* One for each argument, "" if it is not known. */
static void put_types(FILE *file, const struct work *work)
{
	const char **types = work->probe.types;

	if (!types) {
		fputs("    \"types\": null,\n", file);
		return;
	}
	fputs("    \"types\": [", file);
	for (size_t i = 0; i < work->capture.argument_count; i++) {
		fputs(i > 0 ? ", " : "", file);
		json_text_put(file, format_or(types[i], ""));
	}
	fputs("],\n", file);
}

static void put_checks(FILE *file, const struct work *work)
{
	fprintf(file, "  \"checks\": {\n    \"runs\": %d,\n    \"problem\": ", work->problem ? 0 : 2);
	if (work->problem)
		json_text_put(file, work->problem);
	else
		fputs("null", file);
	fputs(",\n", file);
	put_differs(file, work);
	put_types(file, work);
	whole_put(file, &work->wholes, &work->capture);
	findings_put(file, &work->capture.findings);
	fputs("  }\n", file);
}

/* The manifest with its last line but one, which says that there are no checks, replaced; NULL: errno. */
static char *change_manifest(const struct work *work, const char *text, size_t *size)
{
	const char *end = strstr(text, CAPTURE_NO_CHECKS);
	char *changed = NULL;
	FILE *file;

	errno = EINVAL;
	if (!end || strcmp(end + strlen(CAPTURE_NO_CHECKS), "}\n") != 0)
		return NULL;
	file = open_memstream(&changed, size);
	if (!file)
		return NULL;
	fwrite(text, 1, (size_t)(end - text), file);
	put_checks(file, work);
	fputs("}\n", file);
	if (fclose(file) == 0)
		return changed;
	free(changed);
	return NULL;
}

static bool write_checks(struct work *work)
{
	size_t size = 0;
	char *text = whole_file_take(own_dir_read(&work->directory, CAPTURE_MANIFEST),
				     CAPTURE_MOST_MANIFEST, &size);
	char *changed = text ? change_manifest(work, text, &size) : NULL;
	const bool is_written = changed && own_dir_replace(&work->directory, CAPTURE_MANIFEST,
							   changed, size);

	if (!is_written)
		message_error("%s/" CAPTURE_MANIFEST ": %s", work->path, strerror(errno));
	free(changed);
	free(text);
	return is_written;
}

/* What differs is of no use for a comparison, and replay.c says so. */
static void mark_varying(struct work *work)
{
	for (const struct replay_varying *each = work->problem ? NULL : work->probe.varying; each;
	     each = each->next)
		if (each->memory < work->capture.memory_count &&
		    each->range < work->capture.memory[each->memory].range_count)
			work->capture.memory[each->memory].ranges[each->range].varies = true;
}

static void use_types(struct work *work)
{
	for (size_t i = 0; work->probe.types && i < work->capture.argument_count; i++)
		if (work->probe.types[i] && *work->probe.types[i])
			rules_set_type(&work->capture.arguments[i], work->probe.types[i]);
	rules_complete(&work->capture);
}

/* -- included files -------------------------------------------------------------------------- */

/* Builds and runs the whole sources on the same device; what is wrong with them, or NULL. */
static const char *try_wholes(struct work *work)
{
	struct replay_probe probe = { .capture = &work->capture,
				      .candidate = work->probe.candidate,
				      .settings = work->probe.settings,
				      .platform = work->probe.platform,
				      .device = work->probe.device,
				      .repeat = 1 };

	replay_probe_run(&probe, STEP_LIMIT, &work->tool->arena);
	if (!replay_probe_is_bad(probe.outcome))
		return NULL;
	return format_or(probe.failed, format_or(probe.log, replay_probe_outcome(probe.outcome)));
}

/* Makes the whole sources, and keeps them if they do the same as those of the capture. */
static void make_wholes(struct work *work)
{
	struct arena *arena = &work->tool->arena;
	const char *wrong;

	if (!whole_make(&work->wholes, &work->capture, arena)) {
		if (work->wholes.refusal)
			message_error("the files that its program includes are left out: %s",
				      work->wholes.refusal);
		return;
	}
	wrong = try_wholes(work);
	if (wrong)
		message_error("the files that its program includes are left out, because with them in its "
			      "source it is not the same: %s", wrong);
	else if (!whole_write(&work->wholes, &work->capture, &work->directory))
		message_error("%s: the files that its program includes are left out: %s",
			      work->path, strerror(errno));
	else {
		message_error("its program includes %s: the capture has a source with these in it",
			      whole_files(&work->wholes, arena));
		return;
	}
	whole_drop(&work->wholes, &work->capture);
}

/* -- the whole ------------------------------------------------------------------------------- */

static void say_checks(const struct work *work)
{
	size_t count = 0;

	for (const struct replay_varying *each = work->probe.varying; each; each = each->next)
		count++;
	if (work->problem)
		message_error("it could not be replayed on the same driver: %s", work->problem);
	else if (count > 0)
		message_error("it is not deterministic: replayed twice on the same driver, it left other "
			      "results in %zu place%s of memory", count, count == 1 ? "" : "s");
	else
		message_error("replayed twice on the same driver, it had the same results");
}

/* Looks at the capture, which has been read, and writes what there is to be said of it. */
static bool finish(struct work *work)
{
	struct tool *tool = work->tool;
	const char *refusal = notes_refusal(&work->capture, &tool->arena);
	const char *missing;
	bool is_good;

	if (refusal) {
		work->problem = refusal;
		message_error("%s", refusal);
	} else {
		run_twice(work);
		work->problem = problem_of(work);
		mark_varying(work);
		use_types(work);
		say_checks(work);
		if (!work->problem)
			make_wholes(work);
		findings_look(&work->capture, work->is_run ? &work->probe : NULL, &work->snapshot,
			      tool);
	}
	missing = notes_missing_files(&work->capture, &tool->arena);
	if (missing)
		message_error("its program includes %s: such files are not in the capture, so elsewhere "
			      "it may not build", missing);
	is_good = write_checks(work);
	if (!refusal && !code_write(&work->capture, missing, &work->directory)) {
		message_error("%s/replay.c: %s", work->path, strerror(errno));
		is_good = false;
	}
	return is_good;
}

bool finish_capture(struct tool *tool, const char *path)
{
	static struct work work;	/* children have a copy */
	char problem[CAPTURE_PROBLEM];
	bool is_good;

	work = (struct work){ .tool = tool, .path = path };
	if (!own_dir_open(&work.directory, path)) {
		message_error("%s: %s", path, safe_open_error(errno));
		return false;
	}
	is_good = capture_contents_read_at(&work.capture, work.directory.place.descriptor,
					   &tool->arena, problem);
	if (is_good) {
		is_good = finish(&work);
		capture_contents_done(&work.capture);
	} else {
		message_error("%s: %s", path, problem);
	}
	own_dir_close(&work.directory);
	return is_good;
}
