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
static const char *alone(const struct replay_probe *probe, struct arena *arena)
{
	const char *how = format_or(replay_output_why(probe, arena), "?");

	if (replay_probe_is_bad(probe->outcome))
		return format_into(arena, "it is the same: %s", how);
	if (probe->outcome != REPLAY_SAME)
		return format_into(arena, "%s: %s", replay_probe_outcome(probe->outcome), how);
	return "it has the results that it must have: what is wrong comes only after other "
	       "launches, and this capture does not show it";
}

void keep_finish(const struct diverge_judge *judge, struct diverge_group *kernel)
{
	struct replay_probe probe = judge->b;
	struct arena *arena = &judge->tool->arena;
	struct launch_bounds bounds[LAUNCH_KINDS];
	char problem[LAUNCH_PROBLEM];
	struct launch launch;

	message_error("kernel %s, launch %llu:", kernel->name, kernel->first);
	finish_capture(judge->tool, kernel->kept);
	if (!launch_contents_read(&launch, kernel->kept, arena, problem)) {
		message_error("%s: %s", kernel->kept, problem);
		return;
	}
	memcpy(bounds, launch_bounds, sizeof(bounds));
	replay_options_apply(judge->on_b.options, &launch, bounds, arena, problem);
	probe.launch = &launch;
	probe.bounds = bounds;
	probe.directory = kernel->kept;
	probe.repeat = 1;
	replay_probe_run(&probe, judge->tool->timeout, arena);
	message_error("replayed alone on %s, %s", judge->name_b, alone(&probe, arena));
	kernel->excuse = conclusion_excuse(&launch, kernel->outcome == REPLAY_DIFFERS, arena);
	launch_contents_done(&launch);
}
