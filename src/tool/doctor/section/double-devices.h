/* SPDX-License-Identifier: Apache-2.0 */
/*
 * double-devices: devices that two drivers have, such as a GPU that rusticl and ROCm list. Programs
 * see such a device twice; the findings of both drivers say so.
 */
#ifndef CLROUTER_TOOL_DOCTOR_SECTION_DOUBLE_DEVICES_H
#define CLROUTER_TOOL_DOCTOR_SECTION_DOUBLE_DEVICES_H

#include "tool/doctor/examination.h"

/* After the drivers were examined, whose findings get a line. */
void double_devices_examine(struct examination *check);

#endif
