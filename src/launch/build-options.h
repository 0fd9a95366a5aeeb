/* SPDX-License-Identifier: Apache-2.0 */
/*
 * build-options: the options of a program: those that drivers of another platform know, and the
 * arguments of single ones. Keeps no state.
 */
#ifndef CLROUTER_LAUNCH_BUILD_OPTIONS_H
#define CLROUTER_LAUNCH_BUILD_OPTIONS_H

#include <stddef.h>

#include "base/arena.h"

/*
 * OPTIONS without those that the specification does not have, such as -cl-nv-verbose, and without
 * folders of -I, which are not part of a capture. OPTIONS itself if all of them can stay, if it is
 * NULL, or if there is no memory.
 */
const char *build_options_portable(const char *options, struct arena *arena);

/* OPTIONS without folders of -I, in ARENA; OPTIONS itself as above. */
const char *build_options_without_folders(const char *options, struct arena *arena);

/*
 * The argument of the next option LETTER of *REST, "I" or "D", as a shell would have it without its
 * quotes, in ARENA. *REST is moved after it. NULL: there is none, or no memory.
 */
const char *build_options_next(const char **rest, char letter, struct arena *arena);

#endif
