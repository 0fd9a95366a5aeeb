/* SPDX-License-Identifier: Apache-2.0 */
/*
 * icd-content: what an .icd file has in place of the name of a library: quotes around the name, a
 * comment after it, JSON as Vulkan's files, the library itself.
 */
#ifndef CLROUTER_TOOL_DOCTOR_CAUSE_ICD_CONTENT_H
#define CLROUTER_TOOL_DOCTOR_CAUSE_ICD_CONTENT_H

#include <stdbool.h>

#include "discover/candidate.h"
#include "tool/doctor/finding.h"
#include "tool/tool.h"

/* If CANDIDATE's file is one of these, adds what it is and its cure, and returns true. */
bool icd_content_explain(struct finding *finding, const struct candidate *candidate,
			 struct tool *tool);

/* TEXT without what is around a library's name by mistake, in ARENA; NULL: nothing is. */
const char *icd_content_clean_name(const char *text, struct arena *arena);

#endif
