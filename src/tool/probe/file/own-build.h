/* SPDX-License-Identifier: Apache-2.0 */
/*
 * own-build: whether this tool runs from the directory where it was built. Then nothing of clrouter
 * need be installed, so programs that it starts get the library and the layers beside it.
 */
#ifndef CLROUTER_TOOL_PROBE_FILE_OWN_BUILD_H
#define CLROUTER_TOOL_PROBE_FILE_OWN_BUILD_H

#include <stdbool.h>

#include "base/arena.h"

/* The directory that the build has put its libraries and layers into, in ARENA; NULL: the tool is installed. */
const char *own_build_directory(struct arena *arena);

/*
 * Lets programs that are started from now on find the libraries of the build, after what the user has in
 * LD_LIBRARY_PATH; does nothing if the tool is installed. False: there is no memory.
 */
bool own_build_use(struct arena *arena);

#endif
