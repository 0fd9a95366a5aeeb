/* SPDX-License-Identifier: Apache-2.0 */
/*
 * findings: what is wrong with a captured launch, by all who look for that (checkers.h).
 */
#ifndef CLROUTER_TOOL_REPLAY_FINDINGS_H
#define CLROUTER_TOOL_REPLAY_FINDINGS_H

#include "launch/launch.h"
#include "tool/probe/snapshot.h"
#include "tool/replay/replay-probe.h"
#include "tool/tool.h"

/*
 * Asks all of them, gives LAUNCH its notes, and says on standard error what they are. SAME is what a run on the
 * device of the capture needs; its candidate is NULL if that device was not found. Adds Oclgrind to
 * SNAPSHOT.
 */
void findings_look(struct launch *launch, const struct replay_probe *same, struct snapshot *snapshot,
		   struct tool *tool);

#endif
