/* SPDX-License-Identifier: Apache-2.0 */
/*
 * unseen: files that no program looks at though a user may think so: their names
 * do not end in .icd, or a variable replaces their directory.
 */
#ifndef CLROUTER_TOOL_DOCTOR_SECTION_UNSEEN_H
#define CLROUTER_TOOL_DOCTOR_SECTION_UNSEEN_H

#include "tool/doctor/examination.h"

/* Also adds a finding if there is no driver at all, or none of the name that was asked for. */
void unseen_examine(struct examination *check);

#endif
