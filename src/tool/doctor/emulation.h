/* SPDX-License-Identifier: Apache-2.0 */
/* emulation: what the compatibility layer provides, of what drivers lack. */
#ifndef CLROUTER_TOOL_DOCTOR_EMULATION_H
#define CLROUTER_TOOL_DOCTOR_EMULATION_H

#include "tool/doctor/examination.h"

void emulation_examine(struct examination *check);

#endif
