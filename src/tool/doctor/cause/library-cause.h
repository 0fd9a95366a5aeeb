/* SPDX-License-Identifier: Apache-2.0 */
/*
 * library-cause: what is wrong with the file of a library, if the file itself shows it: it is a
 * directory, cut off, a linker script, and so on; and why the dynamic linker does not find a
 * library that exists: this user may not read it, its directory is not searched, or it is for
 * another architecture.
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

/* Adds the file of the library NAME, if there is one, and the cure; false if it added none. */
bool library_cause_of_place(struct finding *finding, const char *name, struct tool *tool);

/* Is there a file of that name, but none for this program's architecture? */
bool library_cause_is_foreign(const char *name, struct tool *tool);

/* Adds the cure if the dynamic linker finds no library for CANDIDATE. */
void library_cause_not_found(struct finding *finding, const struct candidate *candidate,
			     struct tool *tool);

/* Adds the cure if CANDIDATE's library is refused for REASON. */
void library_cause_wrong(struct finding *finding, const struct candidate *candidate,
			 enum reason reason, struct tool *tool);

#endif
