/* SPDX-License-Identifier: Apache-2.0 */
/*
 * conclusion: what the rows of a replay say together: who agrees with the capture and who does not,
 * and whether that is a reason to suspect a driver. Keeps no state.
 */
#ifndef CLROUTER_TOOL_REPLAY_CONCLUSION_H
#define CLROUTER_TOOL_REPLAY_CONCLUSION_H

#include "base/arena.h"
#include "tool/replay/replay-rows.h"

/*
 * A sentence about the rows of CAPTURE, in ARENA. IS_ALL: no other driver could be tried. NULL: no
 * row says anything.
 */
const char *conclusion_draw(const struct replay_capture *capture, bool is_all, struct arena *arena);

#endif
