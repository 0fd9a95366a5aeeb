/* SPDX-License-Identifier: Apache-2.0 */
/*
 * configuration: what was refused of the configuration files, and what is ignored
 * in them.
 */
#ifndef CLROUTER_TOOL_DOCTOR_SECTION_CONFIGURATION_H
#define CLROUTER_TOOL_DOCTOR_SECTION_CONFIGURATION_H

#include "tool/doctor/examination.h"

/*
 * Adds to FINDING what other formats take for quotes and comments, if the value has such characters.
 * TEXT has the value as found "VALUE".
 */
void configuration_hint(struct finding *finding, const char *text);

void configuration_examine(struct examination *check);

#endif
