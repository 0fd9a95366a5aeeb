/* SPDX-License-Identifier: Apache-2.0 */
/*
 * rules: what the configuration and the variables say of drivers, platforms and layers that are not
 * here: globs that match nothing, and a number of a platform that is out of range. The files
 * that come with clrouter name many drivers on purpose, and are left out.
 */
#ifndef CLROUTER_TOOL_DOCTOR_SECTION_RULES_H
#define CLROUTER_TOOL_DOCTOR_SECTION_RULES_H

#include "tool/doctor/examination.h"

/* After drivers_examine() and layers_examine(), whose probes know the names of platforms and
 * layers. */
void rules_examine(struct examination *check);

#endif
