/* SPDX-License-Identifier: Apache-2.0 */
/*
 * finish: what "clrouter capture" adds to a capture after the program has ended: whether two runs have the
 * same results, the types of arguments, the files that its program includes, what is wrong with the launch,
 * and replay.c with its data and its Makefile.
 */
#ifndef CLROUTER_TOOL_REPLAY_FINISH_H
#define CLROUTER_TOOL_REPLAY_FINISH_H

#include <stdbool.h>

#include "base/common/own-dir.h"
#include "launch/launch.h"
#include "tool/replay/replay-probe.h"
#include "tool/tool.h"

/*
 * Finishes the capture in the directory PATH, and says on standard error what was found out. False: something
 * could not be written or read, which is said, too; the capture is as good as it was.
 */
bool finish_capture(struct tool *tool, const char *path);

/*
 * Runs LAUNCH twice by PROBE, which is for the device where it was captured, or has no candidate. What is found
 * out becomes the launch's: which results are not the same each time, which are of no use for a comparison, and
 * the types of the arguments. Returns why it could not be run, in ARENA; NULL: it could.
 */
const char *finish_run_twice(struct launch *launch, struct replay_probe *probe, unsigned limit,
			     struct arena *arena);

/* The TYPES of the arguments of LAUNCH, each of which may be NULL, become known. NULL: none is. */
void finish_note_types(struct launch *launch, const char *const *types);

/* Writes LAUNCH into its DIRECTORY, whose name is PATH. False: that fails, which is said. */
bool finish_write_launch(const struct launch *launch, struct own_dir *directory, const char *path);

#endif
