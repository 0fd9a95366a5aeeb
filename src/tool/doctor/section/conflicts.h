/* SPDX-License-Identifier: Apache-2.0 */
/*
 * conflicts: drivers that work, each for itself, but not in one process.
 */
#ifndef CLROUTER_TOOL_DOCTOR_SECTION_CONFLICTS_H
#define CLROUTER_TOOL_DOCTOR_SECTION_CONFLICTS_H

#include "tool/doctor/examination.h"

/* After drivers_examine(), whose probes it compares. */
void conflicts_examine(struct examination *check);

#endif
