/* SPDX-License-Identifier: Apache-2.0 */
/*
 * library-cause: what is wrong with the file of a library, if the file itself shows it: it is a
 * directory, cut off, a linker script, and so on.
 */
#ifndef CLROUTER_TOOL_DOCTOR_CAUSE_LIBRARY_CAUSE_H
#define CLROUTER_TOOL_DOCTOR_CAUSE_LIBRARY_CAUSE_H

#include <stdbool.h>

#include "discover/candidate.h"
#include "tool/doctor/finding.h"
#include "tool/tool.h"

/*
 * Examines the file PATH, which CANDIDATE's driver is, or needs. If it is bad, adds what it is
 * and its cure, and returns true.
 */
bool library_cause_explain(struct finding *finding, const char *path,
			   const struct candidate *candidate, struct tool *tool);

/*
 * The first file that is cut off among the library NAME and those that it needs, which the
 * dynamic linker would end the process for; NULL if there is none.
 */
const char *library_cause_find_truncated(const char *name, struct tool *tool);

#endif
