/* SPDX-License-Identifier: Apache-2.0 */
/* keep: the first launch that differs, as a capture with replay.c. */
#ifndef CLROUTER_TOOL_DIVERGE_KEEP_H
#define CLROUTER_TOOL_DIVERGE_KEEP_H

#include <stdbool.h>

#include "tool/replay/replay-options.h"
#include "tool/replay/replay-probe.h"
#include "tool/tool.h"

/* Copies the launch in the directory PATH into the new directory OUTPUT. False: that fails, which
 * is said. */
bool keep_launch(const char *path, const char *output);

/*
 * Finishes the capture in DIRECTORY as "clrouter capture" does, and replays it in a child of its
 * own on DEVICE, whose name is NAME, compared as OPTIONS say. Says what became of it. Returns why
 * it says nothing of drivers; NULL: nothing like that is known.
 */
const char *keep_finish(const char *directory, const struct replay_probe *device, const char *name,
			const struct replay_options *options, struct tool *tool);

#endif
