/* SPDX-License-Identifier: Apache-2.0 */
/* keep: see keep.h. */
#include "tool/diverge/keep.h"

#include <errno.h>
#include <limits.h>
#include <string.h>

#include "base/common/own-dir.h"
#include "base/file/io.h"
#include "base/os.h"
#include "base/text.h"
#include "launch/launch-contents.h"
#include "launch/launch-file.h"
#include "launch/launch-format.h"
#include "launch/launch-rules.h"
#include "tool/output/format.h"
#include "tool/output/message.h"
#include "tool/replay/finish.h"
#include "tool/replay/replay-output.h"
#include "tool/replay/replay-rows.h"

/* -- the copy --------------------------------------------------------------------------------- */

static bool copy_file(const struct own_dir *from, struct own_dir *to, const char *name)
{
	char bytes[65536];
	const int in = own_dir_read(from, name);
	const int out = in >= 0 ? own_dir_create(to, name) : -1;
	bool is_good = out >= 0;
	ssize_t size;

	while (is_good && (size = io_read(in, bytes, sizeof(bytes))) != 0)
		is_good = size > 0 && io_write_all(out, bytes, (size_t)size);
	io_close(in);
	io_close(out);
	return is_good;
}

/* Copies the regular files of the directory PATH. */
static bool copy_files(const char *path, struct own_dir *to)
{
	struct own_dir from;
	struct os_dir dir = { .name = "" };
	enum os_kind kind;
	bool is_good = own_dir_open(&from, path);

	if (!is_good || os_dir_open(&dir, path) != 0)
		return false;
	while (is_good && os_dir_next(&dir) > 0)
		if (os_dir_kind(&dir, &kind) == 0 && kind == OS_REGULAR)
			is_good = copy_file(&from, to, dir.name);
	os_dir_close(&dir);
	own_dir_close(&from);
	return is_good;
}

bool keep_launch(const char *path, const char *output)
{
	char contents[PATH_MAX];
	struct own_dir to[2];
	bool is_good = own_dir_make(&to[0], output);

	if (is_good) {
		text_format(contents, sizeof(contents), "%s/" LAUNCH_CONTENTS, path);
		is_good = own_dir_make_in(&to[1], &to[0], LAUNCH_CONTENTS) &&
			  copy_files(contents, &to[1]) && copy_files(path, &to[0]);
		own_dir_close(&to[1]);
		own_dir_close(&to[0]);
	}
	if (!is_good)
		message_error("%s: the launch cannot be written there: %s", output,
			      strerror(errno));
	return is_good;
}

/* -- the end ---------------------------------------------------------------------------------- */

/* The same launch without those before it: is it enough to show what is wrong? */
static void say_alone(const struct replay_probe *probe, const char *name, const char *directory,
		      struct arena *arena)
{
	const char *how = replay_output_why(probe, arena);

	if (replay_probe_is_bad(probe->outcome))
		message_error("replayed alone on %s, it is the same: %s", name,
			      format_or(how, "?"));
	else if (probe->outcome == REPLAY_SAME)
		message_error(
			"replayed alone on %s, it has the results that it must have: what is "
			"wrong comes only after other launches, and %s does not show it",
			name, directory);
	else
		message_error("replayed alone on %s: %s: %s", name,
			      replay_probe_outcome(probe->outcome), format_or(how, "?"));
}

const char *keep_finish(const char *directory, const struct replay_probe *device, const char *name,
			const struct replay_options *options, struct tool *tool)
{
	static struct replay_capture capture; /* children have a copy */
	struct replay_row row = { .capture = &capture, .driver = name, .platform = name };
	struct arena *arena = &tool->arena;
	char problem[LAUNCH_PROBLEM];
	const char *excuse;

	finish_capture(tool, directory);
	capture = (struct replay_capture){ .directory = directory, .rows = &row };
	memcpy(capture.bounds, launch_bounds, sizeof(capture.bounds));
	if (!launch_contents_read(&capture.launch, directory, arena, problem)) {
		message_error("%s: %s", directory, problem);
		return NULL;
	}
	row.probe = *device;
	row.probe.launch = &capture.launch;
	row.probe.bounds = capture.bounds;
	row.probe.directory = directory;
	row.probe.repeat = 1;
	replay_options_apply(options, &capture.launch, capture.bounds, arena, problem);
	replay_probe_run(&row.probe, tool->timeout, arena);
	say_alone(&row.probe, name, directory, arena);
	/* It did differ, also if it does not now. */
	if (!replay_probe_is_bad(row.probe.outcome))
		row.probe.outcome = REPLAY_DIFFERS;
	excuse = conclusion_excuse(&capture, arena);
	launch_contents_done(&capture.launch);
	return excuse;
}
