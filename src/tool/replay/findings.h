/* SPDX-License-Identifier: Apache-2.0 */
/*
 * findings: what is wrong with a captured launch, by the validation layer above the driver of the
 * capture, and by Oclgrind, which sees each access to memory. Both replay it in child processes.
 */
#ifndef CLROUTER_TOOL_REPLAY_FINDINGS_H
#define CLROUTER_TOOL_REPLAY_FINDINGS_H

#include <stdio.h>

#include "capture/capture.h"
#include "tool/probe/snapshot.h"
#include "tool/replay/replay-probe.h"
#include "tool/tool.h"

/*
 * Asks both, fills the findings of CAPTURE, and says on standard error what they are. SAME has been
 * run on the device of the capture; NULL: that was not found. Adds Oclgrind to SNAPSHOT.
 */
void findings_look(struct capture *capture, const struct replay_probe *same,
		   struct snapshot *snapshot, struct tool *tool);

/* Writes the last members of the object "checks" of the manifest. */
void findings_put(FILE *file, const struct capture_findings *findings);

#endif
