/* SPDX-License-Identifier: Apache-2.0 */
/*
 * launch-contents: reads the directory of a capture, which may come from anybody: no path is taken
 * from it but paths of included files, which are checked, and no link, FIFO or device is opened.
 */
#ifndef CLROUTER_LAUNCH_LAUNCH_CONTENTS_H
#define CLROUTER_LAUNCH_LAUNCH_CONTENTS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "launch/launch.h"

/*
 * Reads the capture in DIRECTORY with all of its files, each of which must have the size and the hash
 * that LAUNCH_FILE says. It lives in ARENA, but for the bytes of files, which launch_contents_done()
 * frees. False: PROBLEM, of LAUNCH_PROBLEM bytes, says why it is refused, and there is nothing to free.
 */
bool launch_contents_read(struct launch *launch, const char *directory, struct arena *arena,
			  char *problem);

/* The same for the open DIRECTORY. */
bool launch_contents_read_at(struct launch *launch, int directory, struct arena *arena, char *problem);

void launch_contents_done(struct launch *launch);

#endif
