/* SPDX-License-Identifier: Apache-2.0 */
/*
 * includes: the files that the programs of a launch include become files of its capture, and what
 * is not there is named. Every line "#include" counts, since drivers decide differently which #if
 * hold, so more may be copied or named than a driver needs.
 */
#ifndef CLROUTER_TOOL_REPLAY_INCLUDE_INCLUDES_H
#define CLROUTER_TOOL_REPLAY_INCLUDE_INCLUDES_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/common/own-dir.h"
#include "launch/launch.h"

/*
 * Copies what the programs of LAUNCH include, whose sources were read, below include/ of DIRECTORY.
 * The program ran in WORKING_DIRECTORY, an absolute name. Sets launch->includes, launch->missing,
 * and of each program that is built from a source "here" and "portable"; they are in ARENA. Names
 * that are missing are as in the source, names in macros, too. So is a file that is no regular
 * file, or for which the limits of launch-format.h leave no space. False: errno says why; no file
 * was written, and LAUNCH is as before.
 */
bool includes_collect(struct launch *launch, struct own_dir *directory,
		      const char *working_directory, struct arena *arena);

#endif
