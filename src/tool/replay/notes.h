/* SPDX-License-Identifier: Apache-2.0 */
/*
 * notes: sentences about a capture, without which nobody would understand what becomes of it on
 * another driver. They live in an arena.
 */
#ifndef CLROUTER_TOOL_REPLAY_NOTES_H
#define CLROUTER_TOOL_REPLAY_NOTES_H

#include "base/arena.h"
#include "launch/launch.h"

#define NOTES_INTERRUPTED "a signal has ended the attempt"

/* Why the launch cannot be made again: it failed because of something outside. NULL: it can be. */
const char *notes_refusal(const struct launch *launch, struct arena *arena);

/* Another reason for its failure than what is in the capture; NULL: there is none. */
const char *notes_doubt(const struct launch *launch, struct arena *arena);

/* The files that its source includes and that are not in the capture, as "a.h, b.h"; NULL: none. */
const char *notes_missing_files(const struct launch *launch, struct arena *arena);

/* How contents AS are compared, with BOUNDS: "float, within 16 units in the last place, ..." */
const char *notes_rule(enum launch_as as, const struct launch_bounds *bounds, struct arena *arena);

/* Which local size the launch has in place of NULL; NULL: the program has passed one. */
const char *notes_local(const struct launch *launch, struct arena *arena);

#endif
