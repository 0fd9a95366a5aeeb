/* SPDX-License-Identifier: Apache-2.0 */
/*
 * layers: each layer is opened alone in a child, so that one layer's crash is not
 * taken for another's; here it is judged what came of that.
 */
#ifndef CLROUTER_TOOL_DOCTOR_LAYERS_H
#define CLROUTER_TOOL_DOCTOR_LAYERS_H

#include "tool/doctor/examination.h"

void layers_examine(struct examination *exam);

#endif
