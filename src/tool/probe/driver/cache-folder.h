/* SPDX-License-Identifier: Apache-2.0 */
/*
 * cache-folder: an empty temporary folder that takes the place of the user's caches, so that a
 * compiler of a driver neither finds an old result there nor leaves a new one.
 */
#ifndef CLROUTER_TOOL_PROBE_DRIVER_CACHE_FOLDER_H
#define CLROUTER_TOOL_PROBE_DRIVER_CACHE_FOLDER_H

#include <limits.h>
#include <signal.h>
#include <stdbool.h>

#include "base/common/own-dir.h"

struct cache_folder {
	struct own_dir directory;
	char path[PATH_MAX];
	sigset_t mask;		/* the signals that were blocked before */
};

/*
 * Makes the folder below TMPDIR or /tmp. Until it is removed, a signal that is to end the tool
 * waits (interruption.h): it ends child_run(), and then the tool, but no folder is left. False with
 * errno if there can be no folder; no signal waits then.
 */
bool cache_folder_make(struct cache_folder *folder);

/* In a child: lets all compilers that are known use FOLDER. */
void cache_folder_enter(const struct cache_folder *folder);

/* Removes all that is in it, and lets signals take effect. False if the folder is still there. */
bool cache_folder_remove(struct cache_folder *folder);

#endif
