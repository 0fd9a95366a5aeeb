/* SPDX-License-Identifier: Apache-2.0 */
/*
 * finish: what "clrouter capture" adds to a capture after the program has ended: whether two runs have the
 * same results, the types of arguments, the files that its program includes, what is wrong with the launch,
 * and replay.c with its data and its Makefile.
 */
#ifndef CLROUTER_TOOL_REPLAY_FINISH_H
#define CLROUTER_TOOL_REPLAY_FINISH_H

#include <stdbool.h>

#include "launch/launch.h"
#include "tool/replay/replay-probe.h"
#include "tool/tool.h"

/*
 * Finishes the capture in the directory PATH, and says on standard error what was found out. False: something
 * could not be written or read, which is said, too; the capture is as good as it was.
 */
bool finish_capture(struct tool *tool, const char *path);

/*
 * What PROBE, which has run LAUNCH twice where it was captured, has found out becomes the launch's: what
 * varies, which is of no use for a comparison, and the types of the arguments. The first one returns in how
 * many ranges something varies.
 */
size_t finish_note_varying(struct launch *launch, const struct replay_probe *probe);
void finish_note_types(struct launch *launch, const struct replay_probe *probe);

#endif
