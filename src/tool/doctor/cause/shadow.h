/* SPDX-License-Identifier: Apache-2.0 */
/*
 * shadow: a library that stands before the right one in the search of the dynamic linker, by
 * LD_LIBRARY_PATH or in the linker's cache. That it is the cause is not guessed: the linker is
 * asked again without it.
 */
#ifndef CLROUTER_TOOL_DOCTOR_CAUSE_SHADOW_H
#define CLROUTER_TOOL_DOCTOR_CAUSE_SHADOW_H

#include <stdbool.h>

#include "tool/doctor/finding.h"
#include "tool/probe/file/dependencies.h"
#include "tool/tool.h"

/* Adds the cure by which programs get RIGHT instead of WRONG, two files of one name. */
void shadow_cure(struct finding *finding, const char *wrong, const char *right, struct tool *tool);

/*
 * ANSWER is the linker's for LIBRARY, which lacks something; DETAIL names the library that is
 * bad, if it is known, else NULL. If another file of one of these names has all that is missing,
 * adds both files and the cure, and returns true.
 */
bool shadow_explain(struct finding *finding, const char *library, const char *detail,
		    const struct dependencies *answer, struct tool *tool);

/*
 * LIBRARY, a name without a slash, is found, but its file is no driver that can be used. If
 * another file of this name comes after it, adds both files and the cure, and returns true.
 */
bool shadow_explain_driver(struct finding *finding, const char *library, struct tool *tool);

#endif
