/* SPDX-License-Identifier: Apache-2.0 */
/*
 * notes: sentences about a capture, without which nobody would understand what becomes of it on
 * another driver. They live in an arena.
 */
#ifndef CLROUTER_TOOL_REPLAY_NOTES_H
#define CLROUTER_TOOL_REPLAY_NOTES_H

#include "base/arena.h"
#include "capture/capture.h"

/* Why the launch cannot be made again: it failed because of something outside. NULL: it can be. */
const char *notes_refusal(const struct capture *capture, struct arena *arena);

/* Another reason for its failure than what is in the capture; NULL: there is none. */
const char *notes_doubt(const struct capture *capture, struct arena *arena);

/*
 * The files that its source includes and that are not in the capture, as "a.h, b.h"; NULL: none. Those
 * that a whole source lacks are of other drivers, since it was built without them.
 */
const char *notes_missing_files(const struct capture *capture, struct arena *arena);

/* How contents are compared: "float, within 16 units in the last place, ..." */
const char *notes_rule(const struct capture_rule *rule, struct arena *arena);

/* Which local size the launch has in place of NULL; NULL: the program has passed one. */
const char *notes_local(const struct capture *capture, struct arena *arena);

/* "CL_OUT_OF_RESOURCES (-5)" */
const char *notes_code(int32_t code, struct arena *arena);

#endif
