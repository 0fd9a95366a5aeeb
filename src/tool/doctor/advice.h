/* SPDX-License-Identifier: Apache-2.0 */
/*
 * advice: the line or the command that cures what a verdict says of a driver, layer
 * or configuration file, as exact as it can be given with certainty; otherwise the
 * reason's general advice.
 */
#ifndef CLROUTER_TOOL_DOCTOR_ADVICE_H
#define CLROUTER_TOOL_DOCTOR_ADVICE_H

#include "config/settings.h"
#include "discover/candidate.h"
#include "tool/doctor/finding.h"
#include "tool/probe/snapshot.h"
#include "tool/tool.h"

/* Adds the cure of CANDIDATE's VERDICT, which may be another one than the candidate's own. */
void advice_for_candidate(struct finding *finding, const struct candidate *candidate,
			  const struct verdict *verdict, const struct snapshot *snapshot,
			  struct tool *tool);

/* Where to get a library of that name: a command, if the package manager has one. */
void advice_missing_library(struct finding *finding, const char *name, struct tool *tool);

/* Which package FILE belongs to, to be installed again. */
void advice_reinstall(struct finding *finding, const char *file, struct tool *tool);

/* How to leave a driver out: permanently, and for one run. */
void advice_leave_out(struct finding *finding, const struct candidate *candidate,
		      struct tool *tool);

/* What the lists of the configuration can call the driver. */
const char *advice_driver_name(const struct candidate *candidate, struct arena *arena);

/* TEXT as one word of a shell command. */
const char *advice_shell_word(const char *text, struct arena *arena);

#endif
