/* SPDX-License-Identifier: Apache-2.0 */
/*
 * library-advice: the cure if the library that a driver's file names is not found, or is found and
 * is no driver. Asks the modules that know one cause each, in turn.
 */
#ifndef CLROUTER_TOOL_DOCTOR_CAUSE_LIBRARY_ADVICE_H
#define CLROUTER_TOOL_DOCTOR_CAUSE_LIBRARY_ADVICE_H

#include "discover/candidate.h"
#include "tool/doctor/finding.h"
#include "tool/tool.h"

/* Adds the cure if the dynamic linker finds no library for CANDIDATE. */
void library_advice_not_found(struct finding *finding, const struct candidate *candidate,
			      struct tool *tool);

/* Adds the cure if CANDIDATE's library is refused for REASON. */
void library_advice_wrong(struct finding *finding, const struct candidate *candidate,
			  enum reason reason, struct tool *tool);

#endif
