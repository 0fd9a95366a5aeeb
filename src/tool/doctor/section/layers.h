/* SPDX-License-Identifier: Apache-2.0 */
/*
 * layers: opens each layer alone in a child process, so that the crash of one is not taken for
 * that of another, and adds a finding if the layer is refused, crashes or hangs.
 */
#ifndef CLROUTER_TOOL_DOCTOR_SECTION_LAYERS_H
#define CLROUTER_TOOL_DOCTOR_SECTION_LAYERS_H

#include "tool/doctor/examination.h"

void layers_examine(struct examination *check);

#endif
