/* SPDX-License-Identifier: Apache-2.0 */
/*
 * configuration: what was refused of the configuration files, and what is ignored
 * in them.
 */
#ifndef CLROUTER_TOOL_DOCTOR_CONFIGURATION_H
#define CLROUTER_TOOL_DOCTOR_CONFIGURATION_H

#include "tool/doctor/examination.h"

void configuration_examine(struct examination *check);

#endif
