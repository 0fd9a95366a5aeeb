/* SPDX-License-Identifier: Apache-2.0 */
/*
 * candidate-advice: the line or the command that cures what a verdict says of a driver, layer or
 * configuration file, as exact as it can be given with certainty; otherwise the reason's general
 * advice. A cure that is a command can be copied and run as it is.
 */
#ifndef CLROUTER_TOOL_DOCTOR_CAUSE_CANDIDATE_ADVICE_H
#define CLROUTER_TOOL_DOCTOR_CAUSE_CANDIDATE_ADVICE_H

#include "config/settings.h"
#include "discover/candidate.h"
#include "tool/doctor/finding.h"
#include "tool/probe/snapshot.h"
#include "tool/tool.h"

/* Adds the cure of CANDIDATE's VERDICT, which may be another one than the candidate's own. */
void advice_for_candidate(struct finding *finding, const struct candidate *candidate,
			  const struct verdict *verdict, const struct snapshot *snapshot,
			  struct tool *tool);

/* How to leave a driver out: permanently, and for one run. */
void advice_leave_out(struct finding *finding, const struct candidate *candidate,
		      struct tool *tool);

/* The administrator's configuration files, which cures name. */
#define ADVICE_LOADER_CONF SYSCONFDIR "/OpenCL/loader.conf"
#define ADVICE_LAYERS_CONF SYSCONFDIR "/OpenCL/layers.conf"

/* What the lists of the configuration can call the driver. */
const char *advice_driver_name(const struct candidate *candidate, struct arena *arena);

#endif
